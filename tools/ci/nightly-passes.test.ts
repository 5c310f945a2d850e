import { describe, expect, it } from 'vitest'
import { maxDays, overdue } from './nightly-passes.ts'

describe('the full form of a trial', () => {
  const pass = { commit: 'abc', on: '2026-11-01', seconds: 60 }
  const passes = { since: '2026-10-20', tests: pass, trials: { 'faults crash': pass } }
  const after = (days: number): number => Date.parse('2026-11-01') + days * 86_400_000

  it('is overdue when it last passed more than 30 days ago', () => {
    expect(overdue(['faults crash'], passes, after(maxDays))).toEqual([])
    expect(overdue(['faults crash'], passes, after(maxDays + 1))).toEqual(['faults crash last passed in full on 2026-11-01, 31 days ago.'])
  })

  it('is overdue 30 days after the record began when it never passed', () => {
    expect(overdue(['faults other'], passes, after(18))).toEqual([])
    expect(overdue(['faults other'], passes, after(19))).toHaveLength(1)
  })
})
