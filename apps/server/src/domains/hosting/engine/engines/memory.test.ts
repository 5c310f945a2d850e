import { describe, expect, it } from 'vitest'
import { environmentIdOf, openSmallEngines } from '#test'

const [first, second, third] = [environmentIdOf(1), environmentIdOf(2), environmentIdOf(3)]
const patient = new AbortController().signal

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
