import { isObject } from '../../format/is-object.ts'
import { specOf } from '../table/table-spec.ts'
import type { Column, Snapshot } from '../types.ts'

const isOwn = (tooltip: unknown): boolean => {
  if (Array.isArray(tooltip) || typeof tooltip === 'string') return true
  return isObject(tooltip) && !('content' in tooltip)
}

const findsOwn = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(findsOwn)
  return (
    isObject(value) && Object.entries(value).some(([key, entry]) => key !== 'data' && (key === 'tooltip' ? isOwn(entry) : findsOwn(entry)))
  )
}

/** Whether the author of a chart wrote its tooltips, and did not only turn them on. */
export const hasOwnTooltip = (report: Snapshot | null): boolean => findsOwn(specOf(report))

/** The columns that a chart shows; all of them where its author names none. */
export const columnsIn = (report: Snapshot | null, columns: readonly Column[]): readonly Column[] => {
  const text = JSON.stringify(specOf(report)).replaceAll('\\', '')
  const named = columns.filter(({ member, aliases }) => [member, ...aliases].some((name) => text.includes(`"${name}"`)))
  return named.length > 0 ? named : columns
}
