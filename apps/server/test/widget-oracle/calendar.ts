import type { Grain, Offset } from './random-case.ts'

const dayMs = 86_400_000
const msOf = (day: string): number => Date.parse(`${day}T00:00Z`)
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const nextDay = (day: string): string => dayOf(msOf(day) + dayMs)
export const dayBefore = (day: string): string => dayOf(msOf(day) - dayMs)

/** The first day of the period that a day belongs to. Weeks begin on Monday. */
export const periodOf = (day: string, grain: Grain): string => {
  const [year = 0, month = 0] = day.split('-').map(Number)
  switch (grain) {
    case 'day':
      return day
    case 'week':
      return dayOf(msOf(day) - ((new Date(msOf(day)).getUTCDay() + 6) % 7) * dayMs)
    case 'month':
      return `${day.slice(0, 7)}-01`
    case 'quarter':
      return dayOf(Date.UTC(year, month - 1 - ((month - 1) % 3)))
    case 'year':
      return `${year}-01-01`
    default:
      return grain
  }
}

/** The first days of all periods from one day to another. */
export const periodsBetween = (from: string, to: string, grain: Grain): string[] => {
  const periods = new Set<string>()
  for (let day = from; day <= to; day = nextDay(day)) periods.add(periodOf(day, grain))
  return [...periods]
}

const monthsIn = { month: 1, quarter: 3, year: 12 } as const

/** The same day so long before; null where that month does not have it. */
export const earlierDay = (day: string, { amount, unit }: Offset): string | null => {
  if (unit === 'day' || unit === 'week') return dayOf(msOf(day) - amount * (unit === 'day' ? 1 : 7) * dayMs)
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const shifted = new Date(Date.UTC(year, month - 1 - amount * monthsIn[unit], date))
  return shifted.getUTCDate() === date ? dayOf(shifted.getTime()) : null
}

/** The day so long before as PostgreSQL says it: the last of the month where it does not have the day. */
export const clampedEarlierDay = (day: string, offset: Offset): string => {
  for (let at = day; ; at = dayBefore(at)) {
    const earlier = earlierDay(at, offset)
    if (earlier !== null) return earlier
  }
}
