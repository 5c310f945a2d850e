import { mkdirSync } from 'node:fs'
import { runGit } from './run-git.ts'

export type TestRepository = {
  gitDir: string
  /** Adds a commit with these files, and no others, to the branch; answers with its hash. */
  commit: (branch: string, files: Record<string, string>) => Promise<string>
  /** Where a ref is, or null. */
  find: (ref: string) => Promise<string | null>
  /** Writes an object as it is given, also one that git itself would not write. */
  writeObject: (type: 'blob' | 'tree' | 'commit', content: string | Buffer) => Promise<string>
  git: (args: string[], input?: string | Buffer) => Promise<string>
}

const author = 'Ada <ada@example.com> 1700000000 +0000'

/** A bare repository in a folder, with what tests do to one. */
export const makeRepository = async (gitDir: string): Promise<TestRepository> => {
  const git = async (args: string[], input?: string | Buffer): Promise<string> => {
    const { code, stdout, stderr } = await runGit(gitDir, args, input)
    if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${code}: ${stderr}`)
    return stdout.trim()
  }
  const find = async (ref: string): Promise<string | null> => {
    const { code, stdout } = await runGit(gitDir, ['rev-parse', '--verify', '--quiet', ref])
    return code === 0 ? stdout.trim() : null
  }
  const writeObject: TestRepository['writeObject'] = (type, content) =>
    git(['hash-object', '-w', '--literally', '-t', type, '--stdin'], content)
  mkdirSync(gitDir, { recursive: true })
  await git(['init', '--bare', '--quiet', '--initial-branch=main', gitDir])
  return {
    gitDir,
    git,
    find,
    writeObject,
    commit: async (branch, files) => {
      const entries = await Promise.all(
        Object.entries(files).map(async ([name, content]) => `100644 blob ${await writeObject('blob', content)}\t${name}\n`),
      )
      const tree = await git(['mktree'], entries.join(''))
      const parent = await find(`refs/heads/${branch}`)
      const parents = parent === null ? '' : `parent ${parent}\n`
      const sha = await writeObject('commit', `tree ${tree}\n${parents}author ${author}\ncommitter ${author}\n\nChange the model\n`)
      await git(['update-ref', `refs/heads/${branch}`, sha])
      return sha
    },
  }
}
