import type { FilterOperator } from '@facet/contract'
import type { Draws } from './draws.ts'

export const time = 'purchases.created_at'
export const grains = ['day', 'week', 'month', 'quarter', 'year'] as const
export type Grain = (typeof grains)[number]
export const measures = ['count', 'total', 'average', 'biggest'] as const
export type Measure = (typeof measures)[number]
export type Days = [from: string, to: string]

export type Offset = { amount: number; unit: 'day' | 'week' | 'month' | 'quarter' | 'year' }

export type RandomReport = {
  measures: Measure[]
  dimensions: ('status' | 'region')[]
  grain: Grain | null
  days: Days | null
  isFilled: boolean
  offset: Offset | null
}

export type Filter = { operator: FilterOperator; values: string[] }

export type RandomRequest = {
  timezone: string
  when: Filter | null
  status: Filter | null
  least: Filter | null
  grain: Grain | null
}

// Fine grains have more rows to be wrong in.
const usualGrains = ['day', 'day', 'week', 'month', 'month', 'quarter', 'year'] as const

const dayMs = 86_400_000
const dayAt = (offset: number): string => new Date(Date.UTC(2024, 10, 10) + offset * dayMs).toISOString().slice(0, 10)
// Month ends and the days around the first and the last row come up often.
const special = ['2024-11-30', '2024-12-31', '2025-01-31', '2025-02-28', '2025-03-30', '2025-03-31', '2025-04-01']
const drawDay = (draws: Draws): string => (draws.isLucky(0.4) ? draws.oneOf(special) : dayAt(draws.below(160)))
const wholeMonths: Days[] = [
  ['2024-11-01', '2024-11-30'],
  ['2025-02-01', '2025-02-28'],
  ['2025-03-01', '2025-03-31'],
]
const drawDays = (draws: Draws): Days =>
  draws.isLucky(0.3) ? draws.oneOf(wholeMonths) : ([drawDay(draws), drawDay(draws)].toSorted() as Days)

export const drawReport = (draws: Draws): RandomReport => {
  const chosen = draws.someOf(measures)
  const grain = draws.isLucky(0.85) ? draws.oneOf(usualGrains) : null
  const isCompared = grain !== null && draws.isLucky(0.4)
  return {
    measures: chosen.length > 0 ? chosen : ['total'],
    dimensions: draws.someOf(['status', 'region'] as const),
    grain,
    days: draws.isLucky(0.7) ? drawDays(draws) : null,
    isFilled: grain !== null && draws.isLucky(0.6),
    offset: isCompared ? { amount: 1 + draws.below(2), unit: draws.oneOf(['day', 'week', 'month', 'month', 'year'] as const) } : null,
  }
}

const drawWhen = (draws: Draws): Filter => {
  const operator = draws.oneOf([
    'equals',
    'not_equals',
    'less_than',
    'less_than_or_equal',
    'greater_than',
    'greater_than_or_equal',
    'between',
  ] as const)
  return { operator, values: operator === 'between' ? drawDays(draws) : [drawDay(draws)] }
}

export const drawRequest = (draws: Draws): RandomRequest => ({
  timezone: draws.oneOf(['UTC', 'America/Los_Angeles', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Tokyo', 'Pacific/Auckland']),
  when: draws.isLucky(0.7) ? drawWhen(draws) : null,
  status: draws.isLucky(0.4)
    ? draws.oneOf([
        { operator: 'equals', values: ['paid'] },
        { operator: 'not_equals', values: ['paid'] },
        { operator: 'contains', values: ['pa'] },
        { operator: 'is_null', values: [] },
      ])
    : null,
  least: draws.isLucky(0.1) ? { operator: 'greater_than', values: ['3'] } : null,
  grain: draws.isLucky(0.2) ? draws.oneOf(grains) : null,
})
