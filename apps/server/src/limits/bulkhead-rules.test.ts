import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Failure } from '#kernel/failure'
import { createBulkhead, type Release } from './bulkhead.ts'

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
