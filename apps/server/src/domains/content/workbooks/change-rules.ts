import { isDeepStrictEqual } from 'node:util'
import type { WorkbookChanges, WorkbookRow } from './workbook-queries.ts'

const valueIn = (row: WorkbookRow): Record<keyof WorkbookChanges, unknown> => ({
  name: row.name,
  parentId: row.parent_id,
  slug: row.slug,
  meta: row.meta,
  draft: row.dashboard_draft,
  calculatedFields: row.calculated_fields,
})

/** Those of the changes that would change anything. */
export const realChanges = (row: WorkbookRow, changes: WorkbookChanges): WorkbookChanges => {
  const before = valueIn(row)
  // As the database would give it back.
  const kept = JSON.parse(JSON.stringify(changes)) as WorkbookChanges
  return Object.fromEntries(
    Object.entries(kept).filter(([name, value]) => !isDeepStrictEqual(value, before[name as keyof WorkbookChanges])),
  )
}
