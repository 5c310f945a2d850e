import { isConnectionLost } from '#db'
import { Failure } from '#kernel/failure'

export type Batcher<Item, Result> = { add: (item: Item) => Promise<Result>; waiting: () => number }

export type BatcherOptions<Item, Result> = {
  /** Results come in the order of the items. */
  run: (items: Item[]) => Promise<Result[]>
  /** Two items of one key never share a batch: the later one sees what the earlier one did. */
  keyOf: (item: Item) => string
  /** Whose it is. When more wait than fit into a batch, owners take turns, and one of them never has all the places. */
  ownerOf: (item: Item) => number
  maxItems: number
  maxWaiting: number
  /** From its arrival to its answer, whatever the database does. */
  maxWaitMs: number
}

type Entry<Item, Result> = { item: Item; dueMs: number; resolve: (result: Result) => void; reject: (error: unknown) => void }

/** The first of each owner, then the second of each. */
const inTurns = <Item>(items: Item[], ownerOf: (item: Item) => number): Item[] => {
  const taken = new Map<number, number>()
  const turns: Item[][] = []
  for (const item of items) {
    const turn = taken.get(ownerOf(item)) ?? 0
    taken.set(ownerOf(item), turn + 1)
    ;(turns[turn] ??= []).push(item)
  }
  return turns.flat()
}

const refusal = (message: string): Failure => new Failure('service_unavailable', message, { retryAfterSeconds: 1 })

/**
 * What queued while the last statement ran is the next batch. No timer holds anything back: alone, an item leaves at once; under
 * load, one round trip and one commit carry many.
 */
export const createBatcher = <Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> => {
  let queue: Entry<Item, Result>[] = []
  /** How many of the queue are whose. */
  const places = new Map<number, number>()
  let underWay: Entry<Item, Result>[] = []
  let isRunning = false
  let isWatching = false

  const ownerOf = ({ item }: Entry<Item, Result>): number => options.ownerOf(item)

  const leave = (isLeaving: (entry: Entry<Item, Result>) => boolean): Entry<Item, Result>[] => {
    const [left, kept]: [Entry<Item, Result>[], Entry<Item, Result>[]] = [[], []]
    for (const entry of queue) (isLeaving(entry) ? left : kept).push(entry)
    for (const entry of left) {
      const others = (places.get(ownerOf(entry)) ?? 1) - 1
      if (others === 0) places.delete(ownerOf(entry))
      else places.set(ownerOf(entry), others)
    }
    queue = kept
    return left
  }

  const takeBatch = (): Entry<Item, Result>[] => {
    const batch = new Map<string, Entry<Item, Result>>()
    for (const entry of queue.length > options.maxItems ? inTurns(queue, ownerOf) : queue) {
      const key = options.keyOf(entry.item)
      if (batch.size < options.maxItems && !batch.has(key)) batch.set(key, entry)
    }
    const taken = new Set(batch.values())
    leave((entry) => taken.has(entry))
    return [...taken]
  }

  const isFullFor = (owner: number): boolean => queue.length >= options.maxWaiting || (places.get(owner) ?? 0) >= options.maxWaiting / 2

  const runBatch = async (batch: Entry<Item, Result>[]): Promise<void> => {
    try {
      const results = await options.run(batch.map(({ item }) => item))
      if (results.length !== batch.length) throw new Error(`A batch of ${batch.length} items came back with ${results.length} results.`)
      for (const [index, entry] of batch.entries()) entry.resolve(results[index] as Result)
    } catch (error) {
      const isOutage = error instanceof Failure && error.kind === 'unavailable'
      // Nobody answers: whoever waits would find out the same way, one batch after another.
      const refused = isOutage && isConnectionLost(error.cause) ? [...batch, ...leave(() => true)] : batch
      // An outage is everyone's. Anything else may be the fault of one item, which then fails alone.
      if (isOutage || batch.length === 1) for (const entry of refused) entry.reject(error)
      else for (const entry of batch) if (underWay.includes(entry)) await runBatch([entry])
    }
  }

  const pump = async (): Promise<void> => {
    isRunning = true
    while (queue.length > 0) {
      underWay = takeBatch()
      await runBatch(underWay)
    }
    underWay = []
    isRunning = false
  }

  const refuseLate = (): void => {
    const nowMs = performance.now()
    const isLate = ({ dueMs }: Entry<Item, Result>): boolean => dueMs <= nowMs
    const late = [...underWay.filter(isLate), ...leave(isLate)]
    underWay = underWay.filter((entry) => !isLate(entry))
    for (const { reject } of late) reject(refusal('The database is not answering in time. Repeat the request in a moment.'))
    isWatching = false
    watch()
  }

  // One timer for all, on the oldest: at most a few a second, however many items come.
  const watch = (): void => {
    if (isWatching || (underWay.length === 0 && queue.length === 0)) return
    isWatching = true
    // The queue is in the order of arrival; a batch is in the order of turns.
    const dueMs = Math.min(...[...underWay, ...queue.slice(0, 1)].map((entry) => entry.dueMs))
    setTimeout(refuseLate, Math.max(1, Math.ceil(dueMs - performance.now()))).unref()
  }

  return {
    waiting: () => queue.length,
    add: (item) =>
      new Promise<Result>((resolve, reject) => {
        const owner = options.ownerOf(item)
        if (isFullFor(owner)) return reject(refusal('More requests are waiting than can be answered soon. Repeat the request in a moment.'))
        queue.push({ item, dueMs: performance.now() + options.maxWaitMs, resolve, reject })
        places.set(owner, (places.get(owner) ?? 0) + 1)
        if (!isRunning) void pump()
        watch()
      }),
  }
}
