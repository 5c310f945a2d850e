import { opendir, lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { ChildLimitExceeded } from '#adapters/children'

const everyMs = 250

/** What a folder holds, links not followed; counts no further than it must. */
const bytesIn = async (folder: string, max: number): Promise<number> => {
  let bytes = 0
  const left = [folder]
  for (let next = left.pop(); next !== undefined && bytes <= max; next = left.pop()) {
    const entries = await opendir(next).catch(() => null)
    if (!entries) continue
    for await (const entry of entries) {
      if (entry.isDirectory()) left.push(join(next, entry.name))
      // Of an empty file too something is kept, and there can be millions.
      else bytes += 512 + ((await lstat(join(next, entry.name)).catch(() => null))?.size ?? 0)
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
  const watch = async (): Promise<void> => {
    while (!isOver) {
      let bytes = 0
      for (const folder of folders) bytes += await bytesIn(folder, maxBytes)
      if (bytes > maxBytes) full.abort(new ChildLimitExceeded('file size', `${Math.floor(maxBytes / 1_048_576)} MB of files`))
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
