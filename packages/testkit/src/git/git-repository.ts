import { findLooseRef, flatTree, initBareRepository, type ObjectType, writeLooseObject, writeLooseRef } from './loose-objects.ts'
import { runGit } from './run-git.ts'

export type TestRepository = {
  gitDir: string
  /** Adds a commit with these files, and no others, to the branch; answers with its hash. */
  commit: (branch: string, files: Record<string, string>) => Promise<string>
  /** Where a ref is, or null. */
  find: (ref: string) => Promise<string | null>
  /** Writes an object as it is given, also one that git itself would not write. */
  writeObject: (type: ObjectType, content: string | Buffer) => Promise<string>
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
    if (ref.startsWith('refs/')) return findLooseRef(gitDir, ref)
    const { code, stdout } = await runGit(gitDir, ['rev-parse', '--verify', '--quiet', ref])
    return code === 0 ? stdout.trim() : null
  }
  initBareRepository(gitDir)
  return {
    gitDir,
    git,
    find,
    writeObject: async (type, content) => writeLooseObject(gitDir, type, content),
    commit: async (branch, files) => {
      const blobs = Object.entries(files).map(([name, content]) => {
        if (name.includes('/')) throw new Error(`commit() takes files of the root folder, not "${name}". Use commitFolder.`)
        return { name, sha: writeLooseObject(gitDir, 'blob', content) }
      })
      const tree = writeLooseObject(gitDir, 'tree', flatTree(blobs))
      const ref = `refs/heads/${branch}`
      const parent = findLooseRef(gitDir, ref)
      const parents = parent === null ? '' : `parent ${parent}\n`
      const message = `${parents}author ${author}\ncommitter ${author}\n\nChange the model\n`
      const sha = writeLooseObject(gitDir, 'commit', `tree ${tree}\n${message}`)
      writeLooseRef(gitDir, ref, sha)
      return sha
    },
  }
}
