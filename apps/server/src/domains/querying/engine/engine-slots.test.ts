import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WaitTimeout } from '#limits'
import { createEngineSlots, type EngineSlots, type LeaveEngine, type Share } from './engine-slots.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const patient = new AbortController().signal
const shareOf = (group: string, caller = group, cost = 1, environmentId = 1): Share => ({ environmentId, group, caller, cost })

/** Enters until it would wait. */
const fill = (slots: EngineSlots, share: Share): LeaveEngine[] => {
  const entered: LeaveEngine[] = []
  for (let leave = slots.tryEnter(share); leave; leave = slots.tryEnter(share)) entered.push(leave)
  return entered
}

describe('the slots of an engine', () => {
  it.each([
    ['small queries of one caller', (slots: EngineSlots) => fill(slots, shareOf('acme')).length, 16],
    ['large queries of one caller', (slots: EngineSlots) => fill(slots, shareOf('acme', 'viewer', 8)).length, 2],
    ['the largest query of one caller', (slots: EngineSlots) => fill(slots, shareOf('acme', 'viewer', 16)).length, 1],
    [
      'small queries of an embed tenant',
      (slots: EngineSlots) => ['a', 'b', 'c'].reduce((sum, caller) => sum + fill(slots, shareOf('acme', caller)).length, 0),
      32,
    ],
    [
      'small queries of all',
      (slots: EngineSlots) => ['a', 'b', 'c', 'd', 'e'].reduce((sum, group) => sum + fill(slots, shareOf(group)).length, 0),
      64,
    ],
  ])('are limited for %s', (_, take, count) => {
    expect(take(createEngineSlots())).toBe(count)
  })

  it('are counted for each engine', () => {
    const slots = createEngineSlots()
    fill(slots, shareOf('acme'))

    expect(slots.tryEnter(shareOf('acme', 'acme', 1, 2))).toBeDefined()
  })

  it('go to the next embed tenant at once while one waits for its own', async () => {
    const slots = createEngineSlots()
    const [leave] = fill(slots, shareOf('acme', 'viewer', 8))
    const entered: string[] = []
    const waiting = slots.enter(shareOf('acme', 'viewer', 8), patient).then(() => entered.push('acme'))

    expect(slots.tryEnter(shareOf('globex'))).toBeDefined()
    expect(entered).toEqual([])
    leave?.()
    await waiting

    expect(entered).toEqual(['acme'])
  })

  it('go in turns when all are taken', async () => {
    const slots = createEngineSlots()
    const taken = ['a', 'b', 'c', 'd'].flatMap((group) => fill(slots, shareOf(group)))
    const entered: string[] = []
    const enter = (group: string): Promise<unknown> => slots.enter(shareOf(group, `late ${group}`), patient).then(() => entered.push(group))
    const late = ['b', 'b', 'b', 'newcomer'].map(enter)
    await vi.advanceTimersByTimeAsync(0)

    taken[0]?.()
    await late[3]
    taken.slice(1).forEach((leave) => leave())
    await Promise.all(late)

    expect(entered).toEqual(['newcomer', 'b', 'b', 'b'])
  })

  it('end a wait of 10 s with the refusal of the caller or of the node', async () => {
    const slots = createEngineSlots()
    fill(slots, shareOf('acme'))
    const own = slots.enter(shareOf('acme'), patient).catch((error: unknown) => error)
    const of = (environmentId: number) => (group: string) => shareOf(group, group, 16, environmentId)
    ;['a', 'b', 'c', 'd'].map(of(2)).forEach((share) => slots.tryEnter(share))
    const all = slots.enter(of(2)('e'), patient).catch((error: unknown) => error)

    await vi.advanceTimersByTimeAsync(10_000)

    for (const outcome of [await own, await all]) expect(outcome).toBeInstanceOf(WaitTimeout)
    expect(await own).toMatchObject({ status: 429, retryAfterSeconds: 1 })
    expect(await all).toMatchObject({ status: 503, retryAfterSeconds: 1 })
  })

  it('leave nothing behind when a caller goes away while it waits', async () => {
    const slots = createEngineSlots()
    const taken = fill(slots, shareOf('acme'))
    const leaving = new AbortController()
    const waiting = slots.enter(shareOf('acme'), leaving.signal).catch(() => 'left')
    leaving.abort()
    expect(await waiting).toBe('left')
    taken.forEach((leave) => leave())

    expect(fill(slots, shareOf('acme'))).toHaveLength(16)
  })

  it('stay taken for the planning of an abandoned request', () => {
    const slots = createEngineSlots(() => Date.now())
    const abandon = (): void => fill(slots, shareOf('acme', 'viewer', 8)).forEach((leave) => leave(true))
    abandon()
    expect(slots.tryEnter(shareOf('acme', 'viewer'))).toBeUndefined()

    vi.advanceTimersByTime(1999)
    expect(slots.tryEnter(shareOf('acme', 'viewer'))).toBeUndefined()
    vi.advanceTimersByTime(1)

    expect(fill(slots, shareOf('acme', 'viewer'))).toHaveLength(16)
  })

  it('are given back at once by a request that was abandoned after its planning', () => {
    const slots = createEngineSlots(() => Date.now())
    const leave = slots.tryEnter(shareOf('acme', 'viewer', 16))
    vi.advanceTimersByTime(4000)

    leave?.(true)

    expect(slots.tryEnter(shareOf('acme', 'viewer', 16))).toBeDefined()
  })
})
