import { describe, expect, it } from 'vitest'
import { createEntries } from './entries.ts'

const given = () => {
  const entries = createEntries<number>({ max: 500, maxPerTenant: 200 })
  const keepMany = (tenantId: number, count: number): void => {
    for (let n = 0; n < count; n++) entries.keep(tenantId, `key ${n}`, { tenantId, value: n })
  }
  const keptOf = (tenantId: number, count: number): number =>
    Array.from({ length: count }, (_, n) => entries.find(tenantId, `key ${n}`)).filter(Boolean).length
  return { ...entries, keepMany, keptOf }
}

describe('entries', () => {
  it('of one tenant alone put out none of the others, and its own oldest first', () => {
    const { keepMany, keptOf, find } = given()
    keepMany(1, 10)
    keepMany(2, 1000)

    expect([keptOf(1, 10), keptOf(2, 1000)]).toEqual([10, 200])
    expect(find(2, 'key 0')).toBeUndefined()
    expect(find(2, 'key 999')).toMatchObject({ value: 999 })
  })

  it('are only so many in all: each tenant gives some up', () => {
    const { keepMany, keptOf } = given()
    for (let tenantId = 1; tenantId <= 5; tenantId++) keepMany(tenantId, 150)

    const left = [1, 2, 3, 4, 5].map((tenantId) => keptOf(tenantId, 150))
    expect(left.reduce((sum, count) => sum + count, 0)).toBe(500)
    expect(Math.min(...left)).toBeGreaterThan(50)
  })

  it('lose their value with a change of their tenant and are known as before; those that stand on none with a change of any', () => {
    const { keep, find, drop } = given()
    keep(1, 'a', { tenantId: 1, value: 1 })
    keep(2, 'a', { tenantId: 2, value: 2 })
    keep(null, 'own host', { tenantId: 2, value: 3 })
    keep(null, 'any host', { tenantId: null, value: 4 })
    const values = () => [find(1, 'a'), find(2, 'a'), find(null, 'own host'), find(null, 'any host')].map((entry) => entry?.value)

    drop(1)
    expect(values()).toEqual([undefined, 2, 3, undefined])
    expect(find(1, 'a')).toEqual({ tenantId: 1, value: undefined })
    drop(null)
    expect(values()).toEqual([undefined, undefined, undefined, undefined])
  })

  it('are gone when they are removed, and counted once when they are kept again', () => {
    const { keep, find, remove, keepMany, keptOf } = given()
    for (let n = 0; n < 1000; n++) keep(1, 'same', { tenantId: 1, value: n })
    keepMany(2, 200)
    keepMany(3, 200)

    expect([find(1, 'same')?.value, keptOf(2, 200), keptOf(3, 200)]).toEqual([999, 200, 200])
    remove(1, 'same')
    expect(find(1, 'same')).toBeUndefined()
  })
})
