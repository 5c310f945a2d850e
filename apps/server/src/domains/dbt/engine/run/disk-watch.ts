import { opendir, lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { ChildLimitExceeded } from '#adapters/children'
import { hasCode } from '#kernel/system-errors'

const everyMs = 250
// Of empty files and folders too something is kept, and there can be millions.
const fileBytes = 512
const folderBytes = 4096

/** What is gone meanwhile counts nothing. What is too deep for a path, or closed, could hold anything: it counts as too much. */
const orGone = <Found>(looking: Promise<Found>): Promise<Found | null> =>
  looking.catch((error: unknown) => {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  })

/** What a folder holds, links not followed; counts no further than it must. */
const bytesIn = async (folder: string, max: number): Promise<number> => {
  let bytes = 0
  const left = [folder]
  for (let next = left.pop(); next !== undefined && bytes <= max; next = left.pop()) {
    const entries = await orGone(opendir(next))
    if (!entries) continue
    for await (const entry of entries) {
      const path = join(next, entry.name)
      if (entry.isDirectory()) left.push(path)
      bytes += entry.isDirectory() ? folderBytes : fileBytes + ((await orGone(lstat(path)))?.size ?? 0)
      if (bytes > max) break
    }
  }
  return bytes
}

/** Ends work that fills folders it may write to: limits of a process bound each file, not all of them together. */
export const withinDisk = async <Result>(
  folders: readonly string[],
  maxBytes: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const full = new AbortController()
  let isOver = false
  const allowed = `${Math.floor(maxBytes / 1_048_576)} MB of files, of which folders that cannot be looked into count as more,`
  const watch = async (): Promise<void> => {
    while (!isOver) {
      let bytes = 0
      for (const folder of folders) bytes += await bytesIn(folder, maxBytes).catch(() => Number.POSITIVE_INFINITY)
      if (bytes > maxBytes) full.abort(new ChildLimitExceeded('file size', allowed))
      await new Promise((done) => void setTimeout(done, everyMs).unref())
    }
  }
  const watched = watch()
  watched.catch(() => undefined)
  try {
    return await work(AbortSignal.any([outer, full.signal]))
  } finally {
    isOver = true
  }
}
