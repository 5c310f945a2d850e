import { createReadStream } from 'node:fs'
import { type GitDir, runIn } from './run.ts'

export type Person = { name: string; email: string }

export type FileChange =
  | { path: string; content: Buffer; mode?: string }
  /** A file on this node's disk, of so many bytes. */
  | { path: string; file: string; size: number; mode?: string }
  | { path: string; oid: string; mode: string }
  | { path: string; isRemoved: true }

export type NewCommit = {
  /** None = the first of its history. The changes apply to the files of the first parent. */
  parents: string[]
  /** Replaces the files of the first parent. */
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

type Part = string | Buffer

async function* lines(change: FileChange): AsyncGenerator<Part> {
  const path = quoted(change.path)
  if ('isRemoved' in change) yield `D ${path}\n`
  else if ('oid' in change) yield `M ${change.mode} ${change.oid} ${path}\n`
  else {
    yield `M ${change.mode ?? '100644'} inline ${path}\n`
    if ('content' in change) yield* data(change.content)
    else {
      yield `data ${change.size}\n`
      for await (const chunk of createReadStream(change.file)) yield chunk as Buffer
      yield '\n'
    }
  }
}

async function* script({ parents, tree, changes, message, author }: NewCommit, seconds: number): AsyncGenerator<Part> {
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

const pieceBytes = 1_048_576

/** The same in pieces: a write for each line would take longer than git does, and all at once would stand in memory twice. */
async function* inPieces(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const part of parts) {
    const piece = typeof part === 'string' ? Buffer.from(part) : part
    waiting.push(piece)
    bytes += piece.length
    if (bytes < pieceBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  yield Buffer.concat(waiting)
}

/** Writes a commit with all its objects into one pack of the repository, without a working tree, and gives its id. */
export const writeCommit = async (gitDir: GitDir, commit: NewCommit, seconds: number, signal: AbortSignal): Promise<string> => {
  const { stdout } = await runIn(gitDir, {
    // The branch is a name for the time of the command; `force` lets a second commit of the same change replace it.
    args: ['-c', 'fastimport.unpackLimit=0', 'fast-import', '--quiet', '--force', '--done', '--date-format=raw'],
    input: inPieces(script(commit, seconds)),
    signal,
  })
  const id = stdout.toString('latin1').trim()
  if (!/^[0-9a-f]{40}$/.test(id)) throw new Error('git fast-import did not say which commit it wrote.')
  return id
}
