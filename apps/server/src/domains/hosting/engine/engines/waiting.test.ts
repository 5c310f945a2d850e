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
