import type { ValueFormat } from '../../format/format-value.ts'
import type { TableColumn } from './table-spec.ts'

const [least, most, sample, room] = [8, 40, 200, 4]

/**
 * How wide each column is, in characters: as its title and the first rows need. Measured once, because rows that come into sight
 * later must not move the columns.
 */
export const columnWidths = (
  columns: readonly TableColumn[],
  formats: readonly ValueFormat[],
  totals: readonly unknown[] | null,
): number[] =>
  columns.map(({ shortTitle, values }, index) => {
    const shown = totals?.[index] === undefined ? values.slice(0, sample) : [totals[index], ...values.slice(0, sample)]
    const lengths = shown.map((value) => formats[index]?.(value).length ?? 0)
    return Math.min(most, Math.max(least, shortTitle.length + room, ...lengths.map((length) => length + 4)))
  })
