export type Waiter = { weight: number; enter: () => void; evict: () => void }

/** What one key holds, and who of it waits. Kept only while there is one or the other. */
type Lane = { held: number; waiting: Waiter[] }

type Room = { capacity: number; maxPerKey: number }

export type Lanes<Key> = {
  held: () => number
  waiting: () => number
  waitingOf: (key: Key) => number
  /** Whether this much would go in now, past nobody whose turn it is. */
  hasRoom: (key: Key, weight: number) => boolean
  take: (key: Key, weight: number) => void
  giveBack: (key: Key, weight: number) => void
  join: (key: Key, waiter: Waiter) => void
  leave: (key: Key, waiter: Waiter) => void
  /** The line that is longest of all, and the one who came to it last. */
  longestQueue: () => { length: number; last: Waiter | undefined }
}

/**
 * Turns go round the keys that wait. A key is within its share while it holds no more than the capacity divided by the keys
 * that are here, or nothing at all; only when nobody within its share can go does one beyond it. Whoever's turn it is and
 * finds too little room is waited for: passing it by would let many small ones keep a large one out for ever.
 */
export const createLanes = <Key>({ capacity, maxPerKey }: Room): Lanes<Key> => {
  const lanes = new Map<Key, Lane>()
  // Keys whose first waiter could go if the node had room; those that wait for places of their own are not looked at.
  const ready = new Set<Key>()
  let held = 0
  let waiting = 0

  const heldBy = (key: Key): number => lanes.get(key)?.held ?? 0
  const firstOf = (key: Key): Waiter | undefined => lanes.get(key)?.waiting[0]
  const laneOf = (key: Key): Lane => {
    const lane = lanes.get(key) ?? { held: 0, waiting: [] }
    lanes.set(key, lane)
    return lane
  }

  /** After every change of a lane: whether it is still needed, and whether it takes part in the turns. */
  const settle = (key: Key, lane: Lane): void => {
    const [first] = lane.waiting
    if (!first && lane.held === 0) lanes.delete(key)
    if (first && lane.held + first.weight <= maxPerKey) ready.add(key)
    else ready.delete(key)
  }

  const isBeyondItsShare = (key: Key, weight: number): boolean => {
    const mine = heldBy(key)
    return mine > 0 && mine + weight > capacity / lanes.size
  }

  const nextReady = (): { key: Key; waiter: Waiter; isBeyond: boolean } | undefined => {
    let beyond: { key: Key; waiter: Waiter; isBeyond: boolean } | undefined
    for (const key of ready) {
      const waiter = firstOf(key)
      if (!waiter) continue
      if (!isBeyondItsShare(key, waiter.weight)) return { key, waiter, isBeyond: false }
      beyond ??= { key, waiter, isBeyond: true }
    }
    return beyond
  }

  const take = (key: Key, weight: number): void => {
    const lane = laneOf(key)
    lane.held += weight
    held += weight
    settle(key, lane)
  }

  const letIn = (): void => {
    for (let turn = nextReady(); turn && held + turn.waiter.weight <= capacity; turn = nextReady()) {
      const { key, waiter } = turn
      laneOf(key).waiting.shift()
      waiting -= 1
      // To the end of the round.
      ready.delete(key)
      take(key, waiter.weight)
      waiter.enter()
    }
  }

  return {
    held: () => held,
    waiting: () => waiting,
    waitingOf: (key) => lanes.get(key)?.waiting.length ?? 0,
    hasRoom: (key, weight) => {
      if (held + weight > capacity || heldBy(key) + weight > maxPerKey) return false
      const turn = nextReady()
      return !turn || (turn.isBeyond && !isBeyondItsShare(key, weight))
    },
    take,
    giveBack: (key, weight) => {
      const lane = laneOf(key)
      lane.held -= weight
      held -= weight
      settle(key, lane)
      letIn()
    },
    join: (key, waiter) => {
      const lane = laneOf(key)
      lane.waiting.push(waiter)
      waiting += 1
      settle(key, lane)
      letIn()
    },
    leave: (key, waiter) => {
      const lane = laneOf(key)
      const at = lane.waiting.indexOf(waiter)
      if (at !== -1) {
        lane.waiting.splice(at, 1)
        waiting -= 1
      }
      settle(key, lane)
      // The one that left may have been what the others were waiting behind.
      letIn()
    },
    longestQueue: () => {
      let length = 0
      let last: Waiter | undefined
      for (const lane of lanes.values()) if (lane.waiting.length > length) [length, last] = [lane.waiting.length, lane.waiting.at(-1)]
      return { length, last }
    },
  }
}
