import { describe, expect, it } from 'vitest'
import { Failure } from '#failure'
import { type Batcher, createBatcher } from './batcher.ts'

type Item = { key: string; value: number }
type Run = { items: Item[]; answer: (results?: number[]) => Promise<void>; fail: (error: Error) => Promise<void> }

/** A batcher whose statements end when the test says so. */
const given = (
  limits: { mostItems?: number; mostWaiting?: number } = {},
): { batcher: Batcher<Item, number>; runs: Run[]; values: () => number[][] } => {
  const runs: Run[] = []
  const settled = () => new Promise<void>((resolve) => void setImmediate(resolve))
  const batcher = createBatcher<Item, number>({
    keyOf: ({ key }) => key,
    mostItems: 10,
    mostWaiting: 100,
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

const item = (value: number, key = String(value)): Item => ({ key, value })
const outage = () => new Failure('service_unavailable', 'away')

describe('a batcher', () => {
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
    const { batcher, runs, values } = given({ mostItems: 2 })
    const answers = [1, 2, 3, 4].map((value) => batcher.add(item(value)))

    for (let run = 0; run < 3; run++) await runs[run]?.answer()

    expect(values()).toEqual([[1], [2, 3], [4]])
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40])
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

  it('fails all of a batch in an outage, without trying each, and goes on with what comes next', async () => {
    const { batcher, runs, values } = given()
    const outcomes = Promise.allSettled([1, 2, 3].map((value) => batcher.add(item(value))))
    await runs[0]?.answer()

    await runs[1]?.fail(outage())

    expect(values()).toEqual([[1], [2, 3]])
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    const after = batcher.add(item(4))
    await runs[2]?.answer()
    expect(await after).toBe(40)
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
    const { batcher, runs } = given({ mostWaiting: 2 })
    const waiting = [1, 2, 3].map((value) => batcher.add(item(value)))

    await expect(batcher.add(item(4))).rejects.toMatchObject({ code: 'service_unavailable', status: 503, retryAfterSeconds: 1 })

    await runs[0]?.answer()
    const after = batcher.add(item(5))
    await runs[1]?.answer()
    await runs[2]?.answer()
    expect(await Promise.all([...waiting, after])).toEqual([10, 20, 30, 50])
  })
})
