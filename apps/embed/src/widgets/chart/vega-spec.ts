import { isObject } from '../../format/is-object.ts'
import type { Column } from '../types.ts'

export type VegaSpec = Readonly<Record<string, unknown>>

const some = (value: unknown, is: (key: string, entry: unknown) => boolean): boolean => {
  if (Array.isArray(value)) return value.some((entry) => some(entry, is))
  return isObject(value) && Object.entries(value).some(([key, entry]) => is(key, entry) || (key !== 'values' && some(entry, is)))
}

/** Transforms that make one row out of several, or look at several for one: with fewer rows they would say something else. */
const gathering = new Set(['aggregate', 'joinaggregate', 'window', 'stack', 'bin', 'pivot', 'impute', 'kde', 'density', 'quantile', 'pie'])

/** Whether what is drawn depends on having all rows. */
export const needsAllRows = (vega: VegaSpec): boolean =>
  some(vega['data'], (key, entry) => key === 'type' && typeof entry === 'string' && gathering.has(entry))

/** Whether it takes the room of its box; others have sizes of their own. */
export const fillsBox = (vega: VegaSpec): boolean =>
  some(vega['signals'], (_, entry) => typeof entry === 'string' && entry.includes('containerSize()'))

/** Whether it has a signal of its own or of its configuration. */
export const hasSignal = ({ signals, config }: VegaSpec, name: string): boolean =>
  [signals, isObject(config) ? config['signals'] : []].flat().some((signal) => isObject(signal) && signal['name'] === name)

const escapedForPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Writes titles of columns where a text has the names of members. */
export const withTitles = (columns: readonly Column[]): ((text: string) => string) => {
  const titles = new Map(
    columns.flatMap(({ member, aliases, shortTitle }) => [member, ...aliases].map((name) => [name, shortTitle] as const)),
  )
  if (titles.size === 0) return (text) => text
  const longestFirst = [...titles.keys()].toSorted((one, other) => other.length - one.length)
  const pattern = new RegExp(longestFirst.map(escapedForPattern).join('|'), 'g')
  return (text) => text.replaceAll(pattern, (member) => titles.get(member) ?? member)
}
