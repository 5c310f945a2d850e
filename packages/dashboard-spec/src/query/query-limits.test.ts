import { describe, expect, it } from 'vitest'
import { querySizeProblem, spokenTimesProblem } from './index.ts'

const many = <T>(length: number, made: (index: number) => T): T[] => Array.from({ length }, (_, index) => made(index))

describe('the size of a query', () => {
  const dimensions = (length: number) => many(length, (index) => `orders.column_${index}`)
  const inList = (length: number) => ({ dimensions: dimensions(length), order: dimensions(length).map((name) => [name, 'asc']) })
  const byMember = (length: number) => ({
    dimensions: dimensions(length),
    order: Object.fromEntries(dimensions(length).map((name) => [name, 'asc'])),
  })

  it('counts an order once for each member, in both of its forms', () => {
    for (const table of [inList, byMember]) {
      expect(querySizeProblem(table(65))).toBeUndefined()
      expect(querySizeProblem(table(125))).toBeUndefined()
      expect(querySizeProblem(table(126))).toBe('it names 252 members, filters, ranges and orders; the limit is 250')
    }
  })

  it('counts all that a list has which is no order', () => {
    const order = [['orders.status', ...many(250, () => 'asc')]]
    expect(querySizeProblem({ order })).toContain('the limit is 250')
    expect(querySizeProblem({ order: [[many(250, String), 'asc']] })).toContain('the limit is 250')
  })
})

describe('times in words', () => {
  const inRange = (value: string) => ({ member: 'orders.created_at', operator: 'inDateRange', values: [value] })
  const asked = (times: string[]) => ({ filters: [{ or: times.map(inRange) }] })

  it.each(['2026-01-02', '2026-01-02T03:04', '2026-01-02 03:04:05.678', '2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000+01:00'])(
    'are not days and moments that are written down: %s',
    (time) => {
      expect(spokenTimesProblem(asked(many(200, () => time)))).toBeUndefined()
      expect(spokenTimesProblem(many(200, () => ({ timeDimensions: [{ dateRange: time }] })))).toBeUndefined()
    },
  )

  it.each(['last week', '2026-01-02 or the day before', '2026-01-02 to 2026-01-05'])('are all others: %s', (time) => {
    expect(spokenTimesProblem(asked(many(50, () => time)))).toBeUndefined()
    expect(spokenTimesProblem(asked(many(51, () => time)))).toContain('it says 51 times')
    // Both ends of a range are not read as words.
    const ends = { member: 'orders.created_at', operator: 'inDateRange', values: [time, time] }
    expect(spokenTimesProblem({ filters: many(51, () => ends) })).toBeUndefined()
  })

  it('count ranges to compare with, however they are written', () => {
    const timeDimensions = [{ compareDateRange: many(51, () => ['2026-01-01', '2026-01-02']) }]
    expect(spokenTimesProblem({ timeDimensions })).toContain('it says 51 times')
  })

  it('are as long as they need to be', () => {
    expect(spokenTimesProblem(asked(['1/1/'.repeat(26)]))).toBe('a time or a range has 104 characters; the limit is 100')
  })
})
