import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, link, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '#kernel/folders'
import { hasCode } from '#kernel/system-errors'
import type { Fingerprint } from './object-store.ts'

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Makes the entries from `folder` up to `root` durable. Always the whole way: another process may have made a folder a moment
 * ago and not have come to this yet, and what is linked below it stands on it.
 */
const syncUpTo = async (root: string, folder: string): Promise<void> => {
  await syncFolder(folder)
  if (folder !== root) await syncUpTo(root, dirname(folder))
}

const writeAndClose = async (target: FileHandle, chunks: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<Fingerprint> => {
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of chunks) {
      signal?.throwIfAborted()
      hash.update(chunk)
      size += chunk.length
      await target.writeFile(chunk)
    }
    await target.sync()
  } finally {
    await target.close()
  }
  return { sha256: hash.digest('hex'), size }
}

type Write = {
  root: string
  /** On the same file system as the target, and not where a listing looks. */
  incoming: string
  target: string
  chunks: AsyncIterable<Buffer>
  /** Throws when what was written is not what should have been; nothing is then left. */
  confirm: (written: Fingerprint) => void
  signal?: AbortSignal | undefined
}

/** A file is whole and durable before it has its name; linking refuses a name that is taken, which renaming would not. */
export const writeOnce = async ({ root, incoming, target, chunks, confirm, signal }: Write): Promise<Fingerprint | 'exists'> => {
  await makeFolder(incoming)
  await makeFolder(dirname(target))
  const partial = join(incoming, randomBytes(12).toString('hex'))
  const handle = await open(partial, 'wx', 0o600)
  try {
    const written = await writeAndClose(handle, chunks, signal)
    confirm(written)
    signal?.throwIfAborted()
    const isNew = await link(partial, target).then(
      () => true,
      (error: unknown) => {
        if (hasCode(error, 'EEXIST')) return false
        throw error
      },
    )
    await syncUpTo(root, dirname(target))
    return isNew ? written : 'exists'
  } finally {
    await rm(partial, { force: true })
  }
}

const abandonedMs = 24 * 3_600_000

/** What a process that was killed left half written. No write takes a day. */
export const removeAbandoned = async (incoming: string, now: number): Promise<void> => {
  for (const name of await readdir(incoming)) {
    const file = join(incoming, name)
    if (now - (await stat(file)).mtimeMs > abandonedMs) await rm(file, { force: true })
  }
}
