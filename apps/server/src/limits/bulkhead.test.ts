import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BulkheadLimits, createBulkhead, type Release } from './bulkhead.ts'

const limits: BulkheadLimits = {
  what: 'test places',
  holder: 'tenant',
  capacity: 4,
  maxPerKey: 3,
  maxWaiting: 6,
  maxWaitingPerKey: 4,
  maxWaitMs: 1000,
}

const fill = (bulkhead: ReturnType<typeof createBulkhead<string>>, key: string, count: number): Release[] =>
  Array.from({ length: count }, () => {
    const release = bulkhead.tryEnter(key)
    if (!release) throw new Error(`${key} was to get in.`)
    return release
  })

/** Who got in, in order, while each place is given back as soon as it is taken. */
const queue = (bulkhead: ReturnType<typeof createBulkhead<string>>, keys: string[]) => {
  const order: string[] = []
  const all = keys.map((key) =>
    bulkhead.run(key, async () => {
      order.push(key)
    }),
  )
  return { order, done: Promise.all(all) }
}

describe('a bulkhead', () => {
  // Whoever still waits at the end of a test waits for ever: nobody would hear how it ended.
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('lets one key have most of it, and never all', () => {
    const bulkhead = createBulkhead<string>(limits)
    fill(bulkhead, 'busy', 3)

    expect(bulkhead.tryEnter('busy')).toBeUndefined()
    expect(bulkhead.tryEnter('quiet')).toBeDefined()
  })

  it('gives a place back once, however often it is asked to', () => {
    const bulkhead = createBulkhead<string>(limits)
    const [first] = fill(bulkhead, 'busy', 2)
    first?.()
    first?.()

    expect(bulkhead.held()).toBe(1)
  })

  it('gives turns to the keys that wait, whatever the length of their lines', async () => {
    const bulkhead = createBulkhead<string>({ ...limits, capacity: 1, maxPerKey: 1 })
    const [release] = fill(bulkhead, 'busy', 1)
    const { order, done } = queue(bulkhead, ['busy', 'busy', 'busy', 'one', 'one', 'two'])
    release?.()
    await done

    expect(order).toEqual(['one', 'two', 'busy', 'one', 'busy', 'busy'])
  })

  it('lets who holds less than its share go before who holds more', async () => {
    const bulkhead = createBulkhead<string>({ ...limits, maxPerKey: 4 })
    const [release] = fill(bulkhead, 'busy', 4)
    const order: string[] = []
    const waiting = ['busy', 'busy', 'quiet'].map((key) => bulkhead.enter(key).then(() => order.push(key)))
    release?.()
    await waiting[2]

    expect(order).toEqual(['quiet'])
  })

  it('does not let small ones pass a large one whose turn it is', async () => {
    const bulkhead = createBulkhead<string>({ ...limits, capacity: 10, maxPerKey: 10 })
    const releases = fill(bulkhead, 'small', 4)
    const large = bulkhead.enter('large', { weight: 9 })

    expect(bulkhead.tryEnter('other')).toBeUndefined()
    for (const release of releases) release()
    const release = await large
    expect(bulkhead.held()).toBe(9)
    release()
  })

  it('refuses what one key could never hold', () => {
    const bulkhead = createBulkhead<string>(limits)

    expect(() => bulkhead.tryEnter('busy', 4)).toThrow('4 of test places were asked for; one key may hold at most 3.')
    expect(() => createBulkhead<string>({ ...limits, maxPerKey: 5 })).toThrow(RangeError)
  })

  it('refuses a key whose own line is full as its own limit, and lets others wait', async () => {
    const refused = vi.fn<(whose: string) => void>()
    const bulkhead = createBulkhead<string>(limits, { refused })
    const releases = fill(bulkhead, 'busy', 3)
    const waiting = Array.from({ length: 4 }, () => bulkhead.enter('busy'))

    await expect(bulkhead.enter('busy')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 })
    expect(refused.mock.calls).toEqual([['key']])
    const other = await bulkhead.enter('quiet')
    other()
    for (const release of releases) release()
    for (const entered of waiting) (await entered)()
    expect([bulkhead.held(), bulkhead.waiting()]).toEqual([0, 0])
  })

  it.each([2, 3])('makes room in a full line of %i at the cost of the longest', async (maxWaiting) => {
    const bulkhead = createBulkhead<string>({ ...limits, maxWaiting })
    fill(bulkhead, 'busy', 3)
    const [release] = fill(bulkhead, 'other', 1)
    const busy = Array.from({ length: maxWaiting }, () => bulkhead.enter('busy'))
    const quiet = bulkhead.enter('quiet')

    await expect(busy.at(-1)).rejects.toMatchObject({ code: 'rate_limited' })
    release?.()
    await expect(quiet).resolves.toBeTypeOf('function')
  })

  it('refuses as the limit of the node when everybody waits alike', async () => {
    const bulkhead = createBulkhead<string>({ ...limits, maxWaiting: 2 })
    fill(bulkhead, 'a', 2)
    fill(bulkhead, 'b', 2)
    void bulkhead.enter('c')
    void bulkhead.enter('d')

    await expect(bulkhead.enter('e')).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 1 })
  })

  it('ends a wait that takes too long', async () => {
    const refused = vi.fn<(why: string) => void>()
    const bulkhead = createBulkhead<string>(limits, { refused })
    fill(bulkhead, 'busy', 3)
    fill(bulkhead, 'other', 1)
    const ends = Promise.allSettled([bulkhead.enter('busy'), bulkhead.enter('quiet')])
    await vi.advanceTimersByTimeAsync(1000)

    const tooLate = {
      reason: { code: 'service_unavailable', message: expect.stringContaining('became free in time'), retryAfterSeconds: 1 },
    }
    expect(await ends).toMatchObject([tooLate, tooLate])
    expect(refused.mock.calls).toEqual([['slow'], ['slow']])
    expect(bulkhead.waiting()).toBe(0)
  })

  it('lets who gives up leave the line, and whoever stood behind go on', async () => {
    const bulkhead = createBulkhead<string>({ ...limits, capacity: 10, maxPerKey: 10 })
    fill(bulkhead, 'small', 4)
    const controller = new AbortController()
    const large = bulkhead.enter('large', { weight: 9, signal: controller.signal })
    const other = bulkhead.enter('other')
    controller.abort(new Error('gone'))

    await expect(large).rejects.toThrow('gone')
    await expect(other).resolves.toBeTypeOf('function')
    await expect(bulkhead.enter('late', { signal: controller.signal })).rejects.toThrow('gone')
  })

  it('gives the place back when the work fails', async () => {
    const bulkhead = createBulkhead<string>(limits)

    await expect(bulkhead.run('busy', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(bulkhead.held()).toBe(0)
  })

  it('tells how long each waited', async () => {
    const entered = vi.fn<(waitedMs: number) => void>()
    const bulkhead = createBulkhead<string>({ ...limits, capacity: 1, maxPerKey: 1 }, { entered })
    const release = await bulkhead.enter('a')
    const second = bulkhead.enter('b')
    await vi.advanceTimersByTimeAsync(250)
    release()
    await second

    expect(entered.mock.calls).toEqual([[0], [250]])
  })
})
