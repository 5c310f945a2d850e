import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WaitTimeout } from '#limits'
import { createEngineSlots, type EngineSlots, type LeaveEngine, type CostlyShare } from './engine-slots.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const patient = new AbortController().signal
const shareOf = (group: string, caller = group, cost = 1, environmentId = 1): CostlyShare => ({ environmentId, group, caller, cost })

/** Enters until it would wait. */
const fill = (slots: EngineSlots, share: CostlyShare): LeaveEngine[] => {
  const entered: LeaveEngine[] = []
  for (let leave = slots.tryEnter(share); leave; leave = slots.tryEnter(share)) entered.push(leave)
  return entered
}

type Take = (slots: EngineSlots) => LeaveEngine[]
const small: Take = (slots) => fill(slots, shareOf('acme-corp'))
const large: Take = (slots) => fill(slots, shareOf('acme-corp', 'viewer', 8))
const ofCallers: Take = (slots) => ['a', 'b', 'c'].flatMap((caller) => fill(slots, shareOf('acme-corp', caller)))
const ofGroups: Take = (slots) => ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].flatMap((group) => fill(slots, shareOf(group)))

describe('the slots of an engine', () => {
  it.each([
    ['small queries of one caller', small, 8, 16],
    ['large queries of one caller', large, 1, 16],
    ['small queries of an embed tenant', ofCallers, 8, 32],
    ['small queries of all', ofGroups, 64, 64],
  ])('are limited for %s: while they are planned, and while they wait for the warehouse', (_, take, planned, open) => {
    const slots = createEngineSlots()

    expect(take(slots)).toHaveLength(planned)
    let count = planned
    for (let seconds = 0; seconds < 40; seconds++) {
      vi.advanceTimersByTime(1000)
      count += take(slots).length
    }

    expect(count).toBe(open)
  })

  it('are counted for each engine', () => {
    const slots = createEngineSlots()
    small(slots)

    expect(slots.tryEnter(shareOf('acme-corp', 'acme-corp', 1, 2))).toBeDefined()
  })

  it('go to the next embed tenant at once while one waits for its own', async () => {
    const slots = createEngineSlots()
    const [leave] = large(slots)
    const entered: string[] = []
    const waiting = slots.enter(shareOf('acme-corp', 'viewer', 8), patient).then(() => entered.push('acme-corp'))
    await vi.advanceTimersByTimeAsync(0)

    expect(slots.tryEnter(shareOf('globex-corp'))).toBeDefined()
    expect(entered).toEqual([])
    leave?.()
    await waiting

    expect(entered).toEqual(['acme-corp'])
  })

  it('go in turns when all are taken', async () => {
    const slots = createEngineSlots()
    const taken = ofGroups(slots)
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

  it('end a wait of 5 s with the refusal of the caller or of the node', async () => {
    const slots = createEngineSlots()
    for (let seconds = 0; seconds < 40; seconds++) {
      fill(slots, shareOf('acme-corp'))
      for (const group of ['a', 'b', 'c', 'd']) fill(slots, shareOf(group, group, 1, 2))
      vi.advanceTimersByTime(1000)
    }
    const outcomeOf = (share: CostlyShare): Promise<unknown> => slots.enter(share, patient).catch((error: unknown) => error)
    const [own, all] = [outcomeOf(shareOf('acme-corp')), outcomeOf(shareOf('e', 'e', 1, 2))]

    await vi.advanceTimersByTimeAsync(5000)

    for (const outcome of [await own, await all]) expect(outcome).toBeInstanceOf(WaitTimeout)
    expect(await own).toMatchObject({ status: 429, retryAfterSeconds: 1 })
    expect(await all).toMatchObject({ status: 503, retryAfterSeconds: 1 })
  })

  it('leave nothing behind when a caller goes away while it waits', async () => {
    const slots = createEngineSlots()
    const taken = large(slots)
    const leaving = new AbortController()
    const waiting = slots.enter(shareOf('acme-corp', 'viewer', 8), leaving.signal).catch(() => 'left')
    await vi.advanceTimersByTimeAsync(0)
    leaving.abort()
    expect(await waiting).toBe('left')
    taken.forEach((leave) => leave())

    expect(fill(slots, shareOf('acme-corp', 'viewer'))).toHaveLength(8)
  })

  it('stay taken for the planning of an abandoned request', () => {
    const slots = createEngineSlots()
    large(slots).forEach((leave) => leave(true))

    vi.advanceTimersByTime(1999)
    expect(slots.tryEnter(shareOf('acme-corp', 'viewer'))).toBeUndefined()
    vi.advanceTimersByTime(1)

    expect(fill(slots, shareOf('acme-corp', 'viewer'))).toHaveLength(8)
  })

  it('are given back once, whether planning ends before the response or after it', () => {
    const slots = createEngineSlots()
    const [leave] = large(slots)
    vi.advanceTimersByTime(2000)
    const [next] = large(slots)
    leave?.()

    expect(large(slots)).toEqual([])
    next?.()
    expect(large(slots)).toHaveLength(1)
  })
})
