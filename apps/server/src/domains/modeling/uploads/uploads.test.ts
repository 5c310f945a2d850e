import { readdir } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import {
  type Actor,
  givenCommit,
  givenDeployments,
  givenDevBranch,
  givenModeler,
  givenUpload,
  linkTo,
  manifestOf,
  sha1Of,
  useServer,
  withOwner,
} from '#test'

const server = useServer()
const it = withOwner(server, () => givenModeler(server)).extend('id', ({ admin }) => givenUpload(admin))

describe('startUpload', () => {
  it('answers a transaction and the name of the deployment', async ({ admin }) => {
    const first = await admin.api.startUpload({ params: admin, body: {} })
    const second = await admin.api.startUpload({ params: admin, query: { branchName: 'main' }, body: { branchName: 'main' } })

    expect(first).toMatchObject({ deploymentName: 'First', transaction: { id: expect.stringMatching(/^[\w-]{24}$/) } })
    expect(second.transaction.id).not.toBe(first.transaction.id)
  })

  it('is not repeated by a request for another branch under the same key', async ({ admin }) => {
    const start = (branchName: string) => admin.api.startUpload({ params: admin, query: { branchName }, body: {}, idempotencyKey: 'one' })
    const first = await start('main')

    expect(await start('main')).toEqual(first)
    await expect(start(await givenDevBranch(admin))).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  })

  it('refuses two branches at once and a blank one', async ({ admin }) => {
    const branchName = await givenDevBranch(admin)

    await expect(admin.api.startUpload({ params: admin, query: { branchName }, body: { branchName: 'main' } })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_request',
    })
    await expect(admin.api.startUpload({ params: admin, body: { branchName: '' } })).rejects.toMatchObject({ code: 'branch_required' })
  })

  it('refuses the deploy branch when it is read-only, and to those who may not change it', async ({ admin, developer }) => {
    await server.query(`update roles set actions = array_remove(actions, 'SchemaUpdate') where tenant_id = $1 and name = 'Developer'`, [
      admin.tenantId,
    ])

    await expect(developer.api.startUpload({ params: admin, body: {} })).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
      message: expect.stringContaining('SchemaUpdate'),
    })
    await admin.api.updateDeployment({ params: admin, body: { deployBranchReadOnly: true } })
    await expect(admin.api.startUpload({ params: admin, body: {} })).rejects.toMatchObject({ status: 403, code: 'deploy_branch_read_only' })
    await givenDevBranch(developer)
    expect(await developer.api.startUpload({ params: admin, body: {} })).toMatchObject({ deploymentName: 'First' })
  })

  it('opens at most a hundred at once, however many are asked for together; one that ended makes room', async ({ admin }) => {
    const { deploymentId } = admin
    const start = () => server.outcome(admin, 'startUpload', { params: { deploymentId }, body: {} })
    await start()
    const { query } = server.database()
    await query(
      `insert into uploads (tenant_id, deployment_id, id, branch_id, project_root)
       select tenant_id, deployment_id, 'more-' || n, branch_id, project_root from uploads, generate_series(1, 97) n where deployment_id = $1`,
      [deploymentId],
    )

    const outcomes = await Promise.all([start(), start(), start(), start(), start()])

    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(outcomes.filter(({ code }) => code === 'upload_limit')).toHaveLength(3)
    await query("update uploads set expires_at = now() where deployment_id = $1 and id = 'more-1'", [deploymentId])
    expect(await start()).toMatchObject({ status: 200 })
  })
})

const send = ({ api, deploymentId }: Actor, transaction: string, fileName: string, content = 'x', query: { branchName?: string } = {}) =>
  api.uploadFile({ params: { deploymentId }, query, body: { transaction, fileName }, file: new Blob([content]) })

const unreferencedKeys = async ({ tenantId }: Actor): Promise<string[]> => {
  const rows = await server.query<{ key: string }>('select key from unreferenced_objects where tenant_id = $1', [tenantId])
  return rows.map(({ key }) => key).filter((key) => key.includes('/uploads/'))
}

describe('uploadFile', () => {
  it('answers the hash of what it took, for a plain id and for the JSON of a transaction', async ({ admin, id }) => {
    expect(await send(admin, id, 'model/a.yml', 'é')).toEqual({ success: true, hash: sha1Of('é') })
    expect(await send(admin, JSON.stringify({ id }), '/b.yml', '')).toEqual({ success: true, hash: sha1Of('') })
  })

  it('replaces a file of the same name and leaves its object to the collector', async ({ admin, id }) => {
    await send(admin, id, 'a.yml', 'one')
    expect(await unreferencedKeys(admin)).toEqual([])
    await send(admin, id, '/a.yml', 'two')

    expect(await unreferencedKeys(admin)).toHaveLength(1)
    const rows = await server.query<{ sha1: string }>('select sha1 from upload_files where tenant_id = $1', [admin.tenantId])
    expect(rows).toEqual([{ sha1: sha1Of('two') }])
  })

  it('refuses a file of more than 10 MB and keeps nothing of it', async ({ admin, id }) => {
    await expect(send(admin, id, 'a.yml', 'x'.repeat(10_485_761))).rejects.toMatchObject({ status: 413, code: 'file_too_large' })

    expect(await unreferencedKeys(admin)).toEqual([])
  })

  it('refuses paths that leave the repository, that git or Windows reserve, and that name no file', async ({ admin, id }) => {
    for (const path of ['../a.yml', '.git/config', 'a\\b', '', 'CON', 'model/']) {
      await expect(send(admin, id, path), path).rejects.toMatchObject({ status: 400, code: 'file_path_invalid' })
    }
  })

  it('knows no upload that is unknown, over, or of another deployment', async ({ admin, id }) => {
    const [other = 0] = await givenDeployments(admin, 'Second')

    await expect(send(admin, 'nothing', 'a')).rejects.toMatchObject({ status: 404, code: 'upload_not_found' })
    await expect(send(admin, '{"id":1}', 'a')).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
    await expect(send({ ...admin, deploymentId: other }, id, 'a')).rejects.toMatchObject({ code: 'upload_not_found' })
    await server.query(`update uploads set expires_at = now() - interval '1 second' where id = $1`, [id])
    await expect(send(admin, id, 'a')).rejects.toMatchObject({ code: 'upload_not_found' })
  })

  it('returns 404 when the deployment is deleted while the file is received', async ({ admin, id }) => {
    const field = (name: string, value: string) => `--part\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const file = '--part\r\ncontent-disposition: form-data; name="file"; filename="a.yml"\r\n\r\ncubes: []'
    const deleted = Promise.withResolvers<null>()
    const body = new ReadableStream({
      start: async (stream) => {
        stream.enqueue(Buffer.from(`${field('transaction', id)}${field('fileName', 'a.yml')}${file}`))
        await deleted.promise
        stream.enqueue(Buffer.from('\r\n--part--\r\n'))
        stream.close()
      },
    })
    const headers = { ...admin.headers, authorization: `Bearer ${admin.key}`, 'content-type': 'multipart/form-data; boundary=part' }
    const url = `${server.url()}/build/api/v1/deployments/${admin.deploymentId}/data-model/upload/file`
    const answer = fetch(url, { method: 'POST', headers, body, duplex: 'half' })
    const listed = async () => (await readdir(server.services().config.dataFolder, { recursive: true })).join('\n')
    await expect.poll(listed, { timeout: 10_000 }).toMatch(/incoming.[0-9a-f]{16}$/m)

    await admin.api.deleteDeployment({ params: admin })
    deleted.resolve(null)

    const response = await answer
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'deployment_not_found' }])
  })

  it('is bound to the branch of the upload', async ({ admin }) => {
    const branchName = await givenDevBranch(admin)
    const id = await givenUpload(admin)

    await expect(send(admin, id, 'a', 'x', { branchName: 'main' })).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
    expect(await send(admin, id, 'a', 'x', { branchName })).toMatchObject({ success: true })
  })

  it('is open to a colleague only where the colleague may write', async ({ admin, developer }) => {
    const shared = await givenUpload(admin)
    await givenDevBranch(admin)
    const own = await givenUpload(admin)

    expect(await send(developer, shared, 'a')).toMatchObject({ success: true })
    await expect(send(developer, own, 'a')).rejects.toMatchObject({ status: 403, code: 'not_own_branch' })
  })
})

describe('fileHashes', () => {
  it('gives the SHA-1 of the bytes of every file, and of no link', async ({ admin }) => {
    const params = { deploymentId: admin.deploymentId }
    const branchName = await givenDevBranch(admin)
    await givenCommit(server, admin, branchName, [{ path: 'model/a.yml', content: Buffer.from('a') }, linkTo('link', '/etc/passwd')])

    expect(await admin.api.fileHashes({ params })).toEqual(manifestOf({ 'README.md': '# Data model\n', 'model/a.yml': 'a' }))
    expect(await admin.api.fileHashes({ params, query: { live: true } })).toEqual(manifestOf({ 'README.md': '# Data model\n' }))
    expect(await admin.api.fileHashes({ params, query: { branchName: 'main' } })).toEqual(manifestOf({ 'README.md': '# Data model\n' }))
  })

  it('gives paths inside the project root when asked', async ({ admin }) => {
    const branchName = await givenDevBranch(admin)
    const paths = ['cube/model/a.yml', 'cube/b.yml', 'cubes/c.yml']
    await givenCommit(
      server,
      admin,
      branchName,
      paths.map((path) => ({ path, content: Buffer.from('x') })),
    )
    await admin.api.updateDeployment({ params: admin, body: { deployProjectRoot: '/cube/' } })

    const hashes = await admin.api.fileHashes({ params: admin, query: { useDeployProjectRoot: true } })

    expect(Object.keys(hashes)).toEqual(['b.yml', 'model/a.yml'])
  })

  it('refuses a blank name, an unknown branch, and live with another branch', async ({ admin }) => {
    const branchName = await givenDevBranch(admin)
    const of = (query: { branchName?: string; live?: boolean }) => admin.api.fileHashes({ params: admin, query })

    await expect(of({ branchName: '' })).rejects.toMatchObject({ status: 400, code: 'branch_required' })
    await expect(of({ branchName: 'nowhere' })).rejects.toMatchObject({ status: 404, code: 'branch_not_found' })
    await expect(of({ branchName, live: true })).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
  })
})
