import { expect, it } from 'vitest'
import { findHeaviestHolder } from './heaviest-holder.ts'

it.each([
  ['nobody', [], undefined],
  ['the only one', [['a', 1]], { key: 'a', cost: 1 }],
  [
    'one with a large request, beside one with several small ones',
    [
      ['a', 1],
      ['b', 8],
      ['a', 2],
    ],
    { key: 'b', cost: 8 },
  ],
  [
    'one with many small requests, beside one with a large one',
    [
      ['a', 5],
      ['b', 8],
      ['a', 5],
    ],
    { key: 'a', cost: 10 },
  ],
] as const)('finds %s', (_, holders, heaviest) => {
  expect(findHeaviestHolder(holders.map(([key, cost]) => ({ key, cost })))).toEqual(heaviest)
})
