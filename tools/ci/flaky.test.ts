import { describe, expect, it } from 'vitest'
import { flakyProblems, withSeen } from './flaky.ts'

const nowMs = Date.parse('2026-11-19T12:00:00Z')
const entries = (count: number, seenOn = '2026-11-18') => Array.from({ length: count }, (_, index) => ({ name: `test ${index}`, seenOn }))

describe('the list of flaky tests', () => {
  it('passes with five entries of this week', () => {
    expect(flakyProblems(entries(5, '2026-11-13'), nowMs)).toEqual([])
  })

  it('fails with a sixth entry', () => {
    expect(flakyProblems(entries(6), nowMs)).toEqual([expect.stringMatching(/^6 entries; at most 5 are allowed: test 0, /)])
  })

  it('fails when an entry is older than seven days', () => {
    expect(flakyProblems(entries(1, '2026-11-12'), nowMs)).toEqual([
      'test 0 is flaky since 2026-11-12. Fix the cause and delete its entry.',
    ])
  })

  it('keeps the date of the first sighting', () => {
    expect(withSeen([{ name: 'b', seenOn: '2026-11-15' }], ['b', 'a'], '2026-11-19')).toEqual([
      { name: 'a', seenOn: '2026-11-19' },
      { name: 'b', seenOn: '2026-11-15' },
    ])
  })
})
