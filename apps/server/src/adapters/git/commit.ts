import { runGit } from './run.ts'

export type Person = { name: string; email: string }

export type FileChange =
  | { path: string; content: Buffer; mode?: string }
  | { path: string; oid: string; mode: string }
  | { path: string; isRemoved: true }

export type NewCommit = {
  /** None = the first of its history. The files of the first parent are the ground the changes stand on. */
  parents: string[]
  /** Stands in place of the first parent's files. */
  tree?: string
  changes: FileChange[]
  message: string
  author: Person
}

const quoted = (path: string): string =>
  `"${path.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`).replaceAll('\n', String.raw`\n`)}"`

// What would end the name or the line it stands in.
const nameOf = (text: string): string => text.replaceAll(/[<>\p{Cc}]/gu, ' ').trim() || 'unknown'

const data = (bytes: Buffer): Buffer[] => [Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')]

const lines = (change: FileChange): (string | Buffer)[] => {
  if ('isRemoved' in change) return [`D ${quoted(change.path)}\n`]
  if ('oid' in change) return [`M ${change.mode} ${change.oid} ${quoted(change.path)}\n`]
  return [`M ${change.mode ?? '100644'} inline ${quoted(change.path)}\n`, ...data(change.content)]
}

function* script({ parents, tree, changes, message, author }: NewCommit, seconds: number): Generator<string | Buffer> {
  const [first, ...others] = parents
  yield 'feature done\ncommit refs/heads/new\nmark :1\n'
  yield `committer ${nameOf(author.name)} <${nameOf(author.email)}> ${seconds} +0000\n`
  yield* data(Buffer.from(message))
  if (first) yield `from ${first}\n`
  for (const other of others) yield `merge ${other}\n`
  if (tree) yield `M 040000 ${tree} ""\n`
  // Removals first: a folder may stand where a file was.
  for (const change of changes) if ('isRemoved' in change) yield* lines(change)
  for (const change of changes) if (!('isRemoved' in change)) yield* lines(change)
  yield 'get-mark :1\ndone\n'
}

/** Writes a commit with all its objects into one pack of the repository, without a working tree, and gives its id. */
export const writeCommit = async (gitDir: string, commit: NewCommit, seconds: number, signal: AbortSignal): Promise<string> => {
  const input = Buffer.concat([...script(commit, seconds)].map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
  const { stdout } = await runGit({
    gitDir,
    // The branch is a name for the time of the command; `force` lets a second commit of the same change replace it.
    args: ['-c', 'fastimport.unpackLimit=0', 'fast-import', '--quiet', '--force', '--done', '--date-format=raw'],
    input,
    signal,
  })
  const id = stdout.toString('latin1').trim()
  if (!/^[0-9a-f]{40}$/.test(id)) throw new Error('git fast-import did not say which commit it wrote.')
  return id
}
