import { isUtf8 } from 'node:buffer'
import type { TreeEntry } from '#engine/modeling'

const maxNamed = 5
const maxListed = 50
const maxTextBytes = 65_536

/** As many conflicts as one answer holds in full. */
export const maxConflicts = 100

const continuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** The text of one side, cut between two characters. Nothing for what is not text. */
export const textOf = (content: Buffer): string | undefined => {
  if (!isUtf8(content) || content.includes(0)) return undefined
  let end = Math.min(content.length, maxTextBytes)
  while (continuation(content[end])) end--
  return content.toString('utf8', 0, end)
}

/** Where a file and a folder want one name, git gives the file another: the name, and the commit it is from. */
export const inventedPath = (path: string): string | undefined => /^(.*)~[0-9a-f]{40}(?:_\d+)?$/s.exec(path)?.[1]

export const changedPaths = (before: TreeEntry[], after: TreeEntry[]): string[] => {
  const keysOf = (entries: TreeEntry[]) => new Map(entries.map(({ path, oid, mode }) => [path, `${mode} ${oid}`]))
  const [was, is] = [keysOf(before), keysOf(after)]
  const paths = new Set([...was.keys(), ...is.keys()])
  return [...paths].filter((path) => was.get(path) !== is.get(path)).toSorted()
}

/** What a commit says that was given no message. */
export const changeMessage = (paths: string[]): string => {
  const [only] = paths
  if (only !== undefined && paths.length === 1) return `Change ${only}`
  const listed = paths.slice(0, maxListed).map((path) => `- ${path}`)
  const more = paths.length > maxListed ? [`- and ${paths.length - maxListed} more`] : []
  return [`Change ${paths.length} files`, '', ...listed, ...more].join('\n')
}

export const mergeMessage = (source: { name: string }, target: { name: string }): string => `Merge "${source.name}" into "${target.name}"`

/** The paths a sentence names, and how many it does not. */
export const namedPaths = (paths: string[]): string => {
  const named = paths.slice(0, maxNamed).join(', ')
  return paths.length > maxNamed ? `${named} and ${paths.length - maxNamed} more` : named
}
