import type { ValueFormat } from '../../format/format-value.ts'
import type { TableColumn } from './table-spec.ts'

const [least, most, sample, room] = [8, 40, 200, 4]

// Of its own on either side, as the style has it.
const padding = 2.5

/** Whether a text may be wider than its column. Of digits' width are most letters; capitals are wider, and what is not Latin up to twice. */
export const isCutAt = (width: number, text: string): boolean => {
  const [capitals, others] = [text.match(/[A-Z]/g)?.length ?? 0, text.match(/[^\0-\u024f]/g)?.length ?? 0]
  return text.length + 0.3 * capitals + others > width - padding
}

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
