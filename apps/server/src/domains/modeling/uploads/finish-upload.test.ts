import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, vi } from 'vitest'
import {
  type Actor,
  gitOn,
  givenCommit,
  givenDevBranch,
  givenUpload,
  givenModeler,
  headOf,
  holdStore,
  linkTo,
  listedByGit,
  manifestOf,
  useServer,
  withOwner,
} from '#test'

const server = useServer()
const it = withOwner(server, () => givenModeler(server))

type Finish = { autoRemoveFiles?: boolean; commitMessage?: string; branchName?: string; acknowledgeWidening?: boolean }
const finish = ({ api, deploymentId }: Actor, id: string, files: Record<string, string>, more: Finish = {}) =>
  api.finishUpload({ params: { deploymentId }, body: { transaction: { id }, files: manifestOf(files), ...more } })
const readme = { 'README.md': '# Data model\n' }

describe('finishUpload', () => {
  it('commits the manifest at once, prunes what it does not name and closes the upload', async ({ admin }) => {
    const id = await givenUpload(admin, { 'model/a.yml': 'a', 'b.yml': 'b' })

    const { lastHash } = await finish(admin, id, { 'model/a.yml': 'a', 'b.yml': 'b' }, { commitMessage: 'From CI' })

    expect(await gitOn(server, admin, 'main', ['log', '-1', '--format=%H %an|%s', 'HEAD'])).toBe(
      `${lastHash} admin@${admin.host}|From CI\n`,
    )
    expect(await listedByGit(server, admin, 'main')).toEqual(['100644 b.yml', '100644 model/a.yml'])
    await expect(finish(admin, id, {})).rejects.toMatchObject({ status: 404, code: 'upload_not_found' })
    const [rows] = await server.query<{ count: number }>('select count(*)::int from upload_files where tenant_id = $1', [admin.tenantId])
    expect(rows).toEqual({ count: 0 })
  })

  it('leaves no file of it on the disk of its node, whatever came of it', async ({ admin }) => {
    const files = { 'model/a.yml': 'cubes: []\n', 'b.yml': 'b' }
    const work = join(server.services().config.dataFolder, 'work')
    const left = async () => (await readdir(work, { recursive: true })).filter((name) => name.includes('/incoming/'))

    await finish(admin, await givenUpload(admin, files), files)
    expect(await left()).toEqual([])

    const id = await givenUpload(admin, { 'model/a.yml': 'cubes: [{}]\n' })
    const { isHeld, release } = holdStore(server.services())
    const failing = finish(admin, id, { ...files, 'model/a.yml': 'cubes: [{}]\n' }).catch((error: unknown) => error)
    await isHeld
    expect(await left()).not.toEqual([])
    await admin.api.updateDeployment({ params: admin, body: { deployBranchReadOnly: true } })
    release()
    expect(await failing).toMatchObject({ status: 503, code: 'service_unavailable' })
    expect(await left()).toEqual([])
  })

  it('keeps what is unchanged without its bytes, and everything when told not to prune', async ({ admin }) => {
    const first = await givenUpload(admin, { 'a.yml': 'a' })
    await finish(admin, first, { 'a.yml': 'a' }, { autoRemoveFiles: false })
    const second = await givenUpload(admin, { 'b.yml': 'b' })

    await finish(admin, second, { ...readme, 'a.yml': 'a', '/b.yml': 'b' })

    expect(await listedByGit(server, admin, 'main')).toEqual(['100644 README.md', '100644 a.yml', '100644 b.yml'])
    expect(await gitOn(server, admin, 'main', ['log', '-1', '--format=%s', 'HEAD'])).toBe('Upload b.yml\n')
  })

  it('makes no commit when nothing changes, and remembers the upload', async ({ admin }) => {
    const params = { deploymentId: admin.deploymentId }
    const before = (await gitOn(server, admin, 'main', ['rev-parse', 'HEAD'])).trim()

    expect(await finish(admin, await givenUpload(admin), readme)).toEqual({ lastHash: before })

    expect((await admin.api.listFiles({ params, query: { showLastCLIUpload: true } })).data).toEqual([{ path: '/README.md', type: 'file' }])
  })

  it('shows the branch as its last upload left it', async ({ admin }) => {
    await finish(admin, await givenUpload(admin, { 'a.yml': 'a' }), { 'a.yml': 'a' })
    await givenCommit(server, admin, 'main', [{ path: 'later.yml', content: Buffer.from('') }])

    const { data } = await admin.api.listFiles({ params: admin, query: { showLastCLIUpload: true } })

    expect(data).toEqual([{ path: '/a.yml', type: 'file' }])
  })

  it('refuses a manifest it cannot fulfil, says what is missing and stays open', async ({ admin }) => {
    const id = await givenUpload(admin, { 'a.yml': 'other' })
    const files = { ...readme, ...Object.fromEntries('abcdefgh'.split('').map((name) => [`${name}.yml`, name])) }

    await expect(finish(admin, id, files)).rejects.toMatchObject({
      status: 400,
      code: 'upload_incomplete',
      message: expect.stringMatching(/"a\.yml", "b\.yml", "c\.yml", "d\.yml", "e\.yml" and 3 more/),
    })

    expect(await finish(admin, id, { 'a.yml': 'other' })).toMatchObject({ lastHash: expect.any(String) })
  })

  it('replaces a link by the file that was uploaded for it', async ({ admin }) => {
    await givenUpload(admin)
    await givenCommit(server, admin, 'main', [linkTo('a.yml', '/etc/passwd')])

    await finish(admin, await givenUpload(admin, { 'a.yml': '/etc/passwd' }), { 'a.yml': '/etc/passwd' })

    expect(await listedByGit(server, admin, 'main')).toEqual(['100644 a.yml'])
  })

  it('leaves alone what is outside of the project root', async ({ admin }) => {
    const params = { deploymentId: admin.deploymentId }
    await admin.api.updateDeployment({ params, body: { deployProjectRoot: 'cube' } })
    await givenUpload(admin)
    await givenCommit(server, admin, 'main', [{ path: 'cube/old.yml', content: Buffer.from('old') }])
    const id = await givenUpload(admin, { 'new.yml': 'new' }, { useDeployProjectRoot: true })

    const whole = admin.api.finishUpload({ params, query: { useDeployProjectRoot: false }, body: { transaction: { id }, files: {} } })
    await expect(whole).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
    await finish(admin, id, { 'new.yml': 'new' })

    expect(await listedByGit(server, admin, 'main')).toEqual(['100644 README.md', '100644 cube/new.yml'])
  })

  it('refuses a manifest with an invalid path, with one path twice, and with paths that differ in case', async ({ admin }) => {
    const id = await givenUpload(admin, { x: 'x', X: 'x' })
    const cases: [code: string, files: Record<string, string>][] = [
      ['file_path_invalid', { '../x': 'x' }],
      ['file_path_invalid', { x: 'x', '/x': 'x' }],
      ['file_path_taken', { x: 'x', X: 'x' }],
    ]

    for (const [code, files] of cases) await expect(finish(admin, id, files), Object.keys(files).join()).rejects.toMatchObject({ code })
  })

  it('goes to the dev branch the credential was on, whichever it is on now', async ({ admin }) => {
    const branch = await givenDevBranch(admin)
    const id = await givenUpload(admin, { 'a.yml': 'a' })
    await admin.api.stopDevMode({ params: admin })

    await expect(finish(admin, id, { 'a.yml': 'a' }, { branchName: 'main' })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(finish(admin, id, { 'a.yml': 'a' }, { branchName: '' })).rejects.toMatchObject({ code: 'branch_required' })
    await finish(admin, id, { 'a.yml': 'a' }, { branchName: branch })

    expect(await listedByGit(server, admin, branch)).toEqual(['100644 a.yml'])
    expect(await listedByGit(server, admin, 'main')).toEqual(['100644 README.md'])
  })

  it('refuses what the settings came to forbid since the upload was started', async ({ admin }) => {
    const id = await givenUpload(admin, { 'cube.js': 'x' })
    await admin.api.updateDeployment({ params: admin, body: { deployBranchReadOnly: true } })

    await expect(finish(admin, id, { 'cube.js': 'x' })).rejects.toMatchObject({ status: 403, code: 'deploy_branch_read_only' })
  })

  it('asks for an acknowledgement when somebody would see more on the deploy branch', async ({ admin }) => {
    const cube = (isPublic: boolean) =>
      `cubes:\n  - name: orders\n    sql_table: orders\n    dimensions:\n      - name: status\n        sql: status\n        type: string\n        public: ${isPublic}\n`
    const path = 'model/cubes/orders.yml'
    await finish(admin, await givenUpload(admin, { [path]: cube(false) }), { [path]: cube(false) })
    await admin.api.updateDeployment({ params: admin, body: { wideningMerges: 'acknowledge' } })
    const id = await givenUpload(admin, { [path]: cube(true) })

    await expect(finish(admin, id, { [path]: cube(true) })).rejects.toMatchObject({ status: 409, code: 'widening_unacknowledged' })
    await finish(admin, id, { [path]: cube(true) }, { acknowledgeWidening: true })

    expect(await gitOn(server, admin, 'main', ['show', `HEAD:${path}`])).toBe(cube(true))
  })

  it('keeps code from being pruned by those who do not manage secrets', async ({ admin, developer }) => {
    await server.query(`update roles set actions = array_remove(actions, 'SecretsManage') where tenant_id = $1 and name = 'Developer'`, [
      admin.tenantId,
    ])
    await finish(admin, await givenUpload(admin, { 'cube.js': 'x' }), { 'cube.js': 'x' })
    await admin.api.updateDeployment({ params: admin, body: { modelCodeEdits: 'secrets' } })
    const id = await givenUpload(developer, { 'a.yml': 'a' })

    await expect(finish(developer, id, { 'a.yml': 'a' })).rejects.toMatchObject({ status: 403, code: 'code_edits_restricted' })
    expect(await finish(developer, id, { 'a.yml': 'a', 'cube.js': 'x' })).toMatchObject({ lastHash: expect.any(String) })
  })

  it('is refused without a byte of what was uploaded, and takes none of it into memory', async ({ admin }) => {
    const content = 'x'.repeat(1_000_000)
    const id = await givenUpload(admin, { 'large.yml': content })
    const { objects } = server.services()
    const [get, toFile] = [vi.spyOn(objects, 'get'), vi.spyOn(objects, 'getToFile')]
    onTestFinished(() => void [get.mockRestore(), toFile.mockRestore()])

    await expect(finish(admin, id, { 'large.yml': content, 'missing.yml': '' })).rejects.toMatchObject({ code: 'upload_incomplete' })
    expect([get.mock.calls.length, toFile.mock.calls.length]).toEqual([0, 0])

    await finish(admin, id, { 'large.yml': content })
    expect(get.mock.calls).toEqual([])
    expect(toFile.mock.calls.length).toBeGreaterThan(0)
    expect(await gitOn(server, admin, 'main', ['cat-file', '-s', 'HEAD:large.yml'])).toBe('1000000\n')
  })

  it('leaves the deploy branch alone that was made read-only while git worked', async ({ admin }) => {
    const id = await givenUpload(admin, { 'a.yml': 'a' })
    const before = await headOf(server, admin, 'main')
    const { isHeld, release } = holdStore(server.services())
    const late = finish(admin, id, { 'a.yml': 'a' }).then(
      () => 'finished',
      (error: unknown) => error,
    )
    await isHeld
    await admin.api.updateDeployment({ params: admin, body: { deployBranchReadOnly: true } })
    release()

    expect(await late).toMatchObject({ status: 503, code: 'service_unavailable' })
    expect(await headOf(server, admin, 'main')).toBe(before)
    await expect(finish(admin, id, { 'a.yml': 'a' })).rejects.toMatchObject({ status: 403, code: 'deploy_branch_read_only' })
  })
})
