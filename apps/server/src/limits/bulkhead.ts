import { Failure } from '#kernel/failure'
import { createLanes, type Waiter } from './lanes.ts'

export type BulkheadLimits = {
  /** What is shared, in the plural, as a refusal names it: "git processes". */
  what: string
  /** Whose share a refusal speaks of: "tenant". */
  holder: string
  /** What all keys hold together at most. Infinity: only the limit per key applies. */
  capacity: number
  /** What one key holds at most while nobody else waits. Below the capacity, so that whoever comes next finds room. */
  maxPerKey: number
  maxWaiting: number
  maxWaitingPerKey: number
  maxWaitMs: number
}

/** Why somebody was refused: the key has as many waiting as it may, so has the node, or the wait took too long. */
export type BulkheadRefusal = 'key' | 'node' | 'slow'

export type BulkheadObserver = { entered?: (waitedMs: number) => void; refused?: (why: BulkheadRefusal) => void }

/** How much is asked for, one place unless told, and what ends the waiting. */
export type Entry = { weight?: number; signal?: AbortSignal }

/** Gives back what was taken, or so much of it; when nothing is left it does nothing. */
export type Release = (weight?: number) => void

export type Bulkhead<Key> = {
  /** Waits for its turn, at most so long. A refusal says whose limit it was: `rate_limited` the key's own, `service_unavailable` the node's. */
  enter: (key: Key, entry?: Entry) => Promise<Release>
  /** Without waiting: nothing where `enter` would wait. Also for taking more of what is held already, where waiting could be for ever. */
  tryEnter: (key: Key, weight?: number) => Release | undefined
  run: <T>(key: Key, work: () => Promise<T>, entry?: Entry) => Promise<T>
  held: () => number
  waiting: () => number
}

const retryAfterSeconds = 1

/** A wait that reached its limit. The caller kept its turn until then, so it may ask again at once. */
export class WaitTimeout extends Failure {}

const timeout = ({ what, holder, capacity }: BulkheadLimits): WaitTimeout => {
  if (capacity === Infinity)
    return new WaitTimeout(
      'rate_limited',
      `This ${holder} already uses its maximum number of ${what}. Repeat the request later, with fewer at a time.`,
      { retryAfterSeconds },
    )
  return new WaitTimeout('service_unavailable', `None of the ${what} of this node became free in time. Repeat the request in a moment.`, {
    retryAfterSeconds,
  })
}

const refusal = (limits: BulkheadLimits, why: BulkheadRefusal): Failure => {
  const { what, holder } = limits
  if (why === 'slow') return timeout(limits)
  if (why === 'key')
    return new Failure(
      'rate_limited',
      `This ${holder} already has the maximum number of requests waiting for ${what}. Repeat the request later.`,
      {
        retryAfterSeconds,
      },
    )
  return new Failure('service_unavailable', `All ${what} of this node are in use. Repeat the request in a moment.`, { retryAfterSeconds })
}

const requireSense = (limits: BulkheadLimits): void => {
  const { capacity, maxPerKey, what } = limits
  if (!(maxPerKey > 0 && maxPerKey <= capacity))
    throw new RangeError(`One key may hold ${maxPerKey} of ${capacity} ${what}; that must be above 0 and at most all of them.`)
}

/**
 * Shares what a node has only so much of (connections, processes, bytes) between keys, which are tenants or what stands for
 * one. A key that is alone may use most of it; as soon as others wait, turns go round and each comes to an equal share. Lines
 * are bounded for each key and in all; when all are full the longest gives way, so that a busy key never locks out a quiet one.
 */
export const createBulkhead = <Key>(limits: BulkheadLimits, observer: BulkheadObserver = {}): Bulkhead<Key> => {
  requireSense(limits)
  const lanes = createLanes<Key>(limits)

  const releaseOf = (key: Key, weight: number): Release => {
    let left = weight
    return (wanted = left) => {
      const given = Math.min(wanted, left)
      if (given <= 0) return
      left -= given
      lanes.giveBack(key, given)
    }
  }

  const tryEnter = (key: Key, weight = 1): Release | undefined => {
    if (!(weight > 0 && weight <= limits.maxPerKey))
      throw new RangeError(`${weight} of ${limits.what} were asked for; one key may hold at most ${limits.maxPerKey}.`)
    if (!lanes.hasRoom(key, weight)) return undefined
    lanes.take(key, weight)
    return releaseOf(key, weight)
  }

  const refused = (why: BulkheadRefusal): Failure => {
    observer.refused?.(why)
    return refusal(limits, why)
  }

  const makeRoomInLine = (key: Key): Failure | undefined => {
    const own = lanes.waitingOf(key)
    if (own >= limits.maxWaitingPerKey) return refused('key')
    if (lanes.waiting() < limits.maxWaiting) return undefined
    const { length, last } = lanes.longestQueue()
    if (length <= own + 1) return refused('node')
    last?.evict()
    return undefined
  }

  const wait = (key: Key, weight: number, signal: AbortSignal | undefined): Promise<Release> =>
    new Promise((resolve, reject) => {
      const sinceMs = performance.now()
      const settle = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      const leave = (error: unknown): void => {
        settle()
        lanes.leave(key, waiter)
        reject(error)
      }
      const giveUp = (): void => leave(signal?.reason)
      const waiter: Waiter = {
        weight,
        enter: () => {
          settle()
          observer.entered?.(performance.now() - sinceMs)
          resolve(releaseOf(key, weight))
        },
        evict: () => leave(refused('key')),
      }
      const timer = setTimeout(() => leave(refused('slow')), limits.maxWaitMs)
      signal?.addEventListener('abort', giveUp, { once: true })
      lanes.join(key, waiter)
    })

  const enter = async (key: Key, { weight = 1, signal }: Entry = {}): Promise<Release> => {
    signal?.throwIfAborted()
    const release = tryEnter(key, weight)
    if (release) {
      observer.entered?.(0)
      return release
    }
    const full = makeRoomInLine(key)
    if (full) throw full
    return wait(key, weight, signal)
  }

  return {
    enter,
    tryEnter,
    run: async (key, work, entry) => {
      const release = await enter(key, entry)
      try {
        return await work()
      } finally {
        release()
      }
    },
    held: lanes.held,
    waiting: lanes.waiting,
  }
}
