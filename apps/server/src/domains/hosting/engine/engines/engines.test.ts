import { describe, expect, it } from 'vitest'
import { ask, environmentIdOf, openSmallEngines, type SmallEngineOptions } from '#test'

const environment = environmentIdOf(100)
const patient = new AbortController().signal
/** Engines whose launches go on when the test says so. */
const openHeld = async (limits: SmallEngineOptions['limits']) => {
  const { promise: held, resolve } = Promise.withResolvers<null>()
  const opened = await openSmallEngines({ ...(limits ? { limits } : {}), onLaunch: async () => void (await held) })
  return { ...opened, letGo: () => resolve(null) }
}
const waiting = { max: 4, maxPerTenant: 3, maxPerEnvironment: 2, maxMs: 60_000 }
const [first, second, third] = [environmentIdOf(1), environmentIdOf(2), environmentIdOf(3)]

describe('an engine process', () => {
  it('is started once for many requests at a time, and answers all of them', async () => {
    const { engines, serve, happened } = await openSmallEngines()
    serve(environment, 7)

    const leases = await Promise.all(Array.from({ length: 50 }, () => engines.acquire(environment, patient)))

    expect(await Promise.all(leases.map((lease) => ask(lease, '/build')))).toEqual(Array.from({ length: 50 }, () => '7'))
    expect(happened.filter((what) => what === 'launch 7')).toHaveLength(1)
    expect(engines.list()).toMatchObject([{ environmentId: 100, buildId: 7, status: 'ready', leases: 50 }])
  })

  it('signs for itself', async () => {
    const { engines, serve } = await openSmallEngines()
    serve(environment, 7)

    const lease = await engines.acquire(environment, patient)

    expect(lease.sign({ ctx: { tenant: 'acme' } })).toBe(JSON.stringify([lease.processName, { ctx: { tenant: 'acme' } }]))
  })

  it('is given at once where it is ready, and never started for it', async () => {
    const { engines, serve, happened } = await openSmallEngines()
    serve(environment, 7)
    expect(engines.tryAcquire(environment)).toBeUndefined()
    expect(happened).toEqual([])

    const lease = await engines.acquire(environment, patient)
    const second = engines.tryAcquire(environment)

    expect([second?.processName, second && (await ask(second, '/build'))]).toEqual([lease.processName, '7'])
    expect(engines.list()).toMatchObject([{ leases: 2 }])
    lease.release()
    second?.release()
    await engines.stop()
    expect(engines.tryAcquire(environment)).toBeUndefined()
  })

  it('is not started where nothing was built', async () => {
    const { engines, happened } = await openSmallEngines()

    await expect(engines.acquire(environment, patient)).rejects.toMatchObject({ code: 'no_build', status: 503 })
    expect(happened).toEqual([])
  })

  it('is suspended when it was not used for a while, and wakes for the next request', async () => {
    const { engines, serve, happened, until, alive } = await openSmallEngines({ limits: { idleMs: 30 } })
    serve(environment, 7)
    const lease = await engines.acquire(environment, patient)
    expect(await ask(lease, '/build')).toBe('7')
    expect(happened).not.toContain('ended 7')

    lease.release()
    await until(() => happened.includes('ended 7'))
    expect(alive()).toBe(0)

    expect(await ask(await engines.acquire(environment, patient), '/build')).toBe('7')
    await until(() => happened.length === 7)
    expect(happened).toEqual(['launch 7', 'starting 7', 'ready 7', 'ended 7', 'launch 7', 'starting 7', 'ready 7'])
  })

  it('leaves nothing behind when the node stops, not even one that is starting', async () => {
    const { promise: isLaunching, resolve: launching } = Promise.withResolvers<null>()
    const onLaunch = async (buildId: number, signal: AbortSignal): Promise<void> => {
      if (buildId !== 8) return
      launching(null)
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    }
    const { engines, serve, alive, happened } = await openSmallEngines({ onLaunch })
    const other = environmentIdOf(101)
    serve(environment, 7)
    serve(other, 8)
    const lease = await engines.acquire(environment, patient)
    const waiting = Promise.allSettled([engines.acquire(other, patient)])
    await isLaunching

    const stopped = engines.stop()
    expect(await waiting).toMatchObject([{ status: 'rejected', reason: { code: 'engine_unavailable' } }])
    expect(alive()).toBe(1)
    lease.release()
    await stopped

    expect(alive()).toBe(0)
    expect(engines.list()).toEqual([])
    expect(happened.filter((what) => what.startsWith('ended')).toSorted()).toEqual(['ended 7', 'ended 8'])
    await expect(engines.acquire(environment, patient)).rejects.toMatchObject({ code: 'engine_unavailable' })
  })
})

describe('requests that wait for an engine', () => {
  it('are refused beyond the limits of their environment, of their tenant and of the node; the others are answered', async () => {
    const { engines, serve, letGo } = await openHeld({ waiting })
    const ids = [environmentIdOf(1), environmentIdOf(2), environmentIdOf(3, 2), environmentIdOf(4, 2)]
    for (const id of ids) serve(id, id.environmentId)
    const [own, sibling, foreign, late] = ids as [typeof environment, typeof environment, typeof environment, typeof environment]
    const starting = { code: 'engine_starting', status: 503, retryAfterSeconds: 2 }

    const waiters = [engines.acquire(own, patient), engines.acquire(own, patient)]
    await expect(engines.acquire(own, patient)).rejects.toMatchObject(starting)
    waiters.push(engines.acquire(sibling, patient))
    await expect(engines.acquire(sibling, patient)).rejects.toMatchObject(starting)
    waiters.push(engines.acquire(foreign, patient))
    await expect(engines.acquire(late, patient)).rejects.toMatchObject(starting)

    letGo()
    const leases = await Promise.all(waiters)
    expect(await Promise.all(leases.map((lease) => ask(lease, '/build')))).toEqual(['1', '1', '2', '3'])
    expect(await ask(await engines.acquire(late, patient), '/build')).toBe('4')
  })

  it('give their place to others when their caller hangs up', async () => {
    const { engines, serve, letGo } = await openHeld({ waiting: { ...waiting, maxPerEnvironment: 1 } })
    serve(environment, 7)
    const caller = new AbortController()
    const gone = engines.acquire(environment, caller.signal)
    await expect(engines.acquire(environment, patient)).rejects.toMatchObject({ code: 'engine_starting' })

    caller.abort(new Error('hung up'))
    await expect(gone).rejects.toThrow('hung up')
    const next = engines.acquire(environment, patient)

    letGo()
    expect((await next).buildId).toBe(7)
    expect(engines.list()).toMatchObject([{ leases: 1 }])
  })

  it('are told to come again when it takes too long; the start goes on and serves the next', async () => {
    const { engines, serve, letGo } = await openHeld({ waiting: { ...waiting, maxMs: 20 } })
    serve(environment, 7)

    await expect(engines.acquire(environment, patient)).rejects.toMatchObject({ code: 'engine_starting', retryAfterSeconds: 2 })
    expect(engines.list()).toMatchObject([{ status: 'starting', leases: 0 }])
    letGo()
  })

  it('are not begun by a caller who is gone already', async () => {
    const { engines, serve, happened } = await openHeld({})
    serve(environment, 7)

    await expect(engines.acquire(environment, AbortSignal.abort(new Error('hung up')))).rejects.toThrow('hung up')
    expect(happened).toEqual([])
  })
})

describe('the memory budget', () => {
  it('is kept by ending the process that was not used for the longest time, and never one in use', async () => {
    const { engines, serve, happened, until, alive } = await openSmallEngines({ limits: { budgetBytes: 2 } })
    for (const environment of [first, second, third]) serve(environment, environment.environmentId)
    const held = await engines.acquire(first, patient)
    const other = await engines.acquire(second, patient)

    await expect(engines.acquire(third, patient)).rejects.toMatchObject({ code: 'engine_unavailable', status: 503, retryAfterSeconds: 5 })
    expect(happened).not.toContain('launch 3')

    held.release()
    other.release()
    // Used later, although it was started first.
    const again = await engines.acquire(first, patient)
    again.release()
    await engines.acquire(third, patient)

    await until(() => happened.includes('ended 2'))
    expect(happened).not.toContain('ended 1')
    expect(alive()).toBe(2)
    expect(engines.list().map(({ environmentId }) => environmentId)).toEqual([1, 3])
  })

  it('holds while many want to start at once', async () => {
    const { engines, serve, alive } = await openSmallEngines({ limits: { budgetBytes: 2 } })
    const environments = Array.from({ length: 8 }, (_, index) => environmentIdOf(index + 1))
    for (const environment of environments) serve(environment, environment.environmentId)
    let most = 0

    const outcomes = await Promise.allSettled(
      environments.map(async (environment) => {
        const lease = await engines.acquire(environment, patient)
        most = Math.max(most, alive())
        lease.release()
      }),
    )

    expect(most).toBeLessThanOrEqual(2)
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as { code: string }] : []))
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['engine_unavailable']))
    expect(refused.length).toBeLessThan(8)
  })
})
