export type Whose = 'key' | 'node'
export type Waiter = { weight: number; enter: () => void; refuse: (whose: Whose) => void }

/** What one key holds, and who of it waits. Kept only while there is one or the other. */
export type Lane = { held: number; waiting: Waiter[] }

type Room = { capacity: number; maxPerKey: number }

export type Lanes<Key> = {
  held: () => number
  waiting: () => number
  of: (key: Key) => Lane
  /** Whether this much would go in now, past nobody whose turn it is. */
  hasRoom: (key: Key, weight: number) => boolean
  take: (key: Key, weight: number) => void
  giveBack: (key: Key, weight: number) => void
  join: (key: Key, waiter: Waiter) => void
  leave: (key: Key, waiter: Waiter) => void
  /** The line that is longest of all, and the one who came to it last. */
  longest: () => { length: number; last: Waiter | undefined }
  /** Whether the key itself, and not the others, is why it waits. */
  isBeyondItsShare: (key: Key, weight: number) => boolean
}

const absent: Lane = { held: 0, waiting: [] }

/**
 * Turns go round the keys that wait. A key is within its share while it holds no more than the capacity divided by the keys
 * that are here, or nothing at all; only when nobody within its share can go does one beyond it. Whoever's turn it is and
 * finds too little room is waited for: passing it by would let many small ones keep a large one out for ever.
 */
export const createLanes = <Key>({ capacity, maxPerKey }: Room): Lanes<Key> => {
  const lanes = new Map<Key, Lane>()
  const turns = new Set<Key>()
  let held = 0
  let waiting = 0

  const of = (key: Key): Lane => lanes.get(key) ?? absent
  const here = (key: Key): Lane => {
    const lane = lanes.get(key) ?? { held: 0, waiting: [] }
    lanes.set(key, lane)
    return lane
  }
  const forgetIfIdle = (key: Key): void => {
    const lane = of(key)
    if (lane.waiting.length === 0) turns.delete(key)
    if (lane.waiting.length === 0 && lane.held === 0) lanes.delete(key)
  }
  const isBeyondItsShare = (key: Key, weight: number): boolean => {
    const lane = of(key)
    return lane.held > 0 && lane.held + weight > capacity / Math.max(1, lanes.size)
  }

  const nextTurn = (): { key: Key; waiter: Waiter } | undefined => {
    let beyond: { key: Key; waiter: Waiter } | undefined
    for (const key of turns) {
      const [waiter] = of(key).waiting
      if (!waiter || of(key).held + waiter.weight > maxPerKey) continue
      if (!isBeyondItsShare(key, waiter.weight)) return { key, waiter }
      beyond ??= { key, waiter }
    }
    return beyond
  }

  const take = (key: Key, weight: number): void => {
    here(key).held += weight
    held += weight
  }

  const letIn = (): void => {
    for (let turn = nextTurn(); turn && held + turn.waiter.weight <= capacity; turn = nextTurn()) {
      const { key, waiter } = turn
      take(key, waiter.weight)
      here(key).waiting.shift()
      waiting -= 1
      turns.delete(key)
      if (here(key).waiting.length > 0) turns.add(key)
      waiter.enter()
    }
  }

  return {
    held: () => held,
    waiting: () => waiting,
    of,
    hasRoom: (key, weight) => {
      if (held + weight > capacity || of(key).held + weight > maxPerKey) return false
      const turn = nextTurn()
      return !turn || (isBeyondItsShare(turn.key, turn.waiter.weight) && !isBeyondItsShare(key, weight))
    },
    take,
    giveBack: (key, weight) => {
      here(key).held -= weight
      held -= weight
      forgetIfIdle(key)
      letIn()
    },
    join: (key, waiter) => {
      here(key).waiting.push(waiter)
      waiting += 1
      turns.add(key)
      letIn()
    },
    leave: (key, waiter) => {
      const at = of(key).waiting.indexOf(waiter)
      if (at === -1) return
      of(key).waiting.splice(at, 1)
      waiting -= 1
      forgetIfIdle(key)
      // The one that left may have been what the others were waiting behind.
      letIn()
    },
    longest: () => {
      let length = 0
      let last: Waiter | undefined
      for (const key of turns) {
        const line = of(key).waiting
        if (line.length > length) [length, last] = [line.length, line.at(-1)]
      }
      return { length, last }
    },
    isBeyondItsShare,
  }
}
