import { describe, expect, it, vi } from 'vitest'
import { createAdmission, createGuardedCache, type Revocations } from '#access'
import { Failure } from '#kernel/failure'

type Drop = (tenantId: number | null) => void

/** Revocations that the test itself announces. */
const announced = () => {
  const drops: Drop[] = []
  const state = { epoch: 1, isTrusted: true }
  const revocations: Revocations = {
    isTrusted: () => state.isTrusted,
    epoch: () => state.epoch,
    onDrop: (drop) => void drops.push(drop),
    stop: async () => undefined,
  }
  const revoke = (tenantId: number | null): void => {
    state.epoch += 1
    for (const drop of drops) drop(tenantId)
  }
  return { revocations, state, revoke }
}

/** A source that counts, and whose answers can be held back. */
const source = (state: { epoch: number }) => {
  const loads: string[] = []
  let gate: Promise<void> | undefined
  let open = (): void => undefined
  const load = async (tenantId: number | null, key: string) => {
    loads.push(key)
    const { epoch } = state
    await gate
    return key.startsWith('unknown') ? undefined : { value: `${key} at ${epoch}`, tenantId: tenantId ?? 1, epoch }
  }
  const holdBack = (): void => {
    gate = new Promise((resolve) => {
      open = resolve
    })
  }
  const release = (): void => {
    open()
    gate = undefined
  }
  return { loads, load, holdBack, release }
}

const given = () => {
  const announcements = announced()
  const from = source(announcements.state)
  // One unknown a second from each address.
  const admission = createAdmission(1, () => 1)
  return { ...announcements, ...from, cache: createGuardedCache(announcements.revocations, from.load, admission) }
}
const refused = expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 1 }) as Error

describe('a guarded cache', () => {
  it('asks once and then answers from memory, without a promise', async () => {
    const { cache, loads } = given()

    expect(await cache.find(1, 'a')).toBe('a at 1')
    expect(cache.find(1, 'a')).toBe('a at 1')
    expect(loads).toEqual(['a'])
  })

  it('keeps the entries of two tenants apart under one key', async () => {
    const { cache, loads } = given()

    await cache.find(1, 'a')
    await cache.find(2, 'a')

    expect(loads).toEqual(['a', 'a'])
  })

  it('remembers for a moment what was not found, until something of its tenant changes', async () => {
    const { cache, loads, revoke } = given()

    expect(await cache.find(1, 'unknown')).toBeUndefined()
    expect(cache.find(1, 'unknown')).toBeUndefined()
    expect(loads).toHaveLength(1)
    revoke(2)
    expect(cache.find(1, 'unknown')).toBeUndefined()
    revoke(1)
    expect(await cache.find(1, 'unknown')).toBeUndefined()
    expect(loads).toHaveLength(2)
  })

  it('remembers no answer of a look-up during which something changed: what it missed may exist by now', async () => {
    const { cache, loads, revoke, holdBack, release } = given()
    holdBack()
    const early = cache.find(1, 'unknown')
    await vi.waitFor(() => expect(loads).toHaveLength(1))
    revoke(1)
    release()

    expect(await early).toBeUndefined()
    expect(cache.find(1, 'unknown')).toBeInstanceOf(Promise)
  })

  it("drops a tenant's entries when something of it is revoked, and no other's", async () => {
    const { cache, loads, revoke } = given()
    await cache.find(1, 'a')
    await cache.find(2, 'b')

    revoke(1)

    expect(await cache.find(1, 'a')).toBe('a at 2')
    expect(cache.find(2, 'b')).toBe('b at 1')
    expect(loads).toEqual(['a', 'b', 'a'])
  })

  it('drops an entry that stands on no one tenant with the change of any', async () => {
    const { revocations, revoke } = announced()
    let loads = 0
    const cache = createGuardedCache(revocations, async () => ({ value: ++loads, tenantId: null, epoch: revocations.epoch() }))
    await cache.find(null, 'any host')
    expect(cache.find(null, 'any host')).toBe(1)

    revoke(2)

    expect(await cache.find(null, 'any host')).toBe(2)
  })

  it('drops everything when it is not known what was missed', async () => {
    const { cache, revoke } = given()
    await cache.find(1, 'a')
    await cache.find(2, 'b')

    revoke(null)

    expect([await cache.find(1, 'a'), await cache.find(2, 'b')]).toEqual(['a at 2', 'b at 2'])
  })

  it('believes nothing while the revocations are not followed, and its entries again once they are', async () => {
    const { cache, loads, state } = given()
    await cache.find(1, 'a')

    state.isTrusted = false
    await cache.find(1, 'a')
    await cache.find(1, 'a')
    expect(loads).toHaveLength(3)

    state.isTrusted = true
    expect(cache.find(1, 'a')).toBe('a at 1')
    expect(loads).toHaveLength(3)
  })

  it('does not keep what was read before a revocation that came in between', async () => {
    const { cache, loads, revoke, holdBack, release } = given()
    holdBack()
    const early = cache.find(1, 'a')
    await vi.waitFor(() => expect(loads).toHaveLength(1))
    revoke(1)
    release()

    expect(await early).toBe('a at 1')
    expect(await cache.find(1, 'a')).toBe('a at 2')
    expect(cache.find(1, 'a')).toBe('a at 2')
    expect(loads).toHaveLength(2)
  })

  it('asks once for many that want the same at the same time', async () => {
    const { cache, loads, holdBack, release } = given()
    holdBack()
    const all = Array.from({ length: 100 }, async () => cache.find(1, 'a'))
    release()

    expect(new Set(await Promise.all(all))).toEqual(new Set(['a at 1']))
    expect(loads).toEqual(['a'])
  })

  it('lets no one join a look-up that began before a revocation', async () => {
    const { cache, loads, revoke, holdBack, release } = given()
    holdBack()
    const early = cache.find(1, 'a')
    await vi.waitFor(() => expect(loads).toHaveLength(1))
    revoke(1)
    const late = cache.find(1, 'a')
    release()

    expect([await early, await late]).toEqual(['a at 1', 'a at 2'])
  })

  it('lets one tenant look up so much at once, and others beside it', async () => {
    const { cache, loads, holdBack, release } = given()
    holdBack()
    const busy = Array.from({ length: 100 }, async (_, n) => cache.find(1, `busy ${n}`))
    const others = [2, 3].map(async (tenantId) => cache.find(tenantId, 'quiet'))
    await vi.waitFor(() => expect(loads.filter((key) => key === 'quiet')).toHaveLength(2))

    expect(loads).toHaveLength(18)
    release()
    await Promise.all([...busy, ...others])
    expect(loads).toHaveLength(102)
  })

  it('passes a failed look-up on to those who asked, and asks again for the next', async () => {
    const { revocations } = announced()
    let isBroken = true
    const cache = createGuardedCache(revocations, async () => {
      if (isBroken) throw new Error('no answer')
      return { value: 'found', tenantId: 1, epoch: 1 }
    })

    await expect(cache.find(1, 'a')).rejects.toThrow('no answer')
    isBroken = false

    expect(await cache.find(1, 'a')).toBe('found')
  })

  it('remembers for a moment that something is refused, and with what', async () => {
    const { revocations } = announced()
    const load = vi.fn<() => Promise<undefined>>().mockRejectedValue(new Failure('embed_token_expired', 'over'))
    const cache = createGuardedCache(revocations, load)

    await expect(cache.find(1, 'a')).rejects.toThrow('over')
    expect(() => cache.find(1, 'a')).toThrow('over')
    expect(load).toHaveBeenCalledTimes(1)
  })
})

describe('a guarded cache that is asked for somebody at an address', () => {
  const unknown = (cache: ReturnType<typeof given>['cache'], address: string) => async () => cache.find(1, 'unknown', address)

  it('looks nothing up for one that has asked for too much that is unknown, and goes on for others', async () => {
    const { cache, loads, revoke } = given()
    await unknown(cache, '192.0.2.1')()
    revoke(1)

    await expect(unknown(cache, '192.0.2.1')()).rejects.toEqual(refused)
    await expect((async () => cache.find(1, 'a', '192.0.2.1'))()).rejects.toEqual(refused)
    expect(loads).toHaveLength(1)
    expect(await cache.find(1, 'a', '192.0.2.2')).toBe('a at 2')
    expect(await cache.find(1, 'b')).toBe('b at 2')
  })

  it('counts nothing that is good, and never refuses what was good before', async () => {
    const { cache, revoke } = given()
    for (const key of ['a', 'b', 'c']) expect(await cache.find(1, key, '192.0.2.1')).toBe(`${key} at 1`)
    await unknown(cache, '192.0.2.1')()
    revoke(null)

    expect(await cache.find(1, 'a', '192.0.2.1')).toBe('a at 2')
  })

  it('counts what was good before once it was found to be gone', async () => {
    const { revocations, revoke } = announced()
    const gone = new Set<string>()
    const load = async (tenantId: number | null, key: string) => (gone.has(key) ? undefined : { value: key, tenantId, epoch: 1 })
    const cache = createGuardedCache(
      revocations,
      load,
      createAdmission(1, () => 1),
    )
    expect(await cache.find(1, 'a', '192.0.2.1')).toBe('a')
    gone.add('a')
    revoke(1)
    expect(await cache.find(1, 'a', '192.0.2.1')).toBeUndefined()
    revoke(1)
    expect(await cache.find(1, 'a', '192.0.2.1')).toBeUndefined()

    revoke(1)

    await expect((async () => cache.find(1, 'a', '192.0.2.1'))()).rejects.toEqual(refused)
  })

  it('refuses those that waited for their turn while too much turned out to be unknown', async () => {
    const { cache, loads, holdBack, release } = given()
    holdBack()
    const all = Array.from({ length: 50 }, async (_, n) => cache.find(1, n < 16 ? `unknown ${n}` : `later ${n}`, '192.0.2.1'))
    await vi.waitFor(() => expect(loads).toHaveLength(16))
    release()
    const ends = await Promise.allSettled(all)

    expect(ends.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
    expect(loads.length).toBeLessThan(50)
  })

  it('counts all that was let in at once and found unknown, so that no more pass over time than are allowed', async () => {
    const { cache, loads, holdBack, release } = given()
    holdBack()
    const all = Array.from({ length: 8 }, async (_, n) => cache.find(1, `unknown ${n}`, '192.0.2.1'))
    await vi.waitFor(() => expect(loads).toHaveLength(8))
    release()
    await Promise.all(all)

    await expect((async () => cache.find(1, 'later', '192.0.2.1'))()).rejects.toMatchObject({
      code: 'rate_limited',
      // Less where the machine was slow to come here; one, if only what is allowed had been counted.
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 4) as number,
    })
  })

  it('counts an answer that stands on no tenant: it is given to whatever is made up', async () => {
    const { revocations } = announced()
    const load = async () => ({ value: 'the only tenant', tenantId: null, epoch: 1 })
    const cache = createGuardedCache(
      revocations,
      load,
      createAdmission(1, () => 1),
    )

    expect(await cache.find(null, 'one.test', '192.0.2.1')).toBe('the only tenant')
    await expect((async () => cache.find(null, 'two.test', '192.0.2.1'))()).rejects.toEqual(refused)
    expect(cache.find(null, 'one.test', '192.0.2.1')).toBe('the only tenant')
  })
})
