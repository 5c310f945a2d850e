import { isObject } from '../../format/is-object.ts'
import { specOf } from '../table/table-spec.ts'
import type { Snapshot, WidgetData } from '../types.ts'

export type KpiBlock =
  | { type: 'number'; member: string; label: string | null }
  | { type: 'comparison'; member: string; to: string | number | null; label: string | null }
  | { type: 'progress'; member: string; target: string | number; label: string | null }
  | { type: 'sparkline'; member: string; timeDimension: string | null }
  | { type: 'text'; text: string }

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const memberOrNumber = (value: unknown): string | number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : textOf(value)

const blockOf = (entry: unknown): KpiBlock | null => {
  if (!isObject(entry)) return null
  const [member, label, text] = [textOf(entry['member']), textOf(entry['label']), textOf(entry['text'])]
  if (entry['type'] === 'text') return text === null ? null : { type: 'text', text }
  if (member === null) return null
  const target = memberOrNumber(entry['target'])
  switch (entry['type']) {
    case 'number':
      return { type: 'number', member, label }
    case 'comparison':
      return { type: 'comparison', member, to: memberOrNumber(entry['to']), label }
    case 'progress':
      return target === null ? null : { type: 'progress', member, target, label }
    case 'sparkline':
      return { type: 'sparkline', member, timeDimension: textOf(entry['timeDimension']) }
    default:
      return null
  }
}

/** What stands in a KPI, from top to bottom; blocks of kinds that are not known are passed over. Without any, the first measure. */
export const readKpiSpec = (report: Snapshot | null, { columns }: WidgetData): KpiBlock[] => {
  const { blocks } = specOf(report)
  const listed = Array.isArray(blocks) ? blocks.map(blockOf).filter((block) => block !== null) : []
  if (listed.length > 0) return listed
  const measure =
    columns.find(({ kind, comparison }) => kind === 'measure' && comparison === null) ?? columns.find(({ type }) => type === 'number')
  if (!measure) return []
  const previous = columns.find(({ comparison }) => comparison?.of === measure.member && comparison.output === 'previous')
  return [
    { type: 'number', member: measure.member, label: measure.shortTitle },
    ...(previous ? [{ type: 'comparison', member: measure.member, to: previous.member, label: null } as const] : []),
  ]
}
