import { describe, expect, it } from 'vitest'
import { ask, environmentIdOf, openSmallEngines } from '#test'

const environment = environmentIdOf(100)
const patient = new AbortController().signal

describe('an engine that fails', () => {
  it('rests twice as long after each failure, up to the highest, and says why', async () => {
    let nowMs = 0
    const onLaunch = (): never => {
      throw new Error('Cube "orders" is defined twice.')
    }
    const { engines, serve, happened } = await openSmallEngines({ onLaunch, nowMs: () => nowMs })
    serve(environment, 7)
    const restsSeconds: number[] = []

    for (let attempt = 1; attempt <= 8; attempt++) {
      const failed: unknown = await engines.acquire(environment, patient).catch((error: unknown) => error)
      expect(failed).toMatchObject({
        code: 'engine_failed',
        status: 503,
        message: 'The engine of this deployment failed: Cube "orders" is defined twice.',
      })
      const { retryAfterSeconds } = failed as { retryAfterSeconds: number }
      restsSeconds.push(retryAfterSeconds)
      nowMs += retryAfterSeconds * 1000 - 1
      await expect(engines.acquire(environment, patient)).rejects.toMatchObject({ code: 'engine_failed', retryAfterSeconds: 1 })
      expect(happened.filter((what) => what === 'launch 7')).toHaveLength(attempt)
      nowMs += 1
    }

    expect(restsSeconds).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  })

  it('for one build is no reason not to start the next', async () => {
    const onLaunch = (buildId: number): void => {
      if (buildId === 7) throw new Error('no')
    }
    const { engines, serve } = await openSmallEngines({ onLaunch })
    serve(environment, 7)
    await expect(engines.acquire(environment, patient)).rejects.toMatchObject({ code: 'engine_failed' })

    serve(environment, 8)
    expect(await ask(await engines.acquire(environment, patient), '/build')).toBe('8')
  })

  it('by not getting ready in time is ended', async () => {
    const onLaunch = (_buildId: number, signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    const { engines, serve, alive } = await openSmallEngines({ onLaunch, limits: { startMs: 20 } })
    serve(environment, 7)

    await expect(engines.acquire(environment, patient)).rejects.toMatchObject({
      code: 'engine_failed',
      message: 'The engine of this deployment failed: The process was not ready within 0.02 s.',
    })
    expect(alive()).toBe(0)
  })

  it('under a request is started anew by the next one, if it had served for a while', async () => {
    const { engines, serve, happened, until } = await openSmallEngines({ limits: { stableMs: 0 } })
    serve(environment, 7)
    const lease = await engines.acquire(environment, patient)

    await expect(ask(lease, '/crash')).rejects.toThrow()
    await until(() => happened.includes('failed 7'))
    lease.release()

    const next = await engines.acquire(environment, patient)
    expect(await ask(next, '/build')).toBe('7')
    expect(next.processName).not.toBe(lease.processName)
    expect(engines.list()).toMatchObject([{ restarts: 1, leases: 1 }])
    await until(() => happened.includes('ended 7'))
  })

  it('again and again right after its start has to rest', async () => {
    let nowMs = 0
    const { engines, serve, happened, until } = await openSmallEngines({ nowMs: () => nowMs })
    serve(environment, 7)

    for (const seconds of [1, 2, 4]) {
      const lease = await engines.acquire(environment, patient)
      const before = happened.length
      await expect(ask(lease, '/crash')).rejects.toThrow()
      await until(() => happened.includes('failed 7', before))
      await expect(engines.acquire(environment, patient)).rejects.toMatchObject({
        code: 'engine_failed',
        message: 'The engine of this deployment failed: The process was ended by SIGKILL.',
        retryAfterSeconds: seconds,
      })
      nowMs += seconds * 1000
    }
  })

  it('to answer probes is replaced', async () => {
    const health = { everyMs: 10, timeoutMs: 100, misses: 2 }
    const { engines, serve, happened, until, lines } = await openSmallEngines({ limits: { health, stableMs: 0 } })
    serve(environment, 7)
    const lease = await engines.acquire(environment, patient)

    await expect(ask(lease, '/hang')).rejects.toThrow()
    await until(() => happened.includes('failed 7'))

    expect(lines.slice(-2)).toEqual([
      'The process did not answer a probe of 0.1 s. The caller with the largest load was rejected (requests: 1, cost: 1).',
      'The process did not answer 3 probes of 0.1 s.',
    ])
    expect(await ask(await engines.acquire(environment, patient), '/build')).toBe('7')
  })
})

it('forwards engine output up to a rate limit and reports dropped lines', async () => {
  const { engines, serve, lines, until } = await openSmallEngines({ limits: { logLinesPerSecond: 50 } })
  serve(environment, 7)
  const lease = await engines.acquire(environment, patient)

  await ask(lease, '/talk')
  await until(() => lines.some((line) => line.includes('dropped')))

  expect(lines.slice(0, 3)).toEqual(['listening', 'line 0', 'line 1'])
  expect(lines.find((line) => line.includes('dropped'))).toMatch(/^\d+ lines were dropped: more than 50, or 128 kB, came in a second\.$/)
  expect(lines.length).toBeLessThan(200)
})
