import { statfsSync } from 'node:fs'
import { ChildLimitExceeded } from '#adapters/children'
import { beginLook, tooMuch } from './disk-look.ts'
import { countFolder } from './folder-bytes.ts'
import { countHeldFiles } from './held-files.ts'
import type { First } from './launched.ts'
import type { SandboxRun } from './sandbox.ts'

const everyMs = 100
// Between two looks when nothing calls for one: a tenth of the time at most is spent on them.
const restPerLook = 9
const leastRestMs = 250
const inodeBytes = 512

/** What the file systems of these folders hold, whoever put it there. */
const usedAround = (folders: readonly string[]): number =>
  folders.reduce((used, folder) => {
    const { blocks, bfree, bsize, files, ffree } = statfsSync(folder)
    return used + (blocks - bfree) * bsize + (files - ffree) * inodeBytes
  }, 0)

type Watched = { folders: readonly string[]; maxBytes: number; first: Promise<First | null> }

const lookAt = async ({ folders, maxBytes, first }: Watched): Promise<number> => {
  const look = beginLook(maxBytes)
  try {
    for (const folder of folders) await countFolder(look, folder)
    const inside = look.isOver() ? null : await first
    if (inside) await countHeldFiles(look, inside.pid)
    return look.bytes()
  } catch {
    return tooMuch
  }
}

/**
 * Looks when it may be needed. To look at every file is dear, and to ask how much the file system holds is not: as long as that has grown by
 * less than what was left to the limit, nobody here has gone over it. Others may free meanwhile what is written here, so a look is taken
 * now and then all the same.
 */
const watchDisk = (watched: Watched, over: () => void): { end: () => Promise<void> } => {
  const { folders, maxBytes } = watched
  let [left, grown, used, restUntilMs] = [0, 0, 0, 0]
  let isLooking: Promise<void> | null = null

  const look = async (): Promise<void> => {
    const startedMs = performance.now()
    grown = 0
    const bytes = await lookAt(watched)
    left = maxBytes - bytes
    if (left < 0) over()
    const endedMs = performance.now()
    restUntilMs = endedMs + Math.max(leastRestMs, (endedMs - startedMs) * restPerLook)
  }
  const needsLook = (): boolean => {
    try {
      const now = usedAround(folders)
      grown += Math.max(0, now - used)
      used = now
      return grown >= left || performance.now() >= restUntilMs
    } catch {
      return true
    }
  }
  const turn = (): void => {
    if (isLooking || !needsLook()) return
    isLooking = look().finally(() => {
      isLooking = null
    })
  }
  const timer = setInterval(turn, everyMs)
  timer.unref()
  return {
    end: async () => {
      clearInterval(timer)
      await isLooking
      // What was written since by one that ended of itself.
      if (needsLook()) await look()
    },
  }
}

const allowed = (maxBytes: number): string =>
  `${Math.floor(maxBytes / 1_048_576)} MB of files, of which those that cannot be looked at count as more,`

type Call = Pick<SandboxRun, 'maxDiskBytes' | 'mounts' | 'signal'>

/** Ends work that fills the folders it may write to. */
export const withinDisk = async <Result>(
  { maxDiskBytes, mounts, signal }: Call,
  first: Promise<First | null>,
  work: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> => {
  const folders = mounts.filter(({ writable }) => writable).map(({ from }) => from)
  if (maxDiskBytes === undefined || folders.length === 0) return work(signal)
  const full = new AbortController()
  const over = (): void => full.abort(new ChildLimitExceeded('file size', allowed(maxDiskBytes)))
  const watch = watchDisk({ folders, maxBytes: maxDiskBytes, first }, over)
  try {
    return await work(signal ? AbortSignal.any([signal, full.signal]) : full.signal)
  } finally {
    await watch.end()
    full.signal.throwIfAborted()
  }
}
