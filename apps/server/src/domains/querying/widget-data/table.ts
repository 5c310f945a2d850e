import type { ValueType, WidgetColumn } from '@facet/contract'
import { granularIn } from './query-grain.ts'
import { type ReportQuery, timeDimensionsIn } from './report-query.ts'
import { isObject, textsIn } from './values.ts'

/** Rows as columns. */
export type Table = { columns: WidgetColumn[]; values: unknown[][]; rowCount: number }

type Annotation = Record<string, unknown>
type Wanted = { key: string; member: string; kind: WidgetColumn['kind']; granularity: string | null }

const valueTypes: readonly ValueType[] = ['string', 'number', 'boolean', 'time']

const localForm = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/

/** Engines say times without a zone: they are read as UTC, so that a frame shows what the engine meant. */
export const millisecondsOf = (value: unknown): number | null => {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return null
  const ms = Date.parse(localForm.test(value) ? `${value.replace(' ', 'T')}${value.length > 10 ? '' : 'T00:00'}Z` : value)
  return Number.isNaN(ms) ? null : ms
}

/** A time without a zone, as engines answer and take it; null for anything else. */
export const localMillisecondsOf = (value: unknown): number | null =>
  typeof value === 'string' && localForm.test(value) ? millisecondsOf(value) : null

/** What a query asks to be shown, in its order: dimensions, times, measures. */
const wantedOf = (query: ReportQuery): Wanted[] => {
  const times = timeDimensionsIn(query).flatMap(({ dimension, granularity }): Wanted[] =>
    typeof granularity === 'string' ? [{ key: `${dimension}.${granularity}`, member: dimension, kind: 'time', granularity }] : [],
  )
  const dimensions = textsIn(query['dimensions']).map((key): Wanted => {
    const time = granularIn(key)
    return time ? { key, ...time, kind: 'time' } : { key, member: key, kind: 'dimension', granularity: null }
  })
  const measures = textsIn(query['measures']).map((key): Wanted => ({ key, member: key, kind: 'measure', granularity: null }))
  const wanted = [...dimensions, ...times, ...measures]
  // A name is one column's: where a time is there twice, the second goes by its granularity.
  return wanted
    .filter(({ key }, at) => wanted.findIndex((one) => one.key === key) === at)
    .map((one, at, all) => (all.findIndex(({ member }) => member === one.member) < at ? { ...one, member: one.key } : one))
}

/** The names that the report was saved with: a chart knows its times by these. */
const savedNames = (saved: ReportQuery, member: string): string[] =>
  wantedOf(saved).flatMap((one) => (one.member === member && one.key !== member ? [one.key] : []))

const annotationFor = (annotations: Record<string, unknown>, { key, kind }: Wanted): Annotation => {
  const groups = kind === 'measure' ? ['measures'] : ['timeDimensions', 'dimensions']
  for (const group of groups) {
    const found = isObject(annotations[group]) ? annotations[group][key] : undefined
    if (isObject(found)) return found
  }
  return {}
}

const formatOf = (format: unknown): string | null => {
  if (typeof format === 'string') return format
  if (!isObject(format)) return null
  const said = format['value'] ?? format['type']
  return typeof said === 'string' ? said : null
}

const currencyCode = /^[A-Z]{3}$/

const currencyOf = (currency: unknown): string | null => {
  const code = typeof currency === 'string' ? currency.toUpperCase() : ''
  return currencyCode.test(code) ? code : null
}

const columnOf = (wanted: Wanted, annotation: Annotation, saved: ReportQuery): WidgetColumn => {
  const { key, member, kind, granularity } = wanted
  const title = typeof annotation['title'] === 'string' ? annotation['title'] : member
  const names = kind === 'time' ? [key, ...savedNames(saved, member)].filter((name) => name !== member) : []
  return {
    member,
    aliases: [...new Set(names)],
    title,
    shortTitle: typeof annotation['shortTitle'] === 'string' ? annotation['shortTitle'] : title,
    type: kind === 'time' ? 'time' : (valueTypes.find((type) => type === annotation['type']) ?? (kind === 'measure' ? 'number' : 'string')),
    kind,
    granularity,
    format: formatOf(annotation['format']),
    currency: currencyOf(annotation['currency']),
    isAdditive: null,
    comparison: null,
  }
}

/** An answer of the data API, in whichever of its forms. */
type Rows = { rowCount: number; column: (key: string) => unknown[] }

const rowsIn = (data: unknown): Rows => {
  if (Array.isArray(data)) return { rowCount: data.length, column: (key) => data.map((row) => (isObject(row) ? (row[key] ?? null) : null)) }
  if (!isObject(data)) throw new TypeError('The engine answered without data.')
  const members = textsIn(data['members'])
  const at = (key: string): number => members.indexOf(key)
  if (Array.isArray(data['columns'])) {
    const columns = data['columns'] as unknown[][]
    return { rowCount: columns[0]?.length ?? 0, column: (key) => columns[at(key)] ?? [] }
  }
  const dataset = Array.isArray(data['dataset']) ? (data['dataset'] as unknown[][]) : []
  return { rowCount: dataset.length, column: (key) => dataset.map((row) => row[at(key)] ?? null) }
}

/** What an engine answered to a query as columns, of which so many rows are kept. */
export const tableOf = (
  answer: Record<string, unknown>,
  query: ReportQuery,
  saved: ReportQuery,
  maxRows: number,
): Table & { hasMore: boolean } => {
  const rows = rowsIn(answer['data'])
  const annotations = isObject(answer['annotation']) ? answer['annotation'] : {}
  const wanted = wantedOf(query)
  const columns = wanted.map((one) => columnOf(one, annotationFor(annotations, one), saved))
  const rowCount = Math.min(rows.rowCount, maxRows)
  const values = wanted.map(({ key }, index) => {
    const found = rows.column(key)
    const kept = Array.from({ length: rowCount }, (_, row) => found[row] ?? null)
    return columns[index]?.type === 'time' ? kept.map(millisecondsOf) : kept
  })
  return { columns, values, rowCount, hasMore: rows.rowCount > maxRows }
}
