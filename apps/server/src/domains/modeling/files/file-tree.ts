import { isUtf8 } from 'node:buffer'
import { fileModes } from '#adapters/git'
import type { TreeEntry } from '#engine/modeling'

const isFollowed = ({ mode }: TreeEntry): boolean => mode !== fileModes.symlink && mode !== fileModes.submodule

/** The entries whose content may be shown. A link is not followed, and of a submodule there is nothing here. */
export const filesIn = (entries: readonly TreeEntry[]): TreeEntry[] => entries.filter(isFollowed)

/** The fields of a file's content as they stand in an answer: text as it is, and as base64 what JSON would not bring back the same. */
export const contentJson = (content: Buffer): Buffer =>
  Buffer.from(
    isUtf8(content) && !content.includes(0)
      ? `,"content":${JSON.stringify(content.toString('utf8'))}`
      : `,"content":"${content.toString('base64')}","encoding":"base64"`,
  )

const kindJson = ({ mode }: TreeEntry): string => {
  if (mode === fileModes.symlink) return ',"isSymlink":true'
  return mode === fileModes.submodule ? ',"isSubmodule":true' : ''
}

const nothing = Buffer.alloc(0)

/** Writes what it is given one after another into one buffer, whose size is known before. */
const joined = (parts: (string | Buffer)[]): Buffer => {
  const size = parts.reduce((sum, part) => sum + (typeof part === 'string' ? Buffer.byteLength(part) : part.length), 0)
  const all = Buffer.allocUnsafe(size)
  let at = 0
  for (const part of parts) at += typeof part === 'string' ? all.write(part, at) : part.copy(all, at)
  return all
}

/**
 * Entries come in git's order, in which everything of a folder stands together, so that the folders open and close as the entries go by.
 * Written by hand, because files are kept as they stand in an answer.
 */
const listJson = (entries: readonly TreeEntry[], contents: ReadonlyMap<string, Buffer>): (string | Buffer)[] => {
  const parts: (string | Buffer)[] = ['[']
  const open: string[] = []
  let separator = ''
  const close = (path: string): void => {
    while (open.length > 0 && !path.startsWith(open.at(-1) ?? '')) {
      open.pop()
      parts.push(']}')
      separator = ','
    }
  }
  for (const entry of entries) {
    close(entry.path)
    for (let slash = entry.path.indexOf('/', open.at(-1)?.length ?? 0); slash !== -1; slash = entry.path.indexOf('/', slash + 1)) {
      parts.push(`${separator}{"path":${JSON.stringify(`/${entry.path.slice(0, slash)}`)},"type":"directory","children":[`)
      open.push(entry.path.slice(0, slash + 1))
      separator = ''
    }
    parts.push(`${separator}{"path":${JSON.stringify(`/${entry.path}`)},"type":"file"${kindJson(entry)}`)
    parts.push(isFollowed(entry) ? (contents.get(entry.oid) ?? nothing) : nothing, '}')
    separator = ','
  }
  for (let left = open.length; left > 0; left--) parts.push(']}')
  parts.push(']')
  return parts
}

/** The tree as it is answered. Contents make up nearly all of an answer and are not sent twice. */
export const treeJson = (entries: readonly TreeEntry[], contents: ReadonlyMap<string, Buffer>): Buffer => {
  const list = listJson(entries, contents)
  const items = contents.size === 0 ? ['"items":', ...list, ','] : []
  return joined(['{', ...items, '"data":', ...list, '}'])
}
