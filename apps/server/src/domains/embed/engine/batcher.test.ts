import { afterEach, describe, expect, it, vi } from 'vitest'
import { Failure } from '#kernel/failure'
import { type Batcher, createBatcher } from './batcher.ts'

type Item = { key: string; value: number; owner: number }
type Run = { items: Item[]; answer: (results?: number[]) => Promise<void>; fail: (error: Error) => Promise<void> }

/** A batcher whose statements end when the test says so. */
const given = (
  limits: { maxItems?: number; maxWaiting?: number; maxWaitMs?: number } = {},
): { batcher: Batcher<Item, number>; runs: Run[]; values: () => number[][] } => {
  const runs: Run[] = []
  const settled = () => new Promise<void>((resolve) => void setImmediate(resolve))
  const batcher = createBatcher<Item, number>({
    keyOf: ({ key }) => key,
    ownerOf: ({ owner }) => owner,
    maxItems: 10,
    maxWaiting: 100,
    maxWaitMs: 60_000,
    ...limits,
    run: (items) =>
      new Promise((resolve, reject) => {
        runs.push({
          items,
          answer: (results = items.map(({ value }) => value * 10)) => {
            resolve(results)
            return settled()
          },
          fail: (error) => {
            reject(error)
            return settled()
          },
        })
      }),
  })
  return { batcher, runs, values: () => runs.map(({ items }) => items.map(({ value }) => value)) }
}

const item = (value: number, key = String(value), owner = 1): Item => ({ key, value, owner })
const unavailable = (cause: Error) => new Failure('service_unavailable', 'away', { cause, retryAfterSeconds: 1 })

describe('a batcher', () => {
  afterEach(() => vi.useRealTimers())

  it('sends an item that comes alone at once', async () => {
    const { batcher, runs, values } = given()

    const answer = batcher.add(item(1))

    expect(values()).toEqual([[1]])
    await runs[0]?.answer()
    expect(await answer).toBe(10)
  })

  it('sends what queued meanwhile as the next batch, and answers each its own', async () => {
    const { batcher, runs, values } = given()
    const answers = [1, 2, 3].map((value) => batcher.add(item(value)))
    expect([values(), batcher.waiting()]).toEqual([[[1]], 2])

    await runs[0]?.answer()
    expect(values()).toEqual([[1], [2, 3]])
    await runs[1]?.answer()

    expect(await Promise.all(answers)).toEqual([10, 20, 30])
    expect(batcher.waiting()).toBe(0)
  })

  it('never has two statements under way', async () => {
    const { batcher, runs, values } = given()
    const answers = [1, 2].map((value) => batcher.add(item(value)))
    await runs[0]?.answer()
    const later = batcher.add(item(3))

    expect(values()).toEqual([[1], [2]])
    await runs[1]?.answer()
    await runs[2]?.answer()
    expect(await Promise.all([...answers, later])).toEqual([10, 20, 30])
  })

  it('keeps a second item of one key for the batch after, in order', async () => {
    const { batcher, runs, values } = given()
    const answers = [item(1), item(2, 'a'), item(3, 'a'), item(4, 'b'), item(5, 'a')].map((one) => batcher.add(one))

    for (let run = 0; run < 4; run++) await runs[run]?.answer()

    expect(values()).toEqual([[1], [2, 4], [3], [5]])
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50])
  })

  it('takes no more than so many into one batch', async () => {
    const { batcher, runs, values } = given({ maxItems: 2 })
    const answers = [1, 2, 3, 4].map((value) => batcher.add(item(value)))

    for (let run = 0; run < 3; run++) await runs[run]?.answer()

    expect(values()).toEqual([[1], [2, 3], [4]])
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40])
  })

  it('gives owners turns when more wait than fit, each its own in order', async () => {
    const { batcher, runs, values } = given({ maxItems: 3 })
    const owned = [1, 1, 1, 1, 1, 2, 3, 2].map((owner, place) => batcher.add(item(place, String(place), owner)))

    for (let run = 0; run < 4; run++) await runs[run]?.answer()

    expect(values()).toEqual([[0], [1, 5, 6], [2, 7, 3], [4]])
    expect(await Promise.all(owned)).toEqual([0, 10, 20, 30, 40, 50, 60, 70])
  })

  it('never gives all places to one owner', async () => {
    const { batcher, runs } = given({ maxWaiting: 4, maxItems: 10 })
    const taken = [1, 2, 3].map((value) => batcher.add(item(value)))

    await expect(batcher.add(item(4))).rejects.toMatchObject({ code: 'service_unavailable' })
    const other = batcher.add(item(5, '5', 2))
    await runs[0]?.answer()
    await runs[1]?.answer()
    expect(await Promise.all([...taken, other])).toEqual([10, 20, 30, 50])
  })

  it('does not try alone what was refused meanwhile', async () => {
    vi.useFakeTimers()
    const { batcher, runs, values } = given({ maxWaitMs: 1000 })
    const first = batcher.add(item(1))
    const rest = Promise.allSettled([2, 3].map((value) => batcher.add(item(value))))
    void runs[0]?.answer()
    await first
    await vi.advanceTimersByTimeAsync(1000)
    void runs[1]?.fail(new Error('poison'))
    await vi.advanceTimersByTimeAsync(1)

    expect((await rest).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(values()).toEqual([[1], [2, 3]])
  })

  it('lets one item that poisons its batch fail alone', async () => {
    const { batcher, runs, values } = given()
    const answers = [1, 2, 3, 4].map((value) => batcher.add(item(value)))
    const outcomes = Promise.allSettled(answers)
    await runs[0]?.answer()

    await runs[1]?.fail(new Error('poison'))
    await runs[2]?.answer()
    await runs[3]?.fail(new Error('poison'))
    await runs[4]?.answer()

    expect(values()).toEqual([[1], [2, 3, 4], [2], [3], [4]])
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  })

  it('fails all of a batch that the database refused for now, without trying each, and goes on with what waits', async () => {
    const { batcher, runs, values } = given({ maxItems: 2 })
    const outcomes = Promise.allSettled([1, 2, 3, 4].map((value) => batcher.add(item(value))))
    await runs[0]?.answer()

    await runs[1]?.fail(unavailable(Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })))
    await runs[2]?.answer()

    expect(values()).toEqual([[1], [2, 3], [4]])
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  })

  it('refuses everyone who waits when the connection is lost, and goes on with who comes next', async () => {
    const { batcher, runs, values } = given({ maxItems: 2 })
    const outcomes = Promise.allSettled([1, 2, 3, 4, 5].map((value) => batcher.add(item(value))))

    await runs[0]?.fail(unavailable(new Error('Query read timeout')))

    expect(values()).toEqual([[1]])
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { code: 'service_unavailable', retryAfterSeconds: 1 } })
    const after = batcher.add(item(6))
    await runs[1]?.answer()
    expect(await after).toBe(60)
  })

  it('keeps nobody longer than so long, under way or in the queue, and does not send what was refused', async () => {
    vi.useFakeTimers()
    const { batcher, runs, values } = given({ maxWaitMs: 1000 })
    const first = Promise.allSettled([batcher.add(item(1)), batcher.add(item(2))])
    await vi.advanceTimersByTimeAsync(600)
    const later = batcher.add(item(3))

    await vi.advanceTimersByTimeAsync(400)

    for (const outcome of await first)
      expect(outcome).toMatchObject({ reason: { code: 'service_unavailable', status: 503, retryAfterSeconds: 1 } })
    expect(batcher.waiting()).toBe(1)
    vi.useRealTimers()
    await runs[0]?.answer()
    await runs[1]?.answer()
    expect([await later, values()]).toEqual([30, [[1], [3]]])
  })

  it('looks again at who came after somebody was refused', async () => {
    vi.useFakeTimers()
    const { batcher } = given({ maxWaitMs: 1000 })
    const first = Promise.allSettled([batcher.add(item(1))])
    await vi.advanceTimersByTimeAsync(500)
    const second = Promise.allSettled([batcher.add(item(2))])
    await vi.advanceTimersByTimeAsync(1000)

    expect([...(await first), ...(await second)].map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('believes no batch that comes back with fewer results than items', async () => {
    const { batcher, runs } = given()
    const outcomes = Promise.allSettled([1, 2, 3].map((value) => batcher.add(item(value))))
    await runs[0]?.answer()

    await runs[1]?.answer([20])
    await runs[2]?.answer()
    await runs[3]?.answer([])

    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  })

  it('refuses with 503 what would wait too long, and takes items again afterwards', async () => {
    const { batcher, runs } = given({ maxWaiting: 4 })
    const waiting = [1, 2, 3].map((value) => batcher.add(item(value)))

    await expect(batcher.add(item(4))).rejects.toMatchObject({ code: 'service_unavailable', status: 503, retryAfterSeconds: 1 })

    await runs[0]?.answer()
    const after = batcher.add(item(5))
    await runs[1]?.answer()
    await runs[2]?.answer()
    expect(await Promise.all([...waiting, after])).toEqual([10, 20, 30, 50])
  })
})
