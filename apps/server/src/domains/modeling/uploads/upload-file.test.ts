import { describe, expect, it } from 'vitest'
import { type Actor, givenDeployments, givenDevBranch, givenUpload, givenModeler, sha1Of, useServer } from '#test'

const server = useServer()

const send = ({ api, deploymentId }: Actor, transaction: string, fileName: string, content = 'x', query: { branchName?: string } = {}) =>
  api.uploadFile({ params: { deploymentId }, query, body: { transaction, fileName }, file: new Blob([content]) })
const unreferencedKeys = async ({ tenantId }: Actor): Promise<string[]> => {
  const rows = await server.database().query<{ key: string }>('select key from unreferenced_objects where tenant_id = $1', [tenantId])
  return rows.map(({ key }) => key).filter((key) => key.includes('/uploads/'))
}

describe('uploadFile', () => {
  it('answers the hash of what it took, for a plain id and for the JSON of a transaction', async () => {
    const admin = await givenModeler(server)
    const id = await givenUpload(admin)

    expect(await send(admin, id, 'model/a.yml', 'é')).toEqual({ success: true, hash: sha1Of('é') })
    expect(await send(admin, JSON.stringify({ id }), '/b.yml', '')).toEqual({ success: true, hash: sha1Of('') })
  })

  it('replaces a file of the same name and leaves its object to the collector', async () => {
    const admin = await givenModeler(server)
    const id = await givenUpload(admin)

    await send(admin, id, 'a.yml', 'one')
    expect(await unreferencedKeys(admin)).toEqual([])
    await send(admin, id, '/a.yml', 'two')

    expect(await unreferencedKeys(admin)).toHaveLength(1)
    const rows = await server.database().query<{ sha1: string }>('select sha1 from upload_files where tenant_id = $1', [admin.tenantId])
    expect(rows).toEqual([{ sha1: sha1Of('two') }])
  })

  it('refuses a file of more than 10 MB and keeps nothing of it', async () => {
    const admin = await givenModeler(server)
    const id = await givenUpload(admin)

    await expect(send(admin, id, 'a.yml', 'x'.repeat(10_485_761))).rejects.toMatchObject({ status: 413, code: 'file_too_large' })

    expect(await unreferencedKeys(admin)).toEqual([])
  })

  it('refuses paths that leave the repository, that git or Windows reserve, and that name no file', async () => {
    const admin = await givenModeler(server)
    const id = await givenUpload(admin)

    for (const path of ['../a.yml', '.git/config', 'a\\b', '', 'CON', 'model/']) {
      await expect(send(admin, id, path), path).rejects.toMatchObject({ status: 400, code: 'file_path_invalid' })
    }
  })

  it('knows no upload that is unknown, over, or of another deployment', async () => {
    const admin = await givenModeler(server)
    const id = await givenUpload(admin)
    const [other = 0] = await givenDeployments(admin, 'Second')

    await expect(send(admin, 'nothing', 'a')).rejects.toMatchObject({ status: 404, code: 'upload_not_found' })
    await expect(send(admin, '{"id":1}', 'a')).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
    await expect(send({ ...admin, deploymentId: other }, id, 'a')).rejects.toMatchObject({ code: 'upload_not_found' })
    await server.database().query(`update uploads set expires_at = now() - interval '1 second' where id = $1`, [id])
    await expect(send(admin, id, 'a')).rejects.toMatchObject({ code: 'upload_not_found' })
  })

  it('is bound to the branch of the upload', async () => {
    const admin = await givenModeler(server)
    const branchName = await givenDevBranch(admin)
    const id = await givenUpload(admin)

    await expect(send(admin, id, 'a', 'x', { branchName: 'main' })).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
    expect(await send(admin, id, 'a', 'x', { branchName })).toMatchObject({ success: true })
  })

  it('is open to a colleague only where the colleague may write', async () => {
    const admin = await givenModeler(server)
    const developer = await server.colleague(admin, { role: 'Developer' })
    const shared = await givenUpload(admin)
    await givenDevBranch(admin)
    const own = await givenUpload(admin)

    expect(await send(developer, shared, 'a')).toMatchObject({ success: true })
    await expect(send(developer, own, 'a')).rejects.toMatchObject({ status: 403, code: 'not_own_branch' })
  })
})
