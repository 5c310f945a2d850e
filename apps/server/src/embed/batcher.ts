import { Failure } from '#failure'

export type Batcher<Item, Result> = { add: (item: Item) => Promise<Result>; waiting: () => number }

export type BatcherOptions<Item, Result> = {
  /** Results come in the order of the items. */
  run: (items: Item[]) => Promise<Result[]>
  /** Two items of one key never share a batch: the later one sees what the earlier one did. */
  keyOf: (item: Item) => string
  mostItems: number
  mostWaiting: number
}

type Entry<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

/**
 * What queued while the last statement ran is the next batch. There is no timer: alone, an item leaves at once; under load,
 * one round trip and one commit carry many.
 */
export const createBatcher = <Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> => {
  let queue: Entry<Item, Result>[] = []
  let isRunning = false

  const takeBatch = (): Entry<Item, Result>[] => {
    const batch: Entry<Item, Result>[] = []
    const keys = new Set<string>()
    const rest: Entry<Item, Result>[] = []
    for (const entry of queue) {
      const key = options.keyOf(entry.item)
      if (batch.length >= options.mostItems || keys.has(key)) rest.push(entry)
      else {
        keys.add(key)
        batch.push(entry)
      }
    }
    queue = rest
    return batch
  }

  const runBatch = async (batch: Entry<Item, Result>[]): Promise<void> => {
    try {
      const results = await options.run(batch.map(({ item }) => item))
      if (results.length !== batch.length) throw new Error(`A batch of ${batch.length} items came back with ${results.length} results.`)
      for (const [index, entry] of batch.entries()) entry.resolve(results[index] as Result)
    } catch (error) {
      // An outage is everyone's. Anything else may be the fault of one item, which then fails alone.
      const isShared = batch.length === 1 || (error instanceof Failure && error.kind === 'unavailable')
      if (isShared) for (const entry of batch) entry.reject(error)
      else for (const entry of batch) await runBatch([entry])
    }
  }

  const pump = async (): Promise<void> => {
    isRunning = true
    while (queue.length > 0) await runBatch(takeBatch())
    isRunning = false
  }

  return {
    waiting: () => queue.length,
    add: (item) =>
      new Promise<Result>((resolve, reject) => {
        if (queue.length >= options.mostWaiting)
          return reject(
            new Failure('service_unavailable', 'More requests are waiting than can be answered soon. Repeat the request in a moment.', {
              retryAfterSeconds: 1,
            }),
          )
        queue.push({ item, resolve, reject })
        if (!isRunning) void pump()
      }),
  }
}
