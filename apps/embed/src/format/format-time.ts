import { textOf } from './text-of.ts'

/** How a quarter is called, by language: `Intl` has no word for it. */
const quarters: Readonly<Record<string, (quarter: number | string, year: string) => string>> = {
  ja: (quarter, year) => `${year}年第${quarter}四半期`,
  ...Object.fromEntries(
    ['es', 'fr', 'it', 'pt'].map((language) => [language, (quarter: number | string, year: string) => `T${quarter} ${year}`]),
  ),
  ...Object.fromEntries(['sv', 'nb'].map((language) => [language, (quarter: number | string, year: string) => `K${quarter} ${year}`])),
}

const optionsByGrain: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  year: { year: 'numeric' },
  month: { year: 'numeric', month: 'short' },
  week: { dateStyle: 'medium' },
  day: { dateStyle: 'medium' },
}

const withTime: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }
const withSeconds: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'medium' }

/** Times are wall clock without a zone, in milliseconds read as UTC. Text without a zone is read the same way. */
export const millisecondsOf = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^\d{4}-\d\d/.test(value)) return null
  const parsed = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(value) || value.length <= 10 ? value : `${value}Z`)
  return Number.isNaN(parsed) ? null : parsed
}

export const quarterText = (locale: string, quarter: number | string, year: string): string =>
  quarters[locale.split('-', 1)[0] ?? '']?.(quarter, year) ?? `Q${quarter} ${year}`

const createQuarterFormat = (locale: string): ((at: Date) => string) => {
  const year = new Intl.DateTimeFormat(locale, { year: 'numeric', timeZone: 'UTC' })
  // Japanese writes the year with its own sign, which the word for the quarter has already.
  return (at) => quarterText(locale, Math.floor(at.getUTCMonth() / 3) + 1, year.format(at).replace(/年$/, ''))
}

const createMomentFormat = (locale: string, granularity: string | null): ((at: Date) => string) => {
  if (granularity === 'quarter') return createQuarterFormat(locale)
  const options = granularity === 'second' ? withSeconds : (optionsByGrain[granularity ?? ''] ?? withTime)
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return (at) => format.format(at)
}

/** Writes times in a language, as exactly as their grain is. What is no time is written as it is. */
export const createTimeFormat = (locale: string, granularity: string | null): ((value: unknown) => string) => {
  const format = createMomentFormat(locale, granularity)
  return (value) => {
    const at = millisecondsOf(value)
    return at === null || Math.abs(at) > 8.64e15 ? textOf(value) : format(new Date(at))
  }
}
