import { describe, expect } from 'vitest'
import {
  type Actor,
  costOf,
  gitOn,
  givenCommit,
  givenDevBranch,
  givenModeler,
  itRefusesBodies,
  linkTo,
  listedByGit,
  useServer,
  withOwner,
} from '#test'

const server = useServer()
const it = withOwner(server, () => givenModeler(server)).extend('branch', ({ admin }) => givenDevBranch(admin))

const list = async (
  { api, deploymentId }: Actor,
  query: { withContent?: boolean; branchName?: string; showLastCLIUpload?: boolean } = {},
) => (await api.listFiles({ params: { deploymentId }, query })).data

describe('listFiles', () => {
  it('nests files in their folders, with their content only when asked', async ({ admin, branch: branchName }) => {
    await givenCommit(server, admin, branchName, [
      { path: 'model/cubes/orders.yml', content: Buffer.from('\ufeffé\n') },
      { path: 'model/cubes.yml', content: Buffer.from('') },
      { path: 'model/logo.png', content: Buffer.from([255, 254]) },
      { path: 'model/nul.txt', content: Buffer.from('a\0b') },
      { path: 'run', content: Buffer.from('x'), mode: '100755' },
    ])

    expect(await list(admin, { branchName, withContent: true })).toEqual([
      { path: '/README.md', type: 'file', content: '# Data model\n' },
      {
        path: '/model',
        type: 'directory',
        children: [
          { path: '/model/cubes.yml', type: 'file', content: '' },
          { path: '/model/cubes', type: 'directory', children: [{ path: '/model/cubes/orders.yml', type: 'file', content: '\ufeffé\n' }] },
          { path: '/model/logo.png', type: 'file', content: '//4=', encoding: 'base64' },
          { path: '/model/nul.txt', type: 'file', content: 'YQBi', encoding: 'base64' },
        ],
      },
      { path: '/run', type: 'file', content: 'x' },
    ])
    expect((await list(admin, { branchName }))[0]).toEqual({ path: '/README.md', type: 'file' })
  })

  it('calls the list `items` as well, unless it is sent with content', async () => {
    const { api, deploymentId } = await givenModeler(server)
    const tree = [{ path: '/README.md', type: 'file' }]

    expect(await api.listFiles({ params: { deploymentId } })).toEqual({ items: tree, data: tree })
    expect(await api.listFiles({ params: { deploymentId }, query: { withContent: true } })).not.toHaveProperty('items')
  })

  it('lists links and submodules without following them', async ({ admin, branch: branchName }) => {
    const commit = await givenCommit(server, admin, branchName, [linkTo('link', '/etc/passwd')])
    await givenCommit(server, admin, branchName, [{ path: 'sub', oid: commit, mode: '160000' }])

    expect((await list(admin, { branchName, withContent: true })).slice(1)).toEqual([
      { path: '/link', type: 'file', isSymlink: true },
      { path: '/sub', type: 'file', isSubmodule: true },
    ])
  })

  it('defaults to the branch of the credential, then to the deploy branch', async ({ admin }) => {
    const { api, deploymentId } = admin
    await givenDevBranch(admin)
    await api.updateFiles({ params: { deploymentId }, body: { files: [{ path: 'a', content: '' }] } })
    const [deployed, dev] = [['/README.md'], ['/README.md', '/a']]
    const listed = async (query = {}) => (await list(admin, query)).map(({ path }) => path)
    const hashed = async () => Object.keys(await api.fileHashes({ params: { deploymentId } })).map((path) => `/${path}`)

    expect([await listed(), await hashed(), await listed({ branchName: '' })]).toEqual([dev, dev, dev])
    expect(await listed({ branchName: 'main' })).toEqual(deployed)
    await api.stopDevMode({ params: { deploymentId } })
    expect([await listed(), await hashed()]).toEqual([deployed, deployed])
    await expect(list(admin, { branchName: 'nowhere' })).rejects.toMatchObject({ status: 404, code: 'branch_not_found' })
  })

  it('returns 413 for too much content, and lists the files without it', async ({ admin, branch: branchName }) => {
    const files = Array.from({ length: 15 }, (_, number) => ({ path: `${number}.txt`, content: Buffer.alloc(9_500_000, `${number} `) }))
    await givenCommit(server, admin, branchName, files)

    await expect(list(admin, { branchName, withContent: true })).rejects.toMatchObject({ status: 413, code: 'model_too_large' })
    expect(await list(admin, { branchName })).toHaveLength(16)
  })

  it('shows nothing as the last upload of a branch that had none', async () => {
    expect(await list(await givenModeler(server), { showLastCLIUpload: true })).toEqual([])
  })
})

const remove = ({ api, deploymentId }: Actor, paths: string[], branchName?: string) =>
  api.removeFiles({
    params: { deploymentId },
    body: { files: paths.map((path) => ({ path })), ...(branchName === undefined ? {} : { branchName }) },
  })

const givenFiles = async (actor: Actor, paths: string[]): Promise<string> => {
  const branch = await givenDevBranch(actor)
  await givenCommit(
    server,
    actor,
    branch,
    paths.map((path) => ({ path, content: Buffer.from(path) })),
  )
  return branch
}

describe('removeFiles', () => {
  it('deletes files, and folders with what is in them, in one commit', async ({ admin }) => {
    const branch = await givenFiles(admin, ['model/a.yml', 'model/x/b.yml', 'models.yml', 'c.yml'])

    expect(await remove(admin, ['/model', 'c.yml'])).toEqual({ success: true })

    expect(await listedByGit(server, admin, branch)).toEqual(['100644 README.md', '100644 models.yml'])
    expect(await gitOn(server, admin, branch, ['log', '-1', '--format=%s', 'HEAD'])).toBe('Delete 3 files\n')
  })

  it('deletes a link and not what it points to', async ({ admin }) => {
    const branch = await givenFiles(admin, ['model/a.yml'])
    await givenCommit(server, admin, branch, [linkTo('link', 'model')])

    await expect(remove(admin, ['link/a.yml'])).rejects.toMatchObject({ code: 'file_not_found' })
    await remove(admin, ['link'])

    expect(await listedByGit(server, admin, branch)).toEqual(['100644 README.md', '100644 model/a.yml'])
  })

  it('deletes all or nothing', async ({ admin }) => {
    const branch = await givenFiles(admin, ['a.yml'])

    await expect(remove(admin, ['a.yml', 'b.yml'])).rejects.toMatchObject({
      status: 404,
      code: 'file_not_found',
      message: expect.stringContaining('"b.yml"'),
    })
    await expect(remove(admin, ['../a.yml'])).rejects.toMatchObject({ status: 400, code: 'file_path_invalid' })
    await expect(remove(admin, ['a.yml', '/a.yml'])).rejects.toMatchObject({ code: 'file_path_invalid' })

    expect(await listedByGit(server, admin, branch)).toEqual(['100644 README.md', '100644 a.yml'])
  })

  it('deletes on dev branches only', async ({ admin }) => {
    await givenFiles(admin, ['a.yml'])

    await expect(remove(admin, ['README.md'], 'main')).rejects.toMatchObject({ code: 'not_dev_branch' })
  })
})

const rename = ({ api, deploymentId }: Actor, ...files: [path: string, newPath: string][]) =>
  api.renameFiles({ params: { deploymentId }, body: { files: files.map(([path, newPath]) => ({ path, newPath })) } })

const givenModes = async (actor: Actor): Promise<string> => {
  const branch = await givenDevBranch(actor)
  await givenCommit(server, actor, branch, [
    { path: 'a.yml', content: Buffer.from('a') },
    { path: 'b.sh', content: Buffer.from('b'), mode: '100755' },
    { path: 'model/c.yml', content: Buffer.from('c') },
  ])
  return branch
}

describe('renameFiles', () => {
  it('swaps names, moves folders and keeps modes, in one commit', async ({ admin }) => {
    const branch = await givenModes(admin)

    expect(await rename(admin, ['a.yml', '/b.sh'], ['b.sh', 'a.yml'], ['/model', 'Model'])).toEqual({ success: true })

    expect(await listedByGit(server, admin, branch)).toEqual(['100644 Model/c.yml', '100644 README.md', '100755 a.yml', '100644 b.sh'])
    expect(await gitOn(server, admin, branch, ['show', 'HEAD:a.yml'])).toBe('b')
    expect(await gitOn(server, admin, branch, ['log', '-1', '--format=%s', 'HEAD'])).toBe('Rename 3 files\n')
  })

  it.for<[what: string, code: string, renames: [string, string][]]>([
    ['onto a file', 'file_path_taken', [['a.yml', 'b.sh']]],
    ['onto a folder', 'file_path_taken', [['a.yml', 'model']]],
    ['onto another case', 'file_path_taken', [['a.yml', 'MODEL/c.yml']]],
    ['out of the repository', 'file_path_invalid', [['a.yml', '../a.yml']]],
    ['into .git', 'file_path_invalid', [['a.yml', '.git/hooks/post-commit']]],
    ['of what is not there', 'file_not_found', [['z.yml', 'y.yml']]],
    [
      'of one file to two',
      'file_path_invalid',
      [
        ['a.yml', 'x'],
        ['a.yml', 'y'],
      ],
    ],
  ])('refuses a rename %s: %s', async ([_what, code, renames], { admin }) => {
    const branch = await givenModes(admin)
    const before = await listedByGit(server, admin, branch)

    await expect(rename(admin, ['README.md', 'READ.md'], ...renames)).rejects.toMatchObject({ code })

    expect(await listedByGit(server, admin, branch)).toEqual(before)
  })

  it('says what was renamed to what', async ({ admin }) => {
    const branch = await givenModes(admin)

    await rename(admin, ['a.yml', 'model/a.yml'])

    expect(await gitOn(server, admin, branch, ['log', '-1', '--format=%s', 'HEAD'])).toBe('Rename a.yml to model/a.yml\n')
  })
})

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

  it('writes text and bytes in one commit by the caller', async ({ admin, branch }) => {
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

  it('names the file in the commit and makes none when nothing changes', async ({ admin, branch }) => {
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

  it('writes all files or none', async ({ admin, branch }) => {
    const answer = put(admin, [
      { path: 'good.yml', content: '' },
      { path: '../bad.yml', content: '' },
    ])

    await expect(answer).rejects.toMatchObject({ status: 400, code: 'file_path_invalid', message: expect.stringContaining('"../bad.yml"') })
    expect(await listedByGit(server, admin, branch)).toEqual(['100644 README.md'])
  })

  it.for<[what: string, code: string, status: number, files: File[]]>([
    ['another case of a file', 'file_path_taken', 409, [{ path: 'readme.md', content: '' }]],
    ['the same path twice', 'file_path_invalid', 400, ['a', '/a'].map((path) => ({ path, content: '' }))],
    ['more than 10 MB', 'file_too_large', 413, [{ path: 'a', content: 'x'.repeat(10_485_761) }]],
    ['content that is not base64', 'invalid_request', 400, [{ path: 'a', content: 'not base64!', encoding: 'base64' }]],
  ])('refuses %s: %s', async ([_what, code, status, files], { admin }) => {
    await givenDevBranch(admin)

    await expect(put(admin, files)).rejects.toMatchObject({ status, code })
  })

  it('takes a file of 10 MB', async ({ admin }) => {
    await givenDevBranch(admin)

    expect(await put(admin, [{ path: 'a', content: 'x'.repeat(10_485_760) }])).toEqual({ success: true })
  })

  it('writes through no link and replaces one by a file', async ({ admin, branch }) => {
    await givenCommit(server, admin, branch, [linkTo('etc', '/etc'), linkTo('up', '..')])

    await expect(put(admin, [{ path: 'etc/passwd', content: 'x' }])).rejects.toMatchObject({ code: 'file_path_taken' })
    await put(admin, [{ path: 'up', content: 'x' }])

    expect(await listedByGit(server, admin, branch)).toEqual(['100644 README.md', '120000 etc', '100644 up'])
  })

  it('writes only on dev branches of the caller', async ({ admin, developer: colleague }) => {
    const branch = await givenDevBranch(admin)
    await admin.api.createBranch({ params: admin, body: { name: 'feature' } })
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

  it('asks for a branch when none is named and the credential is on none, or the name is blank', async ({ admin }) => {
    const files = [{ path: 'a', content: '' }]

    await expect(put(admin, files)).rejects.toMatchObject({ status: 400, code: 'branch_required' })
    const branchName = await givenDevBranch(admin)
    await expect(put(admin, files, { branchName: '' })).rejects.toMatchObject({ status: 400, code: 'branch_required' })
    const { items } = await admin.api.listBranches({ params: { deploymentId: admin.deploymentId } })
    const branchId = items.find(({ name }) => name === branchName)?.id ?? 0
    expect(await put(admin, files, { branchId })).toEqual({ success: true })
  })

  it('keeps code for those who manage secrets when the setting says so', async ({ admin, developer: weak }) => {
    await server.query(`update roles set actions = array_remove(actions, 'SecretsManage') where tenant_id = $1 and name = 'Developer'`, [
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

const filesOf = (count: number, mark: string) =>
  Array.from({ length: count }, (_, number) => ({ path: `model/cubes/cube_${number}.yml`, content: `cubes: [] # ${mark}, ${number}\n` }))

describe('what a save costs', () => {
  const givenAuthor = async (): Promise<{ owner: Actor; save: (count: number, mark: string) => Promise<unknown> }> => {
    const owner = await givenModeler(server)
    const branchName = await givenDevBranch(owner)
    const { api, deploymentId } = owner
    return {
      owner,
      save: (count, mark) => api.updateFiles({ params: { deploymentId }, body: { branchName, files: filesOf(count, mark) } }),
    }
  }

  it.each([1, 20, 400])('saves %i files with one command of git, one pack and the transactions of one', async (count) => {
    const { owner, save } = await givenAuthor()
    await save(400, 'first')

    const cost = await costOf(server, owner, () => save(count, 'second'))

    expect(cost).toEqual({
      git: ['fast-import'],
      // The pack and its index; the pack is read back before anybody is told that it is safe.
      uploads: 2,
      downloads: 1,
      // Who asks and for which branch, what the data model is, what is about to be uploaded, and the save itself.
      transactions: ['begin read only', 'begin read only', 'begin read write', 'begin read write'],
    })
  })
})
