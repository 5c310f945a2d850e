import type { TestRepository } from './git-repository.ts'

const author = 'Eve <eve@example.com> 1700000000 +0000'

/** A tree of `width` to the power of `depth` paths, in as many objects as it is deep. */
export const writeTreeBomb = async ({ git, writeObject }: TestRepository, width: number, depth: number): Promise<string> => {
  const names = Array.from({ length: width }, (_, place) => `n${place}`)
  const of = (entry: string): Promise<string> => git(['mktree'], names.map((name) => `${entry}\t${name}\n`).join(''))
  let tree = await of(`100644 blob ${await writeObject('blob', 'x')}`)
  for (let level = 1; level < depth; level++) tree = await of(`040000 tree ${tree}`)
  return tree
}

/** Folders within folders, to any depth. */
export const writeDeepTree = async ({ git, writeObject }: TestRepository, depth: number): Promise<string> => {
  let tree = await git(['mktree'], `100644 blob ${await writeObject('blob', 'x')}\tfile.yml\n`)
  for (let level = 1; level < depth; level++) tree = await git(['mktree'], `040000 tree ${tree}\td\n`)
  return tree
}

export const writeCommitOf = ({ writeObject }: TestRepository, tree: string, parents: string[] = [], message = 'x'): Promise<string> =>
  writeObject(
    'commit',
    `tree ${tree}\n${parents.map((parent) => `parent ${parent}\n`).join('')}author ${author}\ncommitter ${author}\n\n${message}\n`,
  )

/** Two branches whose heads are harmless and whose common ancestor has this tree. */
export const writeFork = async (repository: TestRepository, tree: string, branches: readonly [string, string]): Promise<void> => {
  const base = await writeCommitOf(repository, tree)
  for (const branch of branches) {
    const blob = await repository.writeObject('blob', `cubes: [] # ${branch}\n`)
    const harmless = await repository.git(['mktree'], `100644 blob ${blob}\t${branch}.yml\n`)
    await repository.git(['update-ref', `refs/heads/${branch}`, await writeCommitOf(repository, harmless, [base])])
  }
}
