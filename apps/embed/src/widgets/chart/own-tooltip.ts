import { isObject } from '../../format/is-object.ts'
import { specOf } from '../table/table-spec.ts'
import type { Snapshot } from '../types.ts'

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
