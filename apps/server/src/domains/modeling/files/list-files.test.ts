import { describe, expect, it } from 'vitest'
import { type Actor, givenCommit, givenDevBranch, givenModeler, linkTo, useServer } from '#test'

const server = useServer()

const list = async (
  { api, deploymentId }: Actor,
  query: { withContent?: boolean; branchName?: string; showLastCLIUpload?: boolean } = {},
) => (await api.listFiles({ params: { deploymentId }, query })).data

describe('listFiles', () => {
  it('nests files in their folders, with their content only when asked', async () => {
    const admin = await givenModeler(server)
    const branchName = await givenDevBranch(admin)
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

  it('lists links and submodules without following them', async () => {
    const admin = await givenModeler(server)
    const branchName = await givenDevBranch(admin)
    const commit = await givenCommit(server, admin, branchName, [linkTo('link', '/etc/passwd')])
    await givenCommit(server, admin, branchName, [{ path: 'sub', oid: commit, mode: '160000' }])

    expect((await list(admin, { branchName, withContent: true })).slice(1)).toEqual([
      { path: '/link', type: 'file', isSymlink: true },
      { path: '/sub', type: 'file', isSubmodule: true },
    ])
  })

  it('shows the branch the credential is on when none is named, as file hashes do, and the deploy branch without dev mode', async () => {
    const admin = await givenModeler(server)
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

  it('refuses to hold more content in one answer than a node can, and lists the files all the same', async () => {
    const admin = await givenModeler(server)
    const branchName = await givenDevBranch(admin)
    const files = Array.from({ length: 15 }, (_, number) => ({ path: `${number}.txt`, content: Buffer.alloc(9_500_000, `${number} `) }))
    await givenCommit(server, admin, branchName, files)

    await expect(list(admin, { branchName, withContent: true })).rejects.toMatchObject({ status: 413, code: 'model_too_large' })
    expect(await list(admin, { branchName })).toHaveLength(16)
  })

  it('shows nothing as the last upload of a branch that had none', async () => {
    expect(await list(await givenModeler(server), { showLastCLIUpload: true })).toEqual([])
  })
})
