import type { FileHandle } from 'node:fs/promises'
import { type ContentFiles, problemOfContentFile } from '@facet/contract'
import { isTooDeep, maxDepth } from '#kernel/json-depth'
import { readExactly } from '#kernel/read-exactly'
import { archiveInvalid, type Entry, readEntries } from './archive-entries.ts'
import { head } from './file-names.ts'
import { withReceived } from './received.ts'

export type FileKind = keyof ContentFiles

/** An archive that was received: its files are read from disk, one when it is asked for. */
export type Archive = {
  entries: readonly Entry[]
  read: <Kind extends FileKind>(entry: Entry, kind: Kind) => Promise<ContentFiles[Kind]>
}

// Each takes many times its byte in memory.
const maxContainers = 1_000_000

const holdsMany = (bytes: Buffer): boolean => {
  let count = 0
  for (const byte of bytes) if (byte === 0x5b || byte === 0x7b) count++
  return count > maxContainers
}

const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

const holdsUnstorable = (value: unknown): boolean => {
  if (typeof value === 'string') return isUnstorable(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, one]) => isUnstorable(key) || holdsUnstorable(one))
}

/** The JSON of a file. What the database could not store is refused here, where the file is known. */
const parsed = (path: string, bytes: Buffer): unknown => {
  if (holdsMany(bytes)) throw archiveInvalid(`${path} holds more than ${maxContainers} lists and objects.`)
  let value: unknown
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    value = JSON.parse(text) as unknown
  } catch (error) {
    throw archiveInvalid(`${path} is not JSON in UTF-8: ${(error as Error).message.slice(0, 200)}`, error)
  }
  if (isTooDeep(text)) throw archiveInvalid(`${path} nests objects and arrays deeper than ${maxDepth} levels.`)
  if (/\\u(?:0000|d[89a-f])/i.test(text) && holdsUnstorable(value))
    throw archiveInvalid(`${path} holds a NUL, or half of a character, which cannot be stored.`)
  return value
}

const endsEarly = (): Error => new Error('The received archive is shorter on disk than it was when it arrived.')

export const archiveOf = async (handle: Pick<FileHandle, 'read'>, totalBytes: number): Promise<Archive> => {
  const readAt = (offset: number, size: number): Promise<Buffer> => readExactly(handle, offset, size, endsEarly)
  const start = await readAt(0, Math.min(2, totalBytes))
  if (start[0] === 0x1f && start[1] === 0x8b)
    throw archiveInvalid('The archive is packed with gzip. Send it as `tar -cf` makes it, without compression.')
  const all = await readEntries(readAt, totalBytes)
  const headEntry = all.find(({ kind }) => kind === 'head')
  if (headEntry) {
    const said = parsed(headEntry.path, await readAt(headEntry.offset, headEntry.size)) as Partial<typeof head> | null
    if (said?.format !== head.format || said.version !== head.version)
      throw archiveInvalid(`${headEntry.path} says another format or version than ${head.format} ${head.version}.`)
  }
  return {
    entries: all.filter(({ kind }) => kind !== 'head'),
    read: async (entry, kind) => {
      const value = parsed(entry.path, await readAt(entry.offset, entry.size))
      const problem = problemOfContentFile(kind, value)
      if (problem !== null) throw archiveInvalid(`${entry.path}: ${problem}.`)
      return value as ContentFiles[typeof kind]
    },
  }
}

/** Receives an archive and works with it. `declaredBytes` is how long the request says that it is, 0 where it does not. */
export const withArchive = <T>(file: AsyncIterable<Buffer>, declaredBytes: number, work: (archive: Archive) => Promise<T>): Promise<T> =>
  withReceived(file, declaredBytes, async ({ handle, size }) => work(await archiveOf(handle, size)))
