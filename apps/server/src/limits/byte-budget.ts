import { Failure } from '#kernel/failure'
import { type BulkheadLimits, createBulkhead, type Release } from './bulkhead.ts'

/** What one piece of work holds of the budget. */
export type HeldBytes = {
  /** Waits for so many at first, before anything is held that others could be waiting for. */
  enter: (bytes: number, signal?: AbortSignal) => Promise<void>
  /** Takes more without waiting: whoever holds some and waits for more could wait for ever. */
  take: (bytes: number) => void
  /** Gives back what is held beyond so many. */
  keepOnly: (bytes: number) => void
  release: () => void
}

export type ByteBudget<Key> = { open: (key: Key) => HeldBytes; heldBytes: () => number }

const mebibyte = 1_048_576

type ByteLimits = Omit<BulkheadLimits, 'capacity' | 'maxPerKey'> & {
  maxBytes: number
  maxBytesPerKey: number
  /** Bytes are counted in whole units, and less than one unit is not counted. Defaults to a megabyte. */
  unitBytes?: number
}

/** Bytes in memory, shared between keys as a bulkhead shares places. */
export const createByteBudget = <Key>(limits: ByteLimits): ByteBudget<Key> => {
  const { maxBytes, maxBytesPerKey, unitBytes = mebibyte, ...lines } = limits
  const maxPerKey = Math.floor(maxBytesPerKey / unitBytes)
  const places = createBulkhead<Key>({ ...lines, capacity: Math.floor(maxBytes / unitBytes), maxPerKey })
  const noRoom = (): Failure =>
    new Failure('service_unavailable', `There are no ${limits.what} left. Repeat the request in a moment.`, {
      retryAfterSeconds: 1,
    })

  return {
    heldBytes: () => places.held() * unitBytes,
    open: (key) => {
      const kept: { weight: number; release: Release }[] = []
      let bytes = 0
      let held = 0
      /** How many more units make the sum whole. */
      const wanted = (more: number): number => {
        bytes += more
        return Math.min(Math.floor(bytes / unitBytes), maxPerKey) - held
      }
      const keep = (weight: number, release: Release): void => {
        held += weight
        kept.push({ weight, release })
      }
      const giveBack = (): void => {
        for (const part of kept) {
          const weight = Math.min(part.weight, -wanted(0))
          if (weight <= 0) continue
          part.weight -= weight
          held -= weight
          part.release(weight)
        }
      }
      return {
        enter: async (more, signal) => {
          const weight = wanted(more)
          if (weight <= 0) return
          keep(weight, await places.enter(key, { weight, ...(signal ? { signal } : {}) }))
          // Given back while its turn was on the way.
          giveBack()
          signal?.throwIfAborted()
        },
        take: (more) => {
          const weight = wanted(more)
          if (weight <= 0) return
          const release = places.tryEnter(key, weight)
          if (!release) throw noRoom()
          keep(weight, release)
        },
        keepOnly: (max) => {
          bytes = Math.min(bytes, max)
          giveBack()
        },
        release: () => {
          bytes = 0
          giveBack()
          kept.splice(0)
        },
      }
    },
  }
}
