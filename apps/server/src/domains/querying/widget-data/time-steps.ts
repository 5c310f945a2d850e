/** Grains that every time dimension has, from the finest. */
const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export type TimeUnit = (typeof units)[number]

export const timeUnitOf = (text: string): TimeUnit | null => {
  const plain = text.toLowerCase().replace(/s$/, '')
  return units.find((unit) => unit === plain) ?? null
}

export const isFiner = (one: TimeUnit, other: TimeUnit): boolean => units.indexOf(one) < units.indexOf(other)

const msOf = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 }
const monthsOf = { month: 1, quarter: 3, year: 12 }

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** So many units on, by the calendar; the 31st of a month that has none is its last day. */
export const shiftTime = (ms: number, amount: number, unit: TimeUnit): number => {
  if (unit in msOf) return ms + amount * msOf[unit as keyof typeof msOf]
  const at = new Date(ms)
  const months = at.getUTCFullYear() * 12 + at.getUTCMonth() + amount * monthsOf[unit as keyof typeof monthsOf]
  const [year, month] = [Math.floor(months / 12), ((months % 12) + 12) % 12]
  const day = Math.min(at.getUTCDate(), daysIn(year, month))
  return Date.UTC(year, month, day) + (ms - Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()))
}

/** The moment so many units away; null where that month does not have the day. */
export const counterpartOf = (ms: number, amount: number, unit: TimeUnit): number | null => {
  const shifted = shiftTime(ms, amount, unit)
  return unit in msOf || new Date(shifted).getUTCDate() === new Date(ms).getUTCDate() ? shifted : null
}

/** Where the unit that holds a moment begins; weeks begin on Monday. */
export const startOf = (ms: number, unit: TimeUnit): number => {
  if (unit === 'week') {
    const day = startOf(ms, 'day')
    return day - ((new Date(day).getUTCDay() + 6) % 7) * msOf.day
  }
  if (unit in msOf) return Math.floor(ms / msOf[unit as keyof typeof msOf]) * msOf[unit as keyof typeof msOf]
  const at = new Date(ms)
  const month = at.getUTCMonth()
  return Date.UTC(at.getUTCFullYear(), month - (month % monthsOf[unit as keyof typeof monthsOf]))
}
