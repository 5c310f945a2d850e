import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createDiskUse } from './disk-use.ts'

const block = 512
const chunkBytes = 1_048_576
const maxPathBytes = 4096

export type UntarLimits = { maxFiles: number; maxBytes: number }

/** An archive that is not one of ours. */
export class ArchiveRefused extends Error {
  constructor(message: string) {
    super(`The artifact was refused: ${message}.`)
    this.name = 'ArchiveRefused'
  }
}

const octal = (header: Buffer, at: number, length: number): number => {
  const text = header.toString('latin1', at, at + length).replace(/[\0 ]+$/, '')
  if (!/^[0-7]+$/.test(text)) throw new ArchiveRefused('a header has a number that is none')
  return Number.parseInt(text, 8)
}

const textOf = (header: Buffer, at: number, length: number): string => header.toString('latin1', at, at + length).replace(/\0.*$/s, '')

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
      const bytes = Buffer.alloc(length)
      const { bytesRead } = await file.read(bytes, 0, length, at)
      if (bytesRead !== length) throw new ArchiveRefused('it ends too early')
      at += length
      return bytes
    },
    skipPadding: (size: number): void => {
      at += (block - (size % block)) % block
    },
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
      const header = await read(block)
      if (header.every((byte) => byte === 0)) return use.bytes()
      const size = octal(header, 124, 12)
      const type = String.fromCharCode(header[156] ?? 0)
      if (type === 'x') {
        if (size > maxPathBytes) throw new ArchiveRefused('a path is too long')
        longPath = pathIn(await read(size))
        skipPadding(size)
        continue
      }
      const path = longPath ?? textOf(header, 0, 100)
      longPath = undefined
      if (type !== '0') throw new ArchiveRefused(`it holds something else than files (type ${JSON.stringify(type)})`)
      if (!isInside(path)) throw new ArchiveRefused(`the path ${JSON.stringify(path.slice(0, 200))} leaves the folder`)
      files++
      bytes += size
      if (files > limits.maxFiles) throw new ArchiveRefused(`it has more than ${limits.maxFiles} files`)
      if (bytes > limits.maxBytes) throw new ArchiveRefused(`it has more than ${limits.maxBytes} bytes`)
      use.add(path, size)
      const target = join(folder, path)
      await mkdir(dirname(target), { recursive: true, mode: 0o755 })
      const out = await open(target, 'wx', 0o444)
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
