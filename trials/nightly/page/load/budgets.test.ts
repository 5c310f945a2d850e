import { describe, expect, it } from 'vitest'
import { budgets, depthOf, overBudget } from './budgets.ts'

const asked = (startMs: number, firstByteMs: number | null) => ({ startMs, firstByteMs })

describe('the depth of a load', () => {
  it.each([
    ['nothing', [], 0],
    ['one request', [asked(0, 5)], 1],
    ['requests beside each other', [asked(0, 5), asked(1, 9), asked(2, 4)], 1],
    ['each after the answer to the one before', [asked(0, 5), asked(5, 9), asked(10, 12)], 3],
    ['a stream that is never answered', [asked(0, 5), asked(6, null), asked(100, 101)], 2],
    ['two rows, of which one is longer', [asked(0, 5), asked(5, 50), asked(6, 8), asked(9, 11)], 3],
  ])('of %s', (_, passed, depth) => {
    expect(depthOf(passed)).toBe(depth)
  })
})

it('names each budget that a load is over, and none that it reaches', () => {
  expect(overBudget(budgets)).toEqual([])
  expect(overBudget({ ...budgets, depth: 4, ratio: 1.26 })).toEqual(['depth', 'ratio'])
})
