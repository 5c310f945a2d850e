import { describe, expect, it } from 'vitest'
import { createGuardedCache, type Revocations } from '#access'

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
    return key === 'unknown' ? undefined : { value: `${key} at ${epoch}`, tenantId: tenantId ?? 1, epoch }
  }
  const holdBack = (): void => {
    gate = new Promise((resolve) => {
      open = resolve
    })
  }
  const letGo = (): void => {
    open()
    gate = undefined
  }
  return { loads, load, holdBack, letGo }
}

const given = () => {
  const announcements = announced()
  const from = source(announcements.state)
  return { ...announcements, ...from, cache: createGuardedCache(announcements.revocations, from.load) }
}

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

  it('keeps nothing of what was not found: it may exist a moment later', async () => {
    const { cache, loads } = given()

    expect(await cache.find(1, 'unknown')).toBeUndefined()
    expect(await cache.find(1, 'unknown')).toBeUndefined()
    expect(loads).toHaveLength(2)
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
    const { cache, loads, revoke, holdBack, letGo } = given()
    holdBack()
    const early = cache.find(1, 'a')
    revoke(1)
    letGo()

    expect(await early).toBe('a at 1')
    expect(await cache.find(1, 'a')).toBe('a at 2')
    expect(cache.find(1, 'a')).toBe('a at 2')
    expect(loads).toHaveLength(2)
  })

  it('asks once for many that want the same at the same time', async () => {
    const { cache, loads, holdBack, letGo } = given()
    holdBack()
    const all = Array.from({ length: 100 }, async () => cache.find(1, 'a'))
    letGo()

    expect(new Set(await Promise.all(all))).toEqual(new Set(['a at 1']))
    expect(loads).toEqual(['a'])
  })

  it('lets no one join a look-up that began before a revocation', async () => {
    const { cache, revoke, holdBack, letGo } = given()
    holdBack()
    const early = cache.find(1, 'a')
    revoke(1)
    const late = cache.find(1, 'a')
    letGo()

    expect([await early, await late]).toEqual(['a at 1', 'a at 2'])
  })

  it('turns away what would be the 65th look-up at once, and goes on when there is room', async () => {
    const { cache, loads, holdBack, letGo } = given()
    holdBack()
    const running = Array.from({ length: 64 }, async (_, n) => cache.find(1, `key ${n}`))

    expect(() => cache.find(1, 'one more')).toThrow(
      expect.objectContaining({ code: 'service_unavailable', status: 503, retryAfterSeconds: 1 }),
    )
    expect(cache.find(1, 'key 0')).toBeInstanceOf(Promise)
    letGo()
    await Promise.all(running)

    expect(await cache.find(1, 'one more')).toBe('one more at 1')
    expect(loads).toHaveLength(65)
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
})
