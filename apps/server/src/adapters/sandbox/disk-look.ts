import { setImmediate as yieldNow } from 'node:timers/promises'
import { hasCode } from '#kernel/system-errors'

/** What is more than any limit. */
export const tooMuch = Number.POSITIVE_INFINITY

// At the most a second of looking, and more than a repository that is cloned may have.
const maxEntries = 200_000
const entriesAtOnce = 200

/** One look at what a sandbox has on the disk. It has an end, whatever is looked at: past so many entries it is too much. */
export type DiskLook = {
  /** Called for each entry. The calls of the system are made at once, which takes a tenth of the time, and others get their turn between. */
  step: () => Promise<void>
  add: (bytes: number) => void
  isOver: () => boolean
  bytes: () => number
  /** Whether a file that is held in several places is met for the first time. */
  isNew: (file: { dev: number; ino: number }) => boolean
}

export const beginLook = (maxBytes: number): DiskLook => {
  const seen = new Set<string>()
  let entries = 0
  let bytes = 0
  return {
    step: async () => {
      if (++entries > maxEntries) bytes = tooMuch
      if (entries % entriesAtOnce === 0) await yieldNow()
    },
    add: (more) => {
      bytes += more
    },
    isOver: () => bytes > maxBytes,
    bytes: () => bytes,
    isNew: ({ dev, ino }) => {
      const key = `${dev}:${ino}`
      return !seen.has(key) && seen.add(key) !== undefined
    },
  }
}

/** What is gone meanwhile is null. What is too deep for a path, closed, or hidden could hold anything: whoever asked hears of it. */
export const orGone = <Found>(look: () => Found): Found | null => {
  try {
    return look()
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ESRCH')) return null
    throw error
  }
}
