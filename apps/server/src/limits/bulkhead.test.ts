import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Failure } from '#kernel/failure'
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
type Step = { do: 'enter'; key: number; weight: number } | { do: 'release' | 'abort'; at: number }
type Place = { key: number; weight: number; state: 'waits' | 'holds' | 'ended'; release?: Release; controller: AbortController }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('enter' as const), key: fc.nat(5), weight: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('release' as const, 'abort' as const), at: fc.nat(100) }) },
)
const room = fc
  .record({ capacity: fc.integer({ min: 4, max: 12 }), spare: fc.nat(8), maxWaiting: fc.integer({ min: 1, max: 20 }) })
  .map(({ capacity, spare, maxWaiting }) => ({
    what: 'places',
    holder: 'tenant',
    capacity,
    maxPerKey: Math.max(4, capacity - spare),
    maxWaiting,
    maxWaitingPerKey: 8,
    maxWaitMs: 60_000,
  }))
const sum = (places: Place[]): number => places.reduce((total, { weight }) => total + weight, 0)
/** Plays the steps and shows every state in between to the check. */
const play = async (
  limits: Parameters<typeof createBulkhead>[0],
  steps: Step[],
  check: (places: Place[], bulkhead: ReturnType<typeof createBulkhead<number>>, entered: Place[]) => void,
): Promise<void> => {
  const bulkhead = createBulkhead<number>(limits)
  const places: Place[] = []
  const entered: Place[] = []
  const settled: Promise<void>[] = []
  const turn = async (): Promise<void> => {
    await new Promise(setImmediate)
    check(places, bulkhead, entered)
  }
  const giveBack = (place: Place): void => {
    place.state = 'ended'
    place.release?.()
    place.release?.()
  }
  for (const action of steps) {
    if (action.do === 'enter') {
      const place: Place = { key: action.key, weight: action.weight, state: 'waits', controller: new AbortController() }
      places.push(place)
      const { signal } = place.controller
      settled.push(
        bulkhead.enter(action.key, { weight: action.weight, signal }).then(
          (release) => {
            entered.push(Object.assign(place, { state: 'holds' as const, release }))
            return undefined
          },
          (error: unknown) => {
            place.state = 'ended'
            if (!(error instanceof Failure) && !signal.aborted) throw error
          },
        ),
      )
    } else {
      const wanted = places.filter(({ state }) => state === (action.do === 'release' ? 'holds' : 'waits'))
      const place = wanted[action.at % Math.max(1, wanted.length)]
      if (place && action.do === 'release') giveBack(place)
      place?.controller.abort()
    }
    await turn()
  }
  // Whoever holds a place gives it back, the oldest first, until nobody is left.
  for (let open = places.find(({ state }) => state === 'holds'); open; open = places.find(({ state }) => state === 'holds')) {
    giveBack(open)
    await turn()
  }
  await Promise.all(settled)
  expect(places.filter(({ state }) => state !== 'ended')).toEqual([])
  expect([bulkhead.held(), bulkhead.waiting()]).toEqual([0, 0])
}
const runs = { numRuns: 150 }

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

describe('whatever comes and goes, a bulkhead', () => {
  it('never gives more than there is, to all or to one, and counts what it gave', () =>
    fc.assert(
      fc.asyncProperty(room, fc.array(step, { maxLength: 60 }), (limits, steps) =>
        play(limits, steps, (places, bulkhead) => {
          const holding = places.filter(({ state }) => state === 'holds')
          expect(bulkhead.held()).toBe(sum(holding))
          expect(bulkhead.held()).toBeLessThanOrEqual(limits.capacity)
          for (const { key } of holding) expect(sum(holding.filter((place) => place.key === key))).toBeLessThanOrEqual(limits.maxPerKey)
          expect(bulkhead.waiting()).toBeLessThanOrEqual(limits.maxWaiting)
        }),
      ),
      runs,
    ))

  it('keeps nobody waiting while there is room for everybody', () =>
    fc.assert(
      fc.asyncProperty(room, fc.array(step, { maxLength: 60 }), (limits, steps) =>
        play(limits, steps, (places) => {
          const holding = places.filter(({ state }) => state === 'holds')
          const waiting = places.filter(({ state }) => state === 'waits')
          // The heaviest that could be next fits into the node, so whoever waits does so for places of its own key.
          if (limits.capacity - sum(holding) < 4) return
          for (const { key } of waiting)
            expect(sum(holding.filter((place) => place.key === key)) + 4, 'held by its key').toBeGreaterThan(limits.maxPerKey)
        }),
      ),
      runs,
    ))

  it('lets no key starve: one that holds nothing enters before any other enters twice', () =>
    fc.assert(
      fc.asyncProperty(room, fc.array(step, { maxLength: 60 }), async (limits, steps) => {
        const passedBy = new Map<Place, Map<number, number>>()
        let seen = 0
        await play(limits, steps, (places, _bulkhead, entered) => {
          const holdsNothing = (key: number): boolean => !places.some((place) => place.key === key && place.state === 'holds')
          for (const place of entered.slice(seen))
            for (const [waiting, others] of passedBy)
              if (waiting !== place && waiting.state === 'waits') others.set(place.key, (others.get(place.key) ?? 0) + 1)
          seen = entered.length
          for (const place of passedBy.keys()) if (place.state !== 'waits' || !holdsNothing(place.key)) passedBy.delete(place)
          for (const key of new Set(places.map((place) => place.key))) {
            const first = places.find((place) => place.key === key && place.state === 'waits')
            if (first && holdsNothing(key) && !passedBy.has(first)) passedBy.set(first, new Map())
          }
          for (const others of passedBy.values()) for (const times of others.values()) expect(times).toBeLessThanOrEqual(1)
        })
      }),
      runs,
    ))
})
