import { expect, it } from 'vitest'
import { isLarge } from './input-size.ts'

const list = (length: number): null[] => Array.from({ length }, () => null)
const nested = (depth: number): unknown => (depth === 0 ? 'x'.repeat(60_000) : [nested(depth - 1)])

it.each<[string, unknown, boolean]>([
  ['null', null, false],
  ['5,000 values', list(5000), false],
  ['5,001 values', list(5001), true],
  ['5,001 fields', Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [index, 1])), true],
  ['5,001 values in lists', Array.from({ length: 100 }, () => list(50)), true],
  ['100,000 characters', 'x'.repeat(100_000), false],
  ['100,001 characters', ['x'.repeat(100_001)], true],
  ['a name of 100,001 characters', { ['x'.repeat(100_001)]: 1 }, true],
  ['120,000 characters below other values', { a: nested(50), b: nested(50) }, true],
])('classifies %s', (_, value, expected) => {
  expect(isLarge(value)).toBe(expected)
})
