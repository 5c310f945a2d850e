import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '#kernel/failure'
import { type GitDir, runIn } from './run.ts'

/** What may come in at once. Histories of data models have tens of thousands of objects; packs that shrank a thousandfold were made to. */
const maxObjects = 1_000_000
const maxUnpackedFactor = 8

const tooMany = (): Failure =>
  new Failure(
    'remote_too_large',
    `The remote sent more than ${maxObjects} objects, which is the limit for one fetch. Connect a repository with a shorter history.`,
  )

const tooLarge = (maxBytes: number): Failure =>
  new Failure(
    'remote_too_large',
    `What the remote sent unpacks to more than ${Math.floor(maxBytes / 1_048_576)} MiB, which is the limit for one fetch. Take large files out of the history of the repository.`,
  )

/** Counts what arrived in a repository of its own, unpacked: what is small when sent need not be when it is read. */
export const requireFitPacks = async (incoming: GitDir, maxBytes: number, signal: AbortSignal | undefined): Promise<void> => {
  // From here on only what arrived is seen; what it may stand on was there before.
  await writeFile(join(incoming.path, 'objects', 'info', 'alternates'), '')
  const { stdout } = await runIn(incoming, {
    args: ['cat-file', '--batch-all-objects', '--batch-check=%(objectsize)', '--unordered', '--buffer'],
    maxOutputBytes: 12 * maxObjects,
    timeoutMs: 120_000,
    ...(signal ? { signal } : {}),
  })
  let objects = 0
  let bytes = 0
  for (const size of stdout.toString('latin1').split('\n')) {
    if (size === '') continue
    objects += 1
    bytes += Number(size)
  }
  if (objects > maxObjects) throw tooMany()
  if (bytes > maxUnpackedFactor * maxBytes) throw tooLarge(maxUnpackedFactor * maxBytes)
}
