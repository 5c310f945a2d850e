import { describe, expect, it } from 'vitest'
import { charts } from '../fixtures/charts.ts'
import { hostileCharts } from '../fixtures/hostile.ts'
import { checkChart } from './check-chart.ts'

describe('the allow-list of charts', () => {
  it.each(hostileCharts)('refuses one that %s', (_, at, spec) => {
    expect(checkChart(spec)).toMatchObject({ at, what: expect.any(String) as string })
  })

  it.each(hostileCharts.filter(([, , spec]) => typeof spec === 'object' && spec !== null))(
    'refuses the same as text: %s',
    (_, at, spec) => {
      expect(checkChart(JSON.stringify(spec))).toMatchObject({ at })
    },
  )

  it.each(Object.entries(charts))('takes %s, as an object and as text', (_, spec) => {
    expect(checkChart(spec)).toBeNull()
    expect(checkChart(JSON.stringify(spec))).toBeNull()
  })

  it('says why a name is refused, and quotes what an expression names', () => {
    expect(checkChart({ mark: 'bar', usermeta: {} })?.what).toContain('it loads something')
    expect(checkChart({ mark: 'bar', transform: [{ filter: 'secret > 1' }] })?.what).toContain('"secret"')
  })
})
