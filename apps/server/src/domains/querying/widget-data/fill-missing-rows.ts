import { shiftTime, startOf, timeUnitOf, type TimeUnit } from './time-steps.ts'
import type { Table } from './table.ts'
import type { TimeBounds } from './time-bounds.ts'

export type FillMissingRows = { member: string; excludedDimensions?: readonly string[] | null | undefined }

// Above so many rows nothing is filled.
const maxFilledRows = 10_000
const fillableUnits: ReadonlySet<TimeUnit> = new Set(['day', 'week', 'month', 'quarter', 'year'])

/** The moments of a grain from one to another, both included; null where they are too many. */
const momentsOf = (from: number, to: number, unit: TimeUnit): number[] | null => {
  const moments: number[] = []
  for (let at = startOf(from, unit); at <= to; at = shiftTime(at, 1, unit)) {
    moments.push(at)
    if (moments.length > maxFilledRows) return null
  }
  return moments
}

const extentOf = (moments: readonly (number | null)[]): [number, number] | null => {
  let extent: [number, number] | null = null
  for (const at of moments) if (at !== null) extent = extent ? [Math.min(extent[0], at), Math.max(extent[1], at)] : [at, at]
  return extent
}

/**
 * The rows of times that the engine has none of, for every combination of the other dimensions that it has; those that are excluded are
 * null in them. Between the bounds; between the first and the last time that has rows if a bound is open. Null where nothing can be filled.
 */
export const fillMissingRows = (
  { columns, values, rowCount }: Table,
  { member, excludedDimensions }: FillMissingRows,
  bounds: TimeBounds,
): Table | null => {
  const timeAt = columns.findIndex((column) => column.kind === 'time' && (column.member === member || column.aliases.includes(member)))
  const unit = timeUnitOf(columns[timeAt]?.granularity ?? '')
  if (timeAt < 0 || unit === null || !fillableUnits.has(unit) || rowCount > maxFilledRows) return null
  const times = (values[timeAt] ?? []) as (number | null)[]
  const extent = bounds.from !== null && bounds.to !== null ? ([bounds.from, bounds.to] as const) : extentOf(times)
  const moments = extent && momentsOf(...extent, unit)
  if (!moments) return null

  const excluded = new Set(excludedDimensions)
  const kept = columns.flatMap(({ kind, member: name }, at) => (at !== timeAt && kind !== 'measure' && !excluded.has(name) ? [at] : []))
  const keyOf = (row: number): string => JSON.stringify(kept.map((at) => values[at]?.[row] ?? null))
  const series = new Map<string, Map<number | null, number[]>>()
  for (let row = 0; row < rowCount; row++) {
    const [key, time] = [keyOf(row), times[row] ?? null]
    const rows = series.get(key) ?? new Map<number | null, number[]>()
    series.set(key, rows)
    const atTime = rows.get(time)
    if (atTime) atTime.push(row)
    else rows.set(time, [row])
  }
  if (series.size === 0) series.set('', new Map())
  if (kept.length > 0 && rowCount === 0) return null
  if (moments.length * series.size > maxFilledRows) return null

  const filled: unknown[][] = columns.map(() => [])
  const add = (cell: (at: number) => unknown): void => filled.forEach((column, at) => column.push(cell(at)))
  const missing = ({ isAdditive }: Table['columns'][number]): unknown => (isAdditive ? '0' : null)
  for (const [key, rows] of series) {
    const group = key === '' ? [] : (JSON.parse(key) as unknown[])
    for (const moment of [...new Set([...moments, ...rows.keys()])].toSorted((one, other) => Number(one) - Number(other))) {
      const found = rows.get(moment)
      for (const row of found ?? []) add((at) => values[at]?.[row] ?? null)
      if (found) continue
      add((at) => {
        const column = columns[at]
        if (at === timeAt) return moment
        if (column?.kind === 'measure') return missing(column)
        return kept.includes(at) ? group[kept.indexOf(at)] : null
      })
    }
  }
  return { columns, values: filled, rowCount: filled[timeAt]?.length ?? 0 }
}
