import { describe, expect, test } from 'vitest'
import { ask, environmentIdOf, openSmallEngines } from '#test'

const environment = environmentIdOf(100)
const patient = new AbortController().signal

const it = test.extend('setup', () => openSmallEngines())

describe('an engine process', () => {
  it('is started once for many requests at a time, and answers all of them', async ({ setup: { engines, serve, happened } }) => {
    serve(environment, 7)

    const leases = await Promise.all(Array.from({ length: 50 }, () => engines.acquire(environment, patient)))

    expect(await Promise.all(leases.map((lease) => ask(lease, '/build')))).toEqual(Array.from({ length: 50 }, () => '7'))
    expect(happened.filter((what) => what === 'launch 7')).toHaveLength(1)
    expect(engines.list()).toMatchObject([{ environmentId: 100, buildId: 7, status: 'ready', leases: 50 }])
  })

  it('signs for itself', async ({ setup: { engines, serve } }) => {
    serve(environment, 7)

    const lease = await engines.acquire(environment, patient)

    expect(lease.sign({ ctx: { tenant: 'acme' } })).toBe(JSON.stringify([lease.processName, { ctx: { tenant: 'acme' } }]))
  })

  it('is given at once where it is ready, and never started for it', async ({ setup: { engines, serve, happened } }) => {
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

  it('is not started where nothing was built', async ({ setup: { engines, happened } }) => {
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
