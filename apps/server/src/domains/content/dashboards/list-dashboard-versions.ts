import type { DashboardVersion, listDashboardVersions as contract } from '@facet/contract'
import type { Handler } from '#context'
import { findOwners, type ItemOwner, nobody } from '#domains/content/items'
import { keysetPage } from '#kernel/paging'
import { requireEditedWorkbook } from './edited-workbook.ts'
import { listVersionsBefore, type VersionRow } from './version-queries.ts'

const versionView = (row: VersionRow, publishedBy: ItemOwner): DashboardVersion => ({
  versionId: row.id,
  versionNumber: row.number,
  title: row.title,
  description: row.description,
  publishedAt: row.published_at.toISOString(),
  publishedBy,
  widgetCount: row.widget_count,
  reportCount: row.report_count,
  isCurrent: row.is_current,
})

export const listDashboardVersions: Handler<typeof contract> = async ({ params, query }, context) => {
  const { db } = context
  const access = await requireEditedWorkbook(context, params)
  let people = new Map<number, ItemOwner>()
  return keysetPage(
    query,
    { list: 'listDashboardVersions', shape: ['number'], sortKey: ({ number }: VersionRow) => [number] },
    async (after, limit) => {
      const rows = await listVersionsBefore(db, access, after?.[0] ?? Number.MAX_SAFE_INTEGER, limit)
      people = await findOwners(
        db,
        access,
        rows.map((row) => row.published_by),
      )
      return rows
    },
    (row) => versionView(row, people.get(row.published_by ?? 0) ?? nobody),
  )
}
