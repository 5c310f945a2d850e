import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** Whether untrusted code left a file here, and not a link that leads out of the folder or a pipe. Asked when that code has ended. */
export const isPlainFile = async (path: string, maxBytes: number): Promise<boolean> => {
  const found = await lstat(path).catch(() => null)
  return found !== null && found.isFile() && found.size <= maxBytes
}

/**
 * Copies a file that untrusted code wrote; whether it did. It is opened as what it is, or not at all: a link would lead out of the folder,
 * and a pipe would be waited for.
 */
export const copyPlainFile = async (from: string, to: string, maxBytes: number): Promise<boolean> => {
  const source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null)
  if (!source) return false
  try {
    const found = await source.stat()
    if (!found.isFile() || found.size > maxBytes) return false
    const target = await open(to, 'wx', 0o600)
    await pipeline(source.createReadStream({ autoClose: false, end: maxBytes }), target.createWriteStream())
    return true
  } finally {
    await source.close()
  }
}
