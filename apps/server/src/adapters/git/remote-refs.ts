import type { RemoteConnection } from './remote-connection.ts'

export type RemoteBranch = { name: string; sha: string }
export type RemoteRefs = { branches: RemoteBranch[]; defaultBranch: string | null }

const heads = 'refs/heads/'

// What no ref may hold, as git-check-ref-format has it; in a refspec such a name would mean more than itself.
const unfit = /[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|(^|\/)\.|\.lock(\/|$)|[./]$|^$/u

/** The full name of a branch. Names are checked where they enter; one that would mean something else to git is a bug. */
export const refOf = (branch: string): string => {
  if (unfit.test(branch)) throw new Error(`${JSON.stringify(branch)} cannot be the name of a branch.`)
  return `${heads}${branch}`
}

export const isBranchRef = (ref: unknown): ref is string =>
  typeof ref === 'string' && ref.length <= 512 && ref.startsWith(heads) && !unfit.test(ref.slice(heads.length))

/** Whether git takes it for the name of a branch or a tag. */
export const isBranchName = (name: string): boolean => isBranchRef(`${heads}${name}`)

// Beyond what anyone keeps in one repository.
const maxEntries = { separator: 0x0a, max: 20_000, of: 'branches' }

export const listRefs = async (connection: RemoteConnection, signal?: AbortSignal): Promise<RemoteRefs> => {
  const args = (url: string): string[] => ['ls-remote', '--symref', '--', url, 'HEAD', `${heads}*`]
  const { stdout } = await connection.run({ args, maxEntries, ...(signal ? { signal } : {}) })
  const refs: RemoteRefs = { branches: [], defaultBranch: null }
  for (const row of stdout.toString('utf8').split('\n')) {
    const [value = '', ref = ''] = row.split('\t')
    const name = ref.slice(heads.length)
    if (ref === 'HEAD' && value.startsWith(`ref: ${heads}`)) refs.defaultBranch = value.slice(`ref: ${heads}`.length)
    else if (isBranchRef(ref)) refs.branches.push({ name, sha: value })
  }
  return refs
}
