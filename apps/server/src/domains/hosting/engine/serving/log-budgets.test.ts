import { describe, expect, it } from 'vitest'
import { createLogBudgets } from './log-budgets.ts'

// With the 100 bytes that a row takes, 1000 bytes.
const line = 'x'.repeat(900)
const given = () => {
  let now = 0
  const budgets = createLogBudgets<string>(16_000, () => now)
  const takeMany = (count: number, caller?: string): number =>
    Array.from({ length: count }, () => budgets.take('d', 'process', line, caller)).filter(Boolean).length
  return { budgets, takeMany, pass: () => (now += 60_000) }
}

describe('the log budget of a deployment', () => {
  it('gives one caller an eighth, and the next one as much', () => {
    const { takeMany } = given()

    expect(takeMany(100, 'mallory')).toBe(2)
    expect(takeMany(100, 'alice')).toBe(2)
  })

  it('leaves half of it to the engine, however many callers there are', () => {
    const { takeMany } = given()
    const ofCallers = Array.from({ length: 50 }, (_, caller) => takeMany(10, `caller ${caller}`)).reduce((sum, count) => sum + count)

    expect(ofCallers).toBe(8)
    expect(takeMany(100)).toBe(8)
  })

  it('reports dropped lines of each caller and of the engine once a minute', () => {
    const { budgets, takeMany, pass } = given()
    takeMany(5, 'mallory')
    takeMany(20)
    expect(budgets.takeOver(false)).toEqual([])

    pass()

    expect(budgets.takeOver(false)).toEqual([
      { source: 'process', caller: 'mallory', lines: 3 },
      { source: 'process', caller: null, lines: 6 },
    ])
    expect(takeMany(100, 'mallory')).toBe(2)
  })
})
