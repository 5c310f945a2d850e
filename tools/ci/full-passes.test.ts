import { describe, expect, it } from 'vitest'
import { maxFullPassDays, overdue } from './full-passes.ts'

describe('a full form', () => {
  const trial = {
    name: 'faults kill',
    family: 'faults' as const,
    watches: ['apps/'],
    short: { seconds: 1, pace: 'works' as const },
    sources: new Set(['bench/src/platform/kill.trial.ts']),
  }
  const passed = { since: '2026-10-01', passes: { 'faults kill': { commit: 'abc', on: '2026-11-01', seconds: 60 } } }
  const after = (days: number): number => Date.parse('2026-11-01') + days * 86_400_000
  const changed =
    (...paths: string[]) =>
    () =>
      paths

  it('is overdue when it is old and something that it watches, or is made of, has changed', () => {
    expect(overdue([trial], passed, changed('apps/x.ts'), after(maxFullPassDays))).toEqual([])
    expect(overdue([trial], passed, changed('apps/x.ts'), after(maxFullPassDays + 1))).toEqual([expect.stringContaining('apps/x.ts')])
    expect(overdue([trial], passed, changed('bench/src/platform/kill.trial.ts'), after(31))).toHaveLength(1)
    expect(overdue([trial], passed, changed('docs/x.md', 'apps/x.test.ts'), after(31))).toEqual([])
  })

  it('is judged by its date alone where the commit is not known, and from the first day where it never passed', () => {
    expect(overdue([trial], passed, () => undefined, after(31))).toHaveLength(1)
    expect(overdue([trial], passed, () => undefined, after(30))).toEqual([])
    expect(overdue([trial], { since: '2026-11-01', passes: {} }, changed(), after(30))).toEqual([])
    expect(overdue([trial], { since: '2026-11-01', passes: {} }, changed(), after(31))).toHaveLength(1)
  })
})
