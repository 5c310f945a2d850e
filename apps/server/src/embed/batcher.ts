import { isConnectionLost } from '#db'
import { Failure } from '#failure'

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
  let underWay: Entry<Item, Result>[] = []
  let isRunning = false
  let isWatching = false

  const ownerOf = ({ item }: Entry<Item, Result>): number => options.ownerOf(item)

  const takeBatch = (): Entry<Item, Result>[] => {
    const batch = new Map<string, Entry<Item, Result>>()
    for (const entry of queue.length > options.maxItems ? inTurns(queue, ownerOf) : queue) {
      const key = options.keyOf(entry.item)
      if (batch.size < options.maxItems && !batch.has(key)) batch.set(key, entry)
    }
    const taken = new Set(batch.values())
    queue = queue.filter((entry) => !taken.has(entry))
    return [...taken]
  }

  const isFullFor = (item: Item): boolean => {
    if (queue.length < options.maxWaiting / 2) return false
    const owner = options.ownerOf(item)
    return queue.length >= options.maxWaiting || queue.filter((entry) => ownerOf(entry) === owner).length >= options.maxWaiting / 2
  }

  const runBatch = async (batch: Entry<Item, Result>[]): Promise<void> => {
    try {
      const results = await options.run(batch.map(({ item }) => item))
      if (results.length !== batch.length) throw new Error(`A batch of ${batch.length} items came back with ${results.length} results.`)
      for (const [index, entry] of batch.entries()) entry.resolve(results[index] as Result)
    } catch (error) {
      const isOutage = error instanceof Failure && error.kind === 'unavailable'
      // Nobody answers: whoever waits would find out the same way, one batch after another.
      const refused = isOutage && isConnectionLost(error.cause) ? [...batch, ...queue.splice(0)] : batch
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
    const late = [...underWay, ...queue].filter(isLate)
    underWay = underWay.filter((entry) => !isLate(entry))
    queue = queue.filter((entry) => !isLate(entry))
    for (const { reject } of late) reject(refusal('The database is not answering in time. Repeat the request in a moment.'))
    isWatching = false
    watch()
  }

  // One timer for all, on the oldest: at most a few a second, however many items come.
  const watch = (): void => {
    const oldest = underWay[0] ?? queue[0]
    if (isWatching || !oldest) return
    isWatching = true
    setTimeout(refuseLate, Math.max(1, Math.ceil(oldest.dueMs - performance.now()))).unref()
  }

  return {
    waiting: () => queue.length,
    add: (item) =>
      new Promise<Result>((resolve, reject) => {
        if (isFullFor(item)) return reject(refusal('More requests are waiting than can be answered soon. Repeat the request in a moment.'))
        queue.push({ item, dueMs: performance.now() + options.maxWaitMs, resolve, reject })
        if (!isRunning) void pump()
        watch()
      }),
  }
}
