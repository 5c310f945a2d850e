import { describe, expect, it } from 'vitest'
import { mapOf, numbersIn, observationsIn, rangesOf, storedMapOf, withRenames } from './map.ts'

describe('the kept map', () => {
  const observed = [
    { test: 'a.test.ts', version: 'abc', ms: 10, executed: ['x.ts'], isBlind: false, isComputing: true },
    { test: 'b.test.ts', version: 'def', ms: 20, executed: ['x.ts', 'y.ts'], isBlind: true, isComputing: false },
  ]

  it('gives back what was observed', () => {
    const map = mapOf(storedMapOf(observed.toReversed(), '2026-11-01'))

    expect(map.tests.get('a.test.ts')).toEqual({ version: 'abc', ms: 10, isBlind: false, isComputing: true })
    expect([...map.executedBy]).toEqual([
      ['x.ts', new Set(['a.test.ts', 'b.test.ts'])],
      ['y.ts', new Set(['b.test.ts'])],
    ])
    expect(observationsIn(map)).toEqual(observed)
  })

  it('follows files that were moved', () => {
    const renames = new Map([
      ['x.ts', 'moved/x.ts'],
      ['b.test.ts', 'moved/b.test.ts'],
    ])
    const map = withRenames(mapOf(storedMapOf(observed, '2026-11-01')), renames)

    expect([...map.tests.keys()]).toEqual(['a.test.ts', 'moved/b.test.ts'])
    expect([...map.executedBy]).toEqual([
      ['moved/x.ts', new Set(['a.test.ts', 'moved/b.test.ts'])],
      ['y.ts', new Set(['moved/b.test.ts'])],
    ])
  })

  it('writes numbers as ranges', () => {
    expect(rangesOf([7, 0, 1, 2, 9])).toBe('0-2 7 9')
    expect(numbersIn('0-2 7 9')).toEqual([0, 1, 2, 7, 9])
  })
})
