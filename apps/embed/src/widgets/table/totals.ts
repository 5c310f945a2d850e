import type { WidgetData } from '../types.ts'
import { sumValues } from './sum-values.ts'
import type { TableColumn, TableSpec } from './table-spec.ts'

/**
 * The sums of measures that can be added up, by column; null: no row of totals. Rows that were cut off are in no sum, so there is
 * none of them.
 */
export const totalsOf = (columns: readonly TableColumn[], { rowCount, isTruncated }: WidgetData, spec: TableSpec): unknown[] | null => {
  if (spec.hasTotals === false || isTruncated || rowCount < 2) return null
  const totals = columns.map(({ kind, isAdditive, comparison, values }) =>
    kind === 'measure' && isAdditive === true && comparison?.output !== 'percent' ? sumValues(values) : undefined,
  )
  return totals.some((total) => total !== undefined) ? totals : null
}
