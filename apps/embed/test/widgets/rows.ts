import type { Column, WidgetData } from '../../src/widgets/types.ts'

export const column = (member: string, more: Partial<Column> = {}): Column => ({
  member,
  aliases: [],
  title: member,
  shortTitle: member.split('.')[1] ?? member,
  type: 'string',
  kind: 'dimension',
  granularity: null,
  format: null,
  currency: null,
  isAdditive: null,
  comparison: null,
  ...more,
})

export const measure = (member: string, more: Partial<Column> = {}): Column =>
  column(member, { type: 'number', kind: 'measure', isAdditive: true, ...more })

/** Rows of a widget out of columns and their values. */
export const rowsOf = (...columns: [Column, readonly unknown[]][]): WidgetData => ({
  columns: columns.map(([each]) => each),
  values: columns.map(([, values]) => [...values]),
  rowCount: columns[0]?.[1].length ?? 0,
  isTruncated: false,
  refreshedAt: null,
  notes: [],
})
