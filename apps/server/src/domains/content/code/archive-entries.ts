import { archiveLimits } from '@facet/contract'
import { blockBytes, readTarHeader, type TarHeader, TarHeaderInvalid } from '#adapters/tar'
import { Failure } from '#kernel/failure'
import { headFile } from './file-names.ts'

export type EntryKind = 'head' | 'folder' | 'report' | 'workbook' | 'dashboard'

/** A file of an archive: what it is of, and where its bytes are. */
export type Entry = { path: string; kind: EntryKind; directory: string | null; offset: number; size: number }

export const archiveInvalid = (why: string, cause?: unknown): Failure => new Failure('content_archive_invalid', why, { cause })

const shown = (name: string): string => JSON.stringify(name.slice(0, 200))

const readHeader = (header: Buffer): TarHeader | null => {
  try {
    return readTarHeader(header)
  } catch (error) {
    if (error instanceof TarHeaderInvalid)
      throw archiveInvalid(`${error.message} Send one that \`tar -cf\` made, without compression.`, error)
    throw error
  }
}

const forms: [RegExp, EntryKind][] = [
  [new RegExp(`^${headFile.replace('.', '\\.')}$`), 'head'],
  [/^folders\/[\w.~-]{1,80}\.json$/, 'folder'],
  [/^reports\/[\w.~-]{1,80}\.json$/, 'report'],
  [/^(workbooks\/[\w-]{1,100}\/)workbook\.json$/, 'workbook'],
  [/^(workbooks\/[\w-]{1,100}\/)dashboard\.json$/, 'dashboard'],
  [/^(workbooks\/[\w-]{1,100}\/)reports\/[\w.~-]{1,80}\.json$/, 'report'],
]

/** What a name stands for. Names are matched whole, so that none leads anywhere else. */
const namedFile = (name: string): Pick<Entry, 'path' | 'kind' | 'directory'> => {
  const path = name.replace(/^\.\//, '')
  for (const [form, kind] of forms) {
    const match = form.exec(path)
    if (match) return { path, kind, directory: match[1] ?? null }
  }
  throw archiveInvalid(
    `${shown(name)} is no file of content. An archive holds content.json, folders/*.json, reports/*.json and workbooks/*/, by relative names.`,
  )
}

// What may be said of a file that changes nothing: times, owners, and the commit that git wrote it from.
const harmless = /^(mtime|atime|ctime|uid|gid|uname|gname|comment|hdrcharset|LIBARCHIVE\.[\w.]+|SCHILY\.[\w.]+)$/
const maxRecordsBytes = 65_536

/** Further records about the next file, or about all: refused where they would give it another name or size. */
const requireHarmless = (records: Buffer): void => {
  let at = 0
  while (at < records.length) {
    const space = records.indexOf(0x20, at)
    const length = Number(records.toString('latin1', at, space === -1 ? at : space))
    if (!Number.isSafeInteger(length) || length < 4 || at + length > records.length)
      throw archiveInvalid('A record of the archive is damaged.')
    const [key = ''] = records.toString('utf8', space + 1, at + length - 1).split('=', 1)
    if (!harmless.test(key))
      throw archiveInvalid(`The archive has a record ${shown(key)}, which plain archives do not. Use names of 100 characters at most.`)
    at += length
  }
}

const typeNames: Record<string, string> = {
  '1': 'a link',
  '2': 'a symbolic link',
  '3': 'a device',
  '4': 'a device',
  '6': 'a pipe',
  S: 'a sparse file',
  L: 'a name that is too long',
}

type ReadAt = (offset: number, size: number) => Promise<Buffer>

/** All files of an archive. Nothing of them is read but what tells them apart. */
export const readEntries = async (read: ReadAt, totalBytes: number): Promise<Entry[]> => {
  const entries: Entry[] = []
  const paths = new Set<string>()
  let offset = 0
  for (let count = 0; ; count++) {
    if (offset + blockBytes > totalBytes) throw archiveInvalid('The archive ends early: the blocks that close one are missing.')
    const header = readHeader(await read(offset, blockBytes))
    if (header === null) return entries
    if (count >= 2 * archiveLimits.maxFiles || entries.length >= archiveLimits.maxFiles)
      throw new Failure('content_archive_too_large', `The archive has more than ${archiveLimits.maxFiles} files. Send it in several.`)
    const { name, size, type } = header
    const start = offset + blockBytes
    offset = start + Math.ceil(size / blockBytes) * blockBytes
    if (offset > totalBytes) throw archiveInvalid(`The archive ends early, within ${shown(name)}.`)
    if (type === 'x' || type === 'g') {
      if (size > maxRecordsBytes) throw archiveInvalid(`The records about ${shown(name)} have more than ${maxRecordsBytes} bytes.`)
      requireHarmless(await read(start, size))
    } else if (type === '0' || type === '\0') {
      const file = namedFile(name)
      if (paths.has(file.path)) throw archiveInvalid(`${shown(name)} is in the archive twice.`)
      if (size > archiveLimits.maxFileBytes)
        throw new Failure('content_archive_too_large', `${shown(name)} has more than ${archiveLimits.maxFileBytes} bytes.`)
      paths.add(file.path)
      entries.push({ ...file, offset: start, size })
    } else if (type !== '5' || size !== 0)
      throw archiveInvalid(`${shown(name)} is ${typeNames[type] ?? 'no plain file'}. An archive holds plain files and directories.`)
  }
}
