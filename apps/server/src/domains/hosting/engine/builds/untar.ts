import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { blockBytes, readTarHeader, type TarHeader, TarHeaderInvalid, tarPadding } from '#adapters/tar'
import { readExactly } from '#kernel/read-exactly'
import { hasCode } from '#kernel/system-errors'
import { createDiskUse } from './disk-use.ts'

const chunkBytes = 1_048_576
const maxPathBytes = 4096

export type UntarLimits = { maxFiles: number; maxBytes: number }

/** An archive that is not one of ours. */
export class ArchiveRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(`The artifact was refused: ${message}.`, { cause })
    this.name = 'ArchiveRefused'
  }
}

const readHeader = (header: Buffer): TarHeader | null => {
  try {
    return readTarHeader(header)
  } catch (error) {
    throw error instanceof TarHeaderInvalid ? new ArchiveRefused('a header is damaged', error) : error
  }
}

const isInside = (path: string): boolean =>
  path !== '' && !/[\0\\]/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')

const pathIn = (record: Buffer): string => {
  const found = /^\d+ path=(.*)\n$/s.exec(record.toString('utf8'))?.[1]
  if (found === undefined) throw new ArchiveRefused('an extended header says more than a path')
  return found
}

/** Reads one thing after another, exactly as long as asked. */
const readerOf = (file: FileHandle) => {
  let at = 0
  return {
    read: async (length: number): Promise<Buffer> => {
      const bytes = await readExactly(file, at, length, () => new ArchiveRefused('it ends too early'))
      at += length
      return bytes
    },
    skipPadding: (size: number): void => {
      at += tarPadding(size)
    },
  }
}

// The archive names a path twice, a file as a folder, or a name that no file system takes. Other errors are those of this node.
const ofArchive = ['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'] as const

/** Creates a file and the folders above it. */
const create = async (folder: string, path: string): Promise<FileHandle> => {
  const target = join(folder, path)
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o755 })
    return await open(target, 'wx', 0o444)
  } catch (error) {
    if (!hasCode(error, ...ofArchive)) throw error
    throw new ArchiveRefused(`the path ${JSON.stringify(path.slice(0, 200))} conflicts with another or is too long`, error)
  }
}

/** Unpacks plain files into a folder and nothing else: no links, no devices, no path that leaves it, nothing twice. Gives what they take of the disk. */
export const untar = async (archive: string, folder: string, limits: UntarLimits, signal: AbortSignal): Promise<number> => {
  const file = await open(archive, 'r')
  try {
    const { read, skipPadding } = readerOf(file)
    let files = 0
    let bytes = 0
    const use = createDiskUse()
    let longPath: string | undefined
    for (;;) {
      signal.throwIfAborted()
      const header = readHeader(await read(blockBytes))
      if (header === null) return use.bytes()
      const { name, size, type } = header
      if (type === 'x') {
        if (size > maxPathBytes) throw new ArchiveRefused('a path is too long')
        longPath = pathIn(await read(size))
        skipPadding(size)
        continue
      }
      const path = longPath ?? name
      longPath = undefined
      if (type !== '0') throw new ArchiveRefused(`it holds something else than files (type ${JSON.stringify(type)})`)
      if (!isInside(path)) throw new ArchiveRefused(`the path ${JSON.stringify(path.slice(0, 200))} leaves the folder`)
      files++
      bytes += size
      if (files > limits.maxFiles) throw new ArchiveRefused(`it has more than ${limits.maxFiles} files`)
      if (bytes > limits.maxBytes) throw new ArchiveRefused(`it has more than ${limits.maxBytes} bytes`)
      use.add(path, size)
      const out = await create(folder, path)
      try {
        for (let left = size; left > 0; left -= Math.min(left, chunkBytes)) await out.writeFile(await read(Math.min(left, chunkBytes)))
      } finally {
        await out.close()
      }
      skipPadding(size)
    }
  } finally {
    await file.close()
  }
}
