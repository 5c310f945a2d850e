import type { EmbedSessionNews } from '@facet/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { GrantState, WatchedGrant } from './grant-checks.ts'
import { createSessionWatches } from './session-watches.ts'

const limits = { perNode: 1000, perTenant: 1000, perUser: 1000 }

type Drop = (tenantId: number | null) => void

/** Streams over a database that says what the test says, and a following of revocations that hears what the test tells it. */
const givenWatches = () => {
  const drops: Drop[] = []
  const states = new Map<number, GrantState>()
  const world = { isTrusted: true, isAway: false }
  const judge = vi.fn<(tenantId: number, grants: readonly WatchedGrant[]) => Promise<GrantState[]>>(async (_, grants) => {
    if (world.isAway) throw new Error('The database is away.')
    return grants.map(({ grantId }) => states.get(grantId) ?? 'valid')
  })
  const onProblem = vi.fn<(error: unknown) => void>()
  const watches = createSessionWatches({
    revocations: { onDrop: (drop) => drops.push(drop), isTrusted: () => world.isTrusted },
    judge,
    limits,
    onProblem,
  })
  const open = (grantId: number, { tenantId = 1, lastsMs = 60_000 } = {}) => {
    const controller = new AbortController()
    const session = { tenantId, bucket: 1, grantId, user: `user ${grantId}`, endsAtMs: performance.now() + lastsMs }
    const told: EmbedSessionNews[] = []
    const lines = watches.open(session, controller.signal)
    const read = (async () => {
      for await (const line of lines) told.push(line)
    })()
    return { told, read, controller }
  }
  const drop: Drop = (tenantId) => drops.forEach((one) => one(tenantId))
  return { watches, open, drop, states, world, judge, onProblem }
}

const passMs = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('streams of sessions', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('say that the session is alive at once and every twenty seconds, and ask the database once', async () => {
    const { open, judge } = givenWatches()
    const { told } = open(1)

    await passMs(1)
    expect(told).toEqual([{ type: 'alive', expiresInSeconds: 60 }])
    await passMs(41_000)

    expect(told).toMatchObject([{ expiresInSeconds: 60 }, { expiresInSeconds: 40 }, { expiresInSeconds: 20 }])
    expect(judge).toHaveBeenCalledTimes(1)
  })

  it('ask about all sessions of a tenant with one statement, and about no other tenant', async () => {
    const { open, drop, judge, states, watches } = givenWatches()
    const streams = [1, 2, 3].map((grantId) => open(grantId))
    const other = open(4, { tenantId: 2 })
    await passMs(1)
    judge.mockClear()

    states.set(2, 'revoked')
    drop(1)
    drop(1)
    await passMs(1)

    expect(judge.mock.calls.map(([tenantId, grants]) => [tenantId, grants.map(({ grantId }) => grantId)])).toEqual([[1, [1, 2, 3]]])
    expect(streams.map(({ told }) => told.at(-1)?.type)).toEqual(['alive', 'ended', 'alive'])
    expect(other.told).toHaveLength(1)
    expect(watches.count()).toBe(3)
  })

  it('tell nothing while the database is away, and what happened when it is back', async () => {
    const { open, drop, states, world } = givenWatches()
    const [kept, ended] = [open(1), open(2)]
    await passMs(1)

    world.isAway = true
    states.set(2, 'revoked')
    drop(null)
    await passMs(30_000)
    expect([kept.told.length, ended.told.length]).toEqual([1, 1])

    world.isAway = false
    await passMs(1000)
    expect([kept.told.at(-1)?.type, ended.told.at(-1)?.type]).toEqual(['alive', 'ended'])
    expect(kept.told).toHaveLength(2)
  })

  it('are said once not to be judged, and again after they were; one that was closed meanwhile is not asked about again', async () => {
    const { open, drop, world, judge, onProblem } = givenWatches()
    const [kept, closed] = [open(1), open(2)]
    await passMs(1)
    judge.mockImplementationOnce(async () => {
      closed.controller.abort()
      throw new Error('There is no such function.')
    })

    drop(null)
    await passMs(1)
    await closed.read
    world.isAway = true
    await passMs(5000)
    expect(onProblem).toHaveBeenCalledOnce()
    expect(judge.mock.lastCall?.[1].map(({ grantId }) => grantId)).toEqual([1])

    world.isAway = false
    await passMs(1000)
    world.isAway = true
    drop(null)
    await passMs(1000)
    expect(onProblem).toHaveBeenCalledTimes(2)
    kept.controller.abort()
  })

  it('ask every second while revocations are not being followed', async () => {
    const { open, states, world } = givenWatches()
    const { told, read } = open(1)
    await passMs(1)

    world.isTrusted = false
    states.set(1, 'revoked')
    await passMs(1100)
    await read

    expect(told.at(-1)).toMatchObject({ type: 'ended', why: 'revoked' })
  })

  it('end by the clock of the process, whether or not the database answers', async () => {
    const { open, world, watches } = givenWatches()
    const { told, read } = open(1, { lastsMs: 2500 })
    await passMs(1)

    world.isAway = true
    await passMs(3000)
    await read

    expect(told.at(-1)).toMatchObject({ type: 'ended', why: 'expired', code: 'embed_token_expired' })
    expect(watches.count()).toBe(0)
  })

  it('end when the caller goes, and before they begin where it is gone', async () => {
    const { open, watches } = givenWatches()
    const { told, read, controller } = open(1)
    await passMs(1)

    controller.abort()
    await read
    expect(told.at(-1)).toMatchObject({ type: 'ended', why: 'moved' })

    const gone = new AbortController()
    gone.abort()
    const lines = watches.open({ tenantId: 1, bucket: 1, grantId: 2, user: 'late', endsAtMs: performance.now() + 1000 }, gone.signal)
    const late: EmbedSessionNews[] = []
    for await (const line of lines) late.push(line)
    expect(late).toMatchObject([{ why: 'moved' }])
    expect(watches.count()).toBe(0)
  })
})
