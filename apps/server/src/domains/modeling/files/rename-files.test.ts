import { describe, expect, it } from 'vitest'
import { type Actor, givenCommit, givenDevBranch, gitOn, givenModeler, listedByGit, useServer } from '#test'

const server = useServer()

const rename = ({ api, deploymentId }: Actor, ...files: [path: string, newPath: string][]) =>
  api.renameFiles({ params: { deploymentId }, body: { files: files.map(([path, newPath]) => ({ path, newPath })) } })

const givenFiles = async (actor: Actor): Promise<string> => {
  const branch = await givenDevBranch(actor)
  await givenCommit(server, actor, branch, [
    { path: 'a.yml', content: Buffer.from('a') },
    { path: 'b.sh', content: Buffer.from('b'), mode: '100755' },
    { path: 'model/c.yml', content: Buffer.from('c') },
  ])
  return branch
}

describe('renameFiles', () => {
  it('swaps names, moves folders and keeps modes, in one commit', async () => {
    const admin = await givenModeler(server)
    const branch = await givenFiles(admin)

    expect(await rename(admin, ['a.yml', '/b.sh'], ['b.sh', 'a.yml'], ['/model', 'Model'])).toEqual({ success: true })

    expect(await listedByGit(server, admin, branch)).toEqual(['100644 Model/c.yml', '100644 README.md', '100755 a.yml', '100644 b.sh'])
    expect(await gitOn(server, admin, branch, ['show', 'HEAD:a.yml'])).toBe('b')
    expect(await gitOn(server, admin, branch, ['log', '-1', '--format=%s', 'HEAD'])).toBe('Rename 3 files\n')
  })

  it.each<[what: string, code: string, renames: [string, string][]]>([
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
  ])('refuses a rename %s: %s', async (_what, code, renames) => {
    const admin = await givenModeler(server)
    const branch = await givenFiles(admin)
    const before = await listedByGit(server, admin, branch)

    await expect(rename(admin, ['README.md', 'READ.md'], ...renames)).rejects.toMatchObject({ code })

    expect(await listedByGit(server, admin, branch)).toEqual(before)
  })

  it('says what was renamed to what', async () => {
    const admin = await givenModeler(server)
    const branch = await givenFiles(admin)

    await rename(admin, ['a.yml', 'model/a.yml'])

    expect(await gitOn(server, admin, branch, ['log', '-1', '--format=%s', 'HEAD'])).toBe('Rename a.yml to model/a.yml\n')
  })
})
