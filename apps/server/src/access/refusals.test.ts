import { describe, expect, it } from 'vitest'
import { Failure } from '#kernel/failure'
import { createRefusals } from './refusals.ts'

/** Refusals on a clock that only the test moves. */
const given = () => {
  let nowMs = 0
  const refusals = createRefusals(() => nowMs, { max: 100, maxPerTenant: 10, maxOfHosts: 20 })
  const wait = (ms: number): void => {
    nowMs += ms
  }
  const keepMany = (tenantId: number | null, count: number): void => {
    for (let n = 0; n < count; n++) refusals.keep(tenantId, `key ${n}`)
  }
  const keptOf = (tenantId: number | null, count: number): number =>
    Array.from({ length: count }, (_, n) => refusals.find(tenantId, `key ${n}`)).filter(Boolean).length
  return { ...refusals, wait, keepMany, keptOf }
}

describe('refusals', () => {
  it('end after two seconds, however often they are asked for', () => {
    const { keep, find, wait } = given()
    const failure = new Failure('embed_token_expired', 'over')
    keep(1, 'a', failure)
    wait(1999)
    keep(1, 'a')

    expect(find(1, 'a')).toMatchObject({ failure })
    wait(1)
    expect(find(1, 'a')).toBeUndefined()
    keep(1, 'a')
    expect(find(1, 'a')).toEqual(expect.objectContaining({ failure: undefined }))
  })

  it('end with a change of their tenant; those under none with a change of any', () => {
    const { keep, find, drop } = given()
    const keepAll = (): void => [1, 2, null].forEach((tenantId) => keep(tenantId, 'a'))
    const kept = () => [find(1, 'a'), find(2, 'a'), find(null, 'a')].map((refusal) => refusal !== undefined)

    keepAll()
    drop(1)
    expect(kept()).toEqual([false, true, false])
    keepAll()
    drop(null)
    expect(kept()).toEqual([false, false, false])
  })

  it('of one tenant put out none of another, nor of itself', () => {
    const { keep, find, keepMany, keptOf } = given()
    keep(2, 'mine')
    keepMany(1, 1000)
    keepMany(null, 1000)

    expect([keptOf(1, 1000), keptOf(null, 1000)]).toEqual([10, 20])
    expect(find(1, 'key 0')).toBeDefined()
    expect(find(2, 'mine')).toBeDefined()
    keep(3, 'also')
    expect(find(3, 'also')).toBeDefined()
  })

  it('are only so many in all, and make room when they end', () => {
    const { keepMany, keptOf, wait } = given()
    for (let tenantId = 1; tenantId <= 20; tenantId++) keepMany(tenantId, 10)

    expect([keptOf(10, 10), keptOf(11, 10)]).toEqual([10, 0])
    wait(2000)
    keepMany(11, 10)
    expect([keptOf(10, 10), keptOf(11, 10)]).toEqual([0, 10])
  })
})
