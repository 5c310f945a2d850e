import { randomUUID } from 'node:crypto'
import { type FileHandle, open, statfs, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { archiveLimits } from '@facet/contract'
import { Failure } from '#kernel/failure'
import { isDiskFull } from '#kernel/folders'

/** An archive as it came, on disk. */
export type Received = { handle: FileHandle; size: number }

const noRoom = (cause?: unknown): Failure =>
  new Failure(
    'content_archive_no_room',
    'The node that takes the archive has no room for it on its disk; nothing was imported. Repeat the request later, or send the archive in several. If it stays, the operator frees space in the folder for temporary files of the node (TMPDIR, /tmp by default).',
    { cause, retryAfterSeconds: 60 },
  )

/** What there is no room for is refused before it is sent, where it is told how long it is. */
const requireRoom = async (declaredBytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(tmpdir())
  if (declaredBytes > bavail * bsize) throw noRoom()
}

const receive = async (file: AsyncIterable<Buffer>, handle: FileHandle): Promise<number> => {
  let size = 0
  for await (const chunk of file) {
    size += chunk.length
    if (size > archiveLimits.maxBytes)
      throw new Failure('content_archive_too_large', `The archive has more than ${archiveLimits.maxBytes} bytes.`)
    // Unlike `write`, it ends when all of it is written: a disk that is almost full takes a part.
    await handle.appendFile(chunk)
  }
  return size
}

const sayingNoRoom = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw isDiskFull(error) ? noRoom(error) : error
  }
}

/**
 * Receives an archive and works with it. It is on disk alone, without a name there: whatever happens, nothing of it stays.
 * `declaredBytes` is 0 where it is not told how long it is.
 */
export const withReceived = async <T>(
  file: AsyncIterable<Buffer>,
  declaredBytes: number,
  work: (received: Received) => Promise<T>,
): Promise<T> => {
  await requireRoom(declaredBytes)
  const path = join(tmpdir(), `facet-import-${randomUUID()}`)
  const handle = await sayingNoRoom(open(path, 'wx+', 0o600))
  try {
    await unlink(path)
    const size = await sayingNoRoom(receive(file, handle))
    return await work({ handle, size })
  } finally {
    await handle.close()
  }
}
