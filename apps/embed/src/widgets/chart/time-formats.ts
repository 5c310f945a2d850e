import { quarterText } from '../../format/format-time.ts'
import { isObject } from '../../format/is-object.ts'
import { patternOf } from './chart-locale.ts'
import { mapSpec } from './map-spec.ts'
import type { VegaSpec } from './vega-spec.ts'

/** What the compiler writes down where an author says nothing. */
const american = { units: '{"year-month":"%b %Y ","year-month-date":"%b %d, %Y "}', day: '%b %d, %Y' }

const formatsOf = (locale: string) => {
  const [year, month, day] = [{ year: 'numeric' }, { month: 'short' }, { day: 'numeric' }] as const
  const time = patternOf(locale, { hour: '2-digit', minute: '2-digit' })
  const of = (options: Intl.DateTimeFormatOptions): string => patternOf(locale, options)
  const wholeDay = of({ ...year, ...month, ...day })
  return {
    day: wholeDay,
    // The compiler puts one behind the other.
    units: JSON.stringify({
      'year-month': `${of({ ...year, ...month })} `,
      'year-month-date': `${wholeDay} `,
      'month-date': `${of({ ...month, ...day })} `,
      'year-quarter': `${quarterText(locale, '%q', '%Y')} `,
    }),
    /** By what is new at a tick. */
    ticks: { year: of(year), week: of({ ...month, ...day }), date: of({ weekday: 'short', ...day }), hours: time, minutes: time },
  }
}

const utcScalesIn = (vega: VegaSpec): Set<unknown> => {
  const names = new Set<unknown>()
  mapSpec(vega, ({ key, value }) => {
    if (key === 'scales' && Array.isArray(value))
      for (const scale of value) if (isObject(scale) && scale['type'] === 'utc') names.add(scale['name'])
    return value
  })
  return names
}

/** Times as the language of the viewer writes them, on axes, in legends and in what is said of marks. Formats of the author stay. */
export const withTimeFormats = (vega: VegaSpec, locale: string, author: string): VegaSpec => {
  // What Vega and its compiler fall back to is American.
  if (locale === 'en-US') return vega
  const { units, day, ticks } = formatsOf(locale)
  const scales = utcScalesIn(vega)
  const isOfAuthor = author.includes(american.day)
  const written = (text: string): string => {
    const timed = text.replaceAll(american.units, units)
    if (isOfAuthor) return timed
    return timed === american.day ? day : timed.replaceAll(`"${american.day}"`, JSON.stringify(day))
  }
  return mapSpec(vega, ({ key, value }) => {
    if (typeof value === 'string') return written(value)
    if (key !== 'axes' || !Array.isArray(value)) return value
    return value.map((axis: unknown) =>
      isObject(axis) && scales.has(axis['scale']) && axis['format'] === undefined ? { ...axis, format: ticks } : axis,
    )
  })
}
