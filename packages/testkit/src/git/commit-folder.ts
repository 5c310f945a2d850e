import type { TestRepository } from './git-repository.ts'

const author = 'Ada <ada@example.com> 1700000000 +0000'

/** Puts all files of a folder, and no others, on a branch. */
export const commitFolder = async (
  { git, find, writeObject }: Pick<TestRepository, 'git' | 'find' | 'writeObject'>,
  branch: string,
  folder: string,
): Promise<string> => {
  await git(['--work-tree', folder, 'add', '--all', '--force', '.'])
  const parent = await find(`refs/heads/${branch}`)
  const head = `tree ${await git(['write-tree'])}\n${parent === null ? '' : `parent ${parent}\n`}author ${author}\ncommitter ${author}\n\nChange\n`
  const sha = await writeObject('commit', head)
  await git(['update-ref', `refs/heads/${branch}`, sha])
  return sha
}
