import { isObject } from '../../format/is-object.ts'
import type { Column, Snapshot, WidgetData } from '../types.ts'

export type TableSort = { member: string; isDescending: boolean }
/** `hasTotals` null: where the measures can be added up. */
export type TableSpec = { columns: readonly TableSpecColumn[] | null; hasTotals: boolean | null; sort: TableSort | null }
type TableSpecColumn = { member: string; title: string | null; isHidden: boolean }

/** The specification of a report, whether it was sent as an object or as text. */
export const specOf = (report: Snapshot | null): Record<string, unknown> => {
  const spec = report?.spec
  if (isObject(spec)) return spec
  if (typeof spec !== 'string') return {}
  try {
    const parsed: unknown = JSON.parse(spec)
    return isObject(parsed) ? parsed : {}
  } catch {
    // What is no JSON says nothing about a table or a number.
    return {}
  }
}

const columnOf = (entry: unknown): TableSpecColumn | null => {
  if (typeof entry === 'string') return { member: entry, title: null, isHidden: false }
  if (!isObject(entry) || typeof entry['member'] !== 'string') return null
  return {
    member: entry['member'],
    title: typeof entry['title'] === 'string' ? entry['title'] : null,
    isHidden: entry['isHidden'] === true,
  }
}

const sortOf = (entry: unknown): TableSort | null =>
  isObject(entry) && typeof entry['member'] === 'string' ? { member: entry['member'], isDescending: entry['direction'] === 'desc' } : null

/** `{ columns?: [{ member, title?, isHidden? }], totals?: boolean, sort?: { member, direction } }`; anything else is passed over. */
export const readTableSpec = (report: Snapshot | null): TableSpec => {
  const { columns, totals, sort } = specOf(report)
  const listed = Array.isArray(columns) ? columns.map(columnOf).filter((column) => column !== null) : []
  return {
    columns: listed.length > 0 ? listed : null,
    hasTotals: typeof totals === 'boolean' ? totals : null,
    sort: sortOf(Array.isArray(sort) ? sort[0] : sort),
  }
}

export type TableColumn = Column & { values: readonly unknown[] }

/** The columns of the data that are shown, in the order of the specification; those it does not know stand at the end. */
export const columnsOf = ({ columns, values }: WidgetData, { columns: listed }: TableSpec): TableColumn[] => {
  const all = columns.map((column, index) => ({ ...column, values: values[index] ?? [] }))
  if (!listed) return all
  const named = listed.flatMap(({ member, title, isHidden }) =>
    isHidden
      ? []
      : all.filter((column) => column.member === member).map((column) => (title === null ? column : { ...column, shortTitle: title })),
  )
  return [...named, ...all.filter(({ member }) => listed.every((entry) => entry.member !== member))]
}
