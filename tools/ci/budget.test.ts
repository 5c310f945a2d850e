import { describe, expect, it } from 'vitest'
import { listFiles } from './tree.ts'
import { areaOf, missingRecords, overspending, readBudget, slowdown, spendingOf } from './budget.ts'

const budget = {
  calibrationSeconds: 2,
  total: { tests: 200, trials: 50 },
  reserve: 10,
  areas: { server: { cpuSeconds: 60, paths: ['apps/server/'] }, content: { cpuSeconds: 100, paths: ['apps/server/src/domains/content/'] } },
}
const inContent = (cpuSeconds: number) => spendingOf(budget, [{ file: 'apps/server/src/domains/content/a.test.ts', cpuSeconds }])

describe('the CPU budget', () => {
  it('assigns a file to the area with the longest matching path', () => {
    expect(areaOf(budget, 'apps/server/src/domains/content/a.test.ts')).toBe('content')
    expect(areaOf(budget, 'apps/server/src/http/a.test.ts')).toBe('server')
  })

  it.each([
    [110, 1, []],
    [111, 1, ['content used 111 CPU s of 100 (limit on this machine: 110).']],
    [220, 2, []],
  ])('judges %i CPU seconds of 100 on a machine slower by a factor of %i', (cpuSeconds, factor, problems) => {
    expect(overspending(inContent(cpuSeconds), 1000, factor)).toEqual(problems)
  })

  it('fails when all areas together exceed the total', () => {
    expect(overspending(inContent(100), 90, 1)).toEqual(['All areas used 100 CPU s of 90.'])
  })

  it('fails for a file that belongs to no area', () => {
    expect(overspending(spendingOf(budget, [{ file: 'other/a.test.ts', cpuSeconds: 1 }]), 1000, 1)).toEqual([
      'no area (other/a.test.ts): add its path to an area in tools/ci/budget.json.',
    ])
  })

  it('fails when fewer than nine in ten test files have a record', () => {
    const records = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((index) => ({ file: `a${index}.test.ts`, cpuSeconds: 1 }))
    expect(missingRecords(10, records)).toEqual([])
    expect(missingRecords(10, [...records.slice(1), { file: 'shared: PostgreSQL', cpuSeconds: 1 }])).toEqual([
      'CPU seconds were recorded for 8 of 10 test files.',
    ])
  })

  it('grants a slow machine more and a fast one no less', () => {
    expect([slowdown(budget, 3), slowdown(budget, 1)]).toEqual([1.5, 1])
  })
})

describe('the committed budget', () => {
  it('has an area for every test file', () => {
    const tests = listFiles().filter((path) => path.endsWith('.test.ts'))
    expect(tests.filter((path) => areaOf(readBudget(), path) === undefined)).toEqual([])
  })

  it('gives out no more than the total', () => {
    const { areas, reserve, total } = readBudget()
    const shares = Object.values(areas).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, reserve)
    expect(shares).toBeLessThanOrEqual(total.tests)
  })
})
