import { describe, expect, it } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

/** A limiter on a clock that only the test moves. */
const limiter = (perSecond: number, nodes: () => number = () => 1) => {
  let nowMs = 5000
  const { take, waitOf, charge, giveBack, reserve } = createRateLimiter(perSecond, nodes, () => nowMs)
  const takeMany = (times: number, id = 1): number =>
    Array.from({ length: times }, () => take(id)).filter((taken) => 'remaining' in taken).length
  const wait = (ms: number): void => {
    nowMs += ms
  }
  return { take, waitOf, charge, giveBack, reserve, takeMany, wait }
}

describe('a rate limiter', () => {
  it("lets a second's worth pass at once and no more", () => {
    const { takeMany } = limiter(100)

    expect(takeMany(250)).toBe(100)
  })

  it('gives back evenly as time goes by', () => {
    const { takeMany, wait } = limiter(100)
    takeMany(100)

    wait(9)
    expect(takeMany(5)).toBe(0)
    wait(1)
    expect(takeMany(5)).toBe(1)
    wait(250)
    expect(takeMany(100)).toBe(25)
  })

  it('saves up no more than one second, however long someone was away', () => {
    const { takeMany, wait } = limiter(100)
    takeMany(10)
    wait(3_600_000)

    expect(takeMany(500)).toBe(100)
  })

  it('lets exactly its rate pass over time', () => {
    const { takeMany, wait } = limiter(50)
    takeMany(50)

    let passed = 0
    for (let step = 0; step < 1000; step++) {
      wait(10)
      passed += takeMany(3)
    }
    expect(passed).toBeGreaterThanOrEqual(499)
    expect(passed).toBeLessThanOrEqual(500)
  })

  it('counts each id for itself', () => {
    const { takeMany } = limiter(10)

    expect([takeMany(20, 1), takeMany(20, 2)]).toEqual([10, 10])
  })

  it('tells what is left and when all of it is back', () => {
    const { take, takeMany } = limiter(10)

    expect(take(1)).toEqual({ remaining: 9, resetSeconds: 1 })
    takeMany(8)
    expect(take(1)).toEqual({ remaining: 0, resetSeconds: 1 })
    expect(take(1)).toEqual({ retryAfterSeconds: 1 })
  })

  it('says who has to wait without counting the question', () => {
    const { waitOf, takeMany, wait } = limiter(10)

    expect(Array.from({ length: 50 }, () => waitOf(1)).filter((seconds) => seconds !== undefined)).toEqual([])
    expect(takeMany(20)).toBe(10)
    expect(waitOf(1)).toBe(1)
    expect(waitOf(2)).toBeUndefined()
    wait(100)
    expect(waitOf(1)).toBeUndefined()
  })

  it('lets whoever had too much at once wait until it is paid back, and never longer than some seconds', () => {
    const { charge, waitOf, takeMany, wait } = limiter(10)
    for (let times = 0; times < 30; times++) charge(1)
    expect([waitOf(1), waitOf(2)]).toEqual([3, undefined])
    wait(2000)
    expect(takeMany(5)).toBe(0)
    wait(100)
    expect(takeMany(5)).toBe(1)
    for (let times = 0; times < 1000; times++) charge(1)
    expect(waitOf(1)).toBe(11)
  })

  it('shares its limit among the live processes, and follows their number', () => {
    let nodes = 4
    const { takeMany, wait } = limiter(100, () => nodes)

    expect(takeMany(200)).toBe(25)
    nodes = 1
    wait(1000)
    expect(takeMany(200)).toBe(100)
  })

  it('leaves every process one request a second when there are more of them than the limit', () => {
    const { takeMany, wait } = limiter(2, () => 50)

    expect(takeMany(10)).toBe(1)
    wait(999)
    expect(takeMany(10)).toBe(0)
    wait(1)
    expect(takeMany(10)).toBe(1)
  })

  it('stays bounded when ids never end, and still limits the ones it sees again', () => {
    const { take, takeMany } = limiter(5)
    for (let id = 10; id < 250_000; id++) take(id)

    expect(takeMany(20, 1)).toBe(5)
  })

  it('keeps the debt of a heavy caller when more ids are active than it tracks', () => {
    const { take, charge, waitOf } = limiter(5)
    for (let times = 0; times < 100; times++) charge(1)

    for (let id = 10; id < 250_000; id++) take(id)

    expect(waitOf(1)).toBe(11)
  })

  it('costs a known id little, and forgets no other, when as many ids are active as it tracks', () => {
    const { charge, waitOf } = limiter(5)
    const ids = Array.from({ length: 100_000 }, (_, id) => id)
    for (const id of ids) charge(id, 10)
    const before = process.threadCpuUsage()

    for (let times = 0; times < 2000; times++) charge(7)

    expect(process.threadCpuUsage(before).user).toBeLessThan(200_000)
    expect(ids.filter((id) => waitOf(id) === undefined)).toEqual([])
  })

  it('costs a new id little when as many ids are active as it tracks', () => {
    const { take } = limiter(5)
    for (let id = 0; id < 100_000; id++) take(id)
    const before = process.threadCpuUsage()

    for (let id = 100_000; id < 102_000; id++) take(id)

    expect(process.threadCpuUsage(before).user).toBeLessThan(200_000)
  })

  it('removes idle ids before active ones', () => {
    const { take, takeMany, wait } = limiter(5)
    for (let id = 0; id < 99_990; id++) take(id)
    wait(900)
    for (let id = 100_000; id < 100_010; id++) takeMany(5, id)

    for (let id = 200_000; id < 250_000; id++) take(id)

    for (let id = 100_000; id < 100_010; id++) expect(takeMany(5, id)).toBeLessThan(5)
  })
})

describe('what has a weight', () => {
  it('is let in whatever it weighs while anything is left, and those behind it wait until it is paid back', () => {
    const { reserve, wait } = limiter(100)

    expect(reserve(1, 450, 5000)).toMatchObject({ waitMs: 0, remaining: 0 })
    expect(reserve(1, 10, 5000)).toMatchObject({ waitMs: 3500 })
    wait(3500)
    expect(reserve(1, 10, 5000)).toMatchObject({ waitMs: 100 })
  })

  it('takes nothing when the wait would be too long', () => {
    const { reserve } = limiter(100)
    reserve(1, 450, 5000)

    expect(reserve(1, 10, 1000)).toEqual({ retryAfterSeconds: 4 })
    expect(reserve(1, 10, 5000)).toMatchObject({ waitMs: 3500 })
  })

  it('is given back when it was not used', () => {
    const { giveBack, reserve } = limiter(100)
    reserve(1, 80, 5000)
    giveBack(1, 80)

    expect(reserve(1, 10, 5000)).toMatchObject({ waitMs: 0, remaining: 90 })
    giveBack(1, 4)
    expect(reserve(1, 10, 5000)).toMatchObject({ remaining: 84 })
  })

  it('is not made less by a charge where it is more than one may ever come to', () => {
    const { charge, reserve } = limiter(100)
    reserve(1, 3300, 5000)
    charge(1, 1)

    expect(reserve(1, 10, 5000)).toEqual({ retryAfterSeconds: 32 })
  })

  it('is charged beyond what is left', () => {
    const { charge, reserve } = limiter(100)
    charge(1, 250)

    expect(reserve(1, 1, 5000)).toMatchObject({ waitMs: 1500 })
  })
})
