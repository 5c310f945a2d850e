import { describe, expect, it } from 'vitest'
import { ask, environmentIdOf, openSmallEngines } from '#test'

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

describe('the slots of a node', () => {
  const of = (tenantId: number, environmentId: number) => environmentIdOf(environmentId, tenantId)
  const given = async (budgetBytes: number) => {
    const opened = await openSmallEngines({ limits: { budgetBytes } })
    const ids = [of(1, 1), of(1, 2), of(1, 3), of(2, 4), of(2, 5)]
    for (const environment of ids) opened.serve(environment, environment.environmentId)
    return { ...opened, acquire: (at: number) => opened.engines.acquire(ids[at - 1] ?? of(0, 0), patient) }
  }

  it('are all for a tenant that is alone, which gives its least used one to the next tenant after answering its requests', async () => {
    const { acquire, engines, happened, until } = await given(3)
    const [leastUsed, , lastUsed] = [await acquire(1), await acquire(2), await acquire(3)]

    const newcomer = acquire(4)
    await until(() => happened.includes('draining 1'))
    expect(await ask(leastUsed, '/build')).toBe('1')
    expect(happened).not.toContain('launch 4')
    leastUsed.release()
    expect(await ask(await newcomer, '/build')).toBe('4')

    await expect(acquire(1)).rejects.toMatchObject({ code: 'engine_unavailable' })
    expect(await ask(lastUsed, '/build')).toBe('3')
    expect(engines.list().map(({ environmentId }) => environmentId)).toEqual([2, 3, 4])
  })

  it('are taken from a tenant with most only until shares are equal', async () => {
    const { acquire, happened, until } = await given(3)
    const leases = [await acquire(1), await acquire(2), await acquire(3)]

    const [newcomer, more] = [acquire(4), acquire(5)]
    await expect(more).rejects.toMatchObject({ code: 'engine_unavailable' })
    for (const lease of leases) lease.release()
    await newcomer

    await until(() => happened.includes('ready 4'))
    expect(happened.filter((what) => what.startsWith('draining'))).toEqual(['draining 1'])
  })

  it('are not taken from a tenant with fewer, even while it does not use them', async () => {
    const { acquire, happened } = await given(3)
    const quiet = await acquire(4)
    quiet.release()
    await acquire(1)
    await acquire(2)

    await expect(acquire(3)).rejects.toMatchObject({ code: 'engine_unavailable', status: 503 })

    expect(happened).not.toContain('ended 4')
  })
})
