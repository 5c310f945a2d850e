import { describe, expect, it } from 'vitest'
import { type Actor, givenCommit, givenDevBranch, gitOn, givenModeler, itRefusesBodies, linkTo, listedByGit, useServer } from '#test'

const server = useServer()

type File = { path: string; content: string; encoding?: 'utf8' | 'base64' }
const put = ({ api, deploymentId }: Actor, files: File[], branch: { branchName?: string; branchId?: number } = {}) =>
  api.updateFiles({ params: { deploymentId }, body: { files, ...branch } })
const countCommits = async (actor: Actor, branch: string): Promise<number> =>
  Number(await gitOn(server, actor, branch, ['rev-list', '--count', 'HEAD']))

describe('updateFiles', () => {
  itRefusesBodies(server, 'updateFiles', [
    [{}, '/body/files'],
    [{ files: [{ path: 'a' }] }, '/body/files/0/content'],
    [{ files: [{ path: 'a', content: '', encoding: 'hex' }] }, '/body/files/0/encoding'],
  ])

  it('writes text and bytes in one commit by the caller', async () => {
    const admin = await givenModeler(server)
    const branch = await givenDevBranch(admin)
    const before = await countCommits(admin, branch)

    const answer = await put(admin, [
      { path: '/model/orders.yml', content: 'cubes: [] # é\n' },
      { path: 'model/logo.png', content: Buffer.from([0, 255, 1]).toString('base64'), encoding: 'base64' },
      { path: '-rf', content: '' },
    ])

    expect(answer).toEqual({ success: true })
    expect(await listedByGit(server, admin, branch)).toEqual([
      '100644 -rf',
      '100644 README.md',
      '100644 model/logo.png',
      '100644 model/orders.yml',
    ])
    expect(await gitOn(server, admin, branch, ['show', 'HEAD:model/orders.yml'])).toBe('cubes: [] # é\n')
    expect(await gitOn(server, admin, branch, ['log', '-1', '--format=%an|%s', 'HEAD'])).toBe(`admin@${admin.host}|Update 3 files\n`)
    expect(await countCommits(admin, branch)).toBe(before + 1)
  })

  it('names the file in the commit and makes none when nothing changes', async () => {
    const admin = await givenModeler(server)
    const branch = await givenDevBranch(admin)
    const files = [
      { path: 'model/a.yml', content: 'a' },
      { path: 'README.md', content: '# Data model\n' },
    ]
    await put(admin, files)
    const after = await countCommits(admin, branch)

    expect(await put(admin, files)).toEqual({ success: true })

    expect(await countCommits(admin, branch)).toBe(after)
    expect(await gitOn(server, admin, branch, ['log', '-1', '--format=%s', 'HEAD'])).toBe('Update model/a.yml\n')
  })

  it('writes all files or none', async () => {
    const admin = await givenModeler(server)
    const branch = await givenDevBranch(admin)

    const answer = put(admin, [
      { path: 'good.yml', content: '' },
      { path: '../bad.yml', content: '' },
    ])

    await expect(answer).rejects.toMatchObject({ status: 400, code: 'file_path_invalid', message: expect.stringContaining('"../bad.yml"') })
    expect(await listedByGit(server, admin, branch)).toEqual(['100644 README.md'])
  })

  it.each<[what: string, code: string, status: number, files: File[]]>([
    ['another case of a file', 'file_path_taken', 409, [{ path: 'readme.md', content: '' }]],
    ['the same path twice', 'file_path_invalid', 400, ['a', '/a'].map((path) => ({ path, content: '' }))],
    ['more than 10 MB', 'file_too_large', 413, [{ path: 'a', content: 'x'.repeat(10_485_761) }]],
    ['content that is not base64', 'invalid_request', 400, [{ path: 'a', content: 'not base64!', encoding: 'base64' }]],
  ])('refuses %s: %s', async (_what, code, status, files) => {
    const admin = await givenModeler(server)
    await givenDevBranch(admin)

    await expect(put(admin, files)).rejects.toMatchObject({ status, code })
  })

  it('takes a file of 10 MB', async () => {
    const admin = await givenModeler(server)
    await givenDevBranch(admin)

    expect(await put(admin, [{ path: 'a', content: 'x'.repeat(10_485_760) }])).toEqual({ success: true })
  })

  it('writes through no link and replaces one by a file', async () => {
    const admin = await givenModeler(server)
    const branch = await givenDevBranch(admin)
    await givenCommit(server, admin, branch, [linkTo('etc', '/etc'), linkTo('up', '..')])

    await expect(put(admin, [{ path: 'etc/passwd', content: 'x' }])).rejects.toMatchObject({ code: 'file_path_taken' })
    await put(admin, [{ path: 'up', content: 'x' }])

    expect(await listedByGit(server, admin, branch)).toEqual(['100644 README.md', '120000 etc', '100644 up'])
  })

  it('writes only on dev branches of the caller', async () => {
    const admin = await givenModeler(server)
    const colleague = await server.colleague(admin, { role: 'Developer' })
    const params = { deploymentId: admin.deploymentId }
    const branch = await givenDevBranch(admin)
    await admin.api.createBranch({ params, body: { name: 'feature' } })
    const files = [{ path: 'a', content: '' }]

    await expect(put(admin, files, { branchName: 'main' })).rejects.toMatchObject({
      status: 400,
      code: 'not_dev_branch',
      message: expect.stringMatching(/^Branch "main" is not a dev-mode branch\./),
    })
    await expect(put(admin, files, { branchName: 'feature' })).rejects.toMatchObject({ code: 'not_dev_branch' })
    await expect(put(colleague, files, { branchName: branch })).rejects.toMatchObject({ status: 403, code: 'not_own_branch' })
    await expect(put(admin, files, { branchName: 'nowhere' })).rejects.toMatchObject({ status: 404, code: 'branch_not_found' })
  })

  it('asks for a branch when none is named and the credential is on none, or the name is blank', async () => {
    const admin = await givenModeler(server)
    const files = [{ path: 'a', content: '' }]

    await expect(put(admin, files)).rejects.toMatchObject({ status: 400, code: 'branch_required' })
    const branchName = await givenDevBranch(admin)
    await expect(put(admin, files, { branchName: '' })).rejects.toMatchObject({ status: 400, code: 'branch_required' })
    const { items } = await admin.api.listBranches({ params: { deploymentId: admin.deploymentId } })
    const branchId = items.find(({ name }) => name === branchName)?.id ?? 0
    expect(await put(admin, files, { branchId })).toEqual({ success: true })
  })

  it('keeps code for those who manage secrets when the setting says so', async () => {
    const admin = await givenModeler(server)
    const weak = await server.colleague(admin, { role: 'Developer' })
    await server
      .database()
      .query(`update roles set actions = array_remove(actions, 'SecretsManage') where tenant_id = $1 and name = 'Developer'`, [
        admin.tenantId,
      ])
    await admin.api.updateDeployment({ params: { deploymentId: admin.deploymentId }, body: { modelCodeEdits: 'secrets' } })
    await givenDevBranch(admin)
    await givenDevBranch(weak)

    await expect(put(weak, [{ path: 'cube.js', content: 'x' }])).rejects.toMatchObject({
      status: 403,
      code: 'code_edits_restricted',
      message: expect.stringMatching(/"cube\.js".*modelCodeEdits/),
    })
    expect(await put(weak, [{ path: 'model/a.yml', content: 'x' }])).toEqual({ success: true })
    expect(await put(admin, [{ path: 'cube.js', content: 'x' }])).toEqual({ success: true })
  })
})
