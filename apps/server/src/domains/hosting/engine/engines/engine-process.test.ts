import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Failure } from '#kernel/failure'
import { environmentIdOf, specOf } from '#test'
import { runProcess } from './engine-process.ts'
import type { EngineExit } from './types.ts'

it('has ended when whoever ran it cannot say how: its place is free', async () => {
  const running = runProcess({
    name: 'p',
    spec: specOf(environmentIdOf(100), 7),
    launched: {
      socketPath: '/nonexistent',
      process: {
        exited: Promise.reject(new Error('The group stays busy.')),
        end: () => Promise.reject(new Error('The group stays busy.')),
      },
      sign: () => '',
    },
    connection: { requests: new Agent(), probe: async () => 200, destroy: async () => undefined },
    health: { everyMs: 60_000, timeoutMs: 1000, misses: 3 },
    nowMs: () => 0,
  })

  expect(await running.ended).toBe('The process was lost: The group stays busy.')
  await running.end()
})

describe('a process that does not answer probes', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** A process whose probes fail while it is silent. Each pause is the time of one probe. */
  const given = () => {
    const exited = Promise.withResolvers<EngineExit>()
    const state = { isSilent: true, isEnded: false, lines: [] as string[] }
    const end = async (): Promise<void> => {
      state.isEnded = true
      exited.resolve({ code: null, signal: 'SIGKILL' })
    }
    const running = runProcess({
      name: 'p',
      spec: specOf(environmentIdOf(100), 7),
      launched: { socketPath: '/nonexistent', process: { exited: exited.promise, end }, sign: () => '' },
      connection: {
        requests: new Agent(),
        probe: async () => (state.isSilent ? Promise.reject(new Error('no response')) : 200),
        destroy: async () => undefined,
      },
      health: { everyMs: 1000, timeoutMs: 1000, misses: 3 },
      nowMs: () => Date.now(),
      onOverload: (line) => state.lines.push(line),
    })
    const lease = (key: string, cost: number) => {
      const rejected: Failure[] = []
      const { onRejected, release } = running.lease({ key, cost })
      onRejected((reason) => {
        rejected.push(reason)
        release()
      })
      return rejected
    }
    return { running, state, lease, probes: (count: number) => vi.advanceTimersByTimeAsync(1000 * count) }
  }

  it('loses the requests of the heaviest caller, and goes on when that helps', async () => {
    const { running, state, lease, probes } = given()
    const light = lease('globex', 1)
    const heavy = [lease('mallory', 8), lease('mallory', 8)]

    await probes(1)
    state.isSilent = false
    await probes(20)

    expect(heavy.map(([reason]) => [reason?.status, reason?.retryAfterSeconds])).toEqual([
      [429, 5],
      [429, 5],
    ])
    expect(light).toEqual([])
    expect([state.isEnded, running.leases()]).toEqual([false, 1])
    expect(state.lines).toEqual([
      'The process did not answer a probe of 1 s. The caller with the largest load was rejected (requests: 2, cost: 16).',
    ])
  })

  it('is ended when it stays silent after the two heaviest callers were rejected', async () => {
    const { state, lease, probes } = given()
    const rejected = ['a', 'b', 'c'].map((key, place) => lease(key, 3 - place))

    await probes(4)
    expect([rejected.map((reasons) => reasons.length), state.isEnded]).toEqual([[1, 1, 0], false])
    await probes(1)

    expect(state.isEnded).toBe(true)
  })

  it('is ended after three probes when it has no requests', async () => {
    const { running, state, probes } = given()

    await probes(2)
    expect(state.isEnded).toBe(false)
    await probes(1)

    expect(await running.ended).toBe('The process did not answer 3 probes of 1 s.')
  })

  it('does not count requests that were answered', async () => {
    const { running, lease, probes } = given()
    running.lease({ key: 'answered', cost: 8 }).release()
    const light = lease('globex', 1)

    await probes(1)

    expect(light).toHaveLength(1)
  })

  it('may reject callers again after it has answered', async () => {
    const { state, lease, probes } = given()
    for (const key of ['a', 'b', 'c']) {
      const rejected = lease(key, 1)
      state.isSilent = true
      await probes(1)
      expect(rejected).toHaveLength(1)
      state.isSilent = false
      await probes(1)
    }

    expect(state.isEnded).toBe(false)
  })
})
