import { currencyOptions } from '../../format/format-number.ts'

/** Number and time definitions of d3 for any language, out of what the browser knows of it. */
type NumberLocale = { decimal: string; thousands: string; grouping: number[]; currency: [string, string]; percent: string; minus: string }
type TimeLocale = {
  dateTime: string
  date: string
  time: string
  periods: [string, string]
  days: string[]
  shortDays: string[]
  months: string[]
  shortMonths: string[]
}

const partOf = (parts: readonly Intl.NumberFormatPart[], type: Intl.NumberFormatPart['type']): string | undefined =>
  parts.find((part) => part.type === type)?.value

const currencyOf = (locale: string, currency: string | null): [string, string] => {
  const format = new Intl.NumberFormat(locale, { ...currencyOptions(currency), maximumFractionDigits: 0 })
  const [before = '', after = ''] = format.format(1).split('1')
  return [before, after]
}

const percentOf = (locale: string): string => new Intl.NumberFormat(locale, { style: 'percent' }).format(1).replace('100', '')

export const numberLocaleOf = (locale: string, currency: string | null): NumberLocale => {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(-1_234_567.5)
  return {
    decimal: partOf(parts, 'decimal') ?? '.',
    thousands: partOf(parts, 'group') ?? ',',
    grouping: [3],
    currency: currencyOf(locale, currency),
    percent: percentOf(locale),
    minus: partOf(parts, 'minusSign') ?? '-',
  }
}

// The first of these days was a Sunday, with which d3 begins its weeks.
const sunday = Date.UTC(2023, 0, 1)
const dayMs = 86_400_000

const directives: Readonly<Partial<Record<Intl.DateTimeFormatPartTypes, string>>> = {
  year: '%Y',
  month: '%m',
  day: '%d',
  weekday: '%a',
  hour: '%H',
  minute: '%M',
  second: '%S',
  dayPeriod: '%p',
}

const writing =
  (locale: string) =>
  (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })

const directiveOf = ({ type, value }: Intl.DateTimeFormatPart, isHalfDay: boolean): string => {
  if (type === 'hour' && isHalfDay) return '%I'
  if (type === 'month' && !/^\d+$/.test(value)) return '%b'
  const directive = directives[type] ?? value.replaceAll('%', '%%')
  return (type === 'month' || type === 'day') && value.length === 1 ? directive.replace('%', '%-') : directive
}

/** A format of `Intl` in the directives of d3, told by a day and a month of one digit. */
export const patternOf = (locale: string, options: Intl.DateTimeFormatOptions): string => {
  const parts = writing(locale)(options).formatToParts(new Date(Date.UTC(2026, 1, 3, 21, 33, 44)))
  const isHalfDay = parts.some(({ type }) => type === 'dayPeriod')
  return parts.map((part) => directiveOf(part, isHalfDay)).join('')
}

export const timeLocaleOf = (locale: string): TimeLocale => {
  const written = writing(locale)
  const days = (weekday: 'long' | 'short') => Array.from({ length: 7 }, (_, day) => written({ weekday }).format(sunday + day * dayMs))
  const months = (month: 'long' | 'short') => Array.from({ length: 12 }, (_, index) => written({ month }).format(Date.UTC(2023, index, 1)))
  const period = (hour: number): string =>
    written({ hour: 'numeric', hour12: true })
      .formatToParts(Date.UTC(2023, 0, 1, hour))
      .find(({ type }) => type === 'dayPeriod')?.value ?? (hour < 12 ? 'AM' : 'PM')
  const [date, time] = [
    patternOf(locale, { year: 'numeric', month: '2-digit', day: '2-digit' }),
    patternOf(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' }),
  ]
  return {
    dateTime: `${date} ${time}`,
    date,
    time,
    periods: [period(9), period(21)],
    days: days('long'),
    shortDays: days('short'),
    months: months('long'),
    shortMonths: months('short'),
  }
}
