import type { Workbook } from '@facet/contract'
import type { Context } from '#context'
import { type DashboardRow, dashboardView, findDashboards } from '#domains/content/dashboards'
import {
  type DescribedItem,
  describeItems,
  fittingPage,
  type FoundItem,
  itemNotFound,
  itemView,
  levels,
  nobody,
  type WorkspaceAccess,
} from '#domains/content/items'
import { findSizes, findWorkbooks, type WorkbookRow } from './workbook-queries.ts'

const workbookView = (
  item: DescribedItem,
  document: WorkbookRow,
  dashboard: DashboardRow | undefined,
  workspace: WorkspaceAccess,
): Workbook => {
  const owner = item.personOf(item.row.owner_id)
  const draft = document.dashboard_draft
  return {
    ...itemView('workbook', item),
    slug: document.slug,
    folderId: item.row.parent_id,
    userId: owner === nobody ? null : owner.id,
    user: owner === nobody ? null : owner,
    meta: draft ? { ...document.meta, dashboardDraft: draft } : document.meta,
    calculatedFields: document.calculated_fields,
    dashboardDraft: draft,
    dashboardPublished: dashboard?.config ?? null,
    publishedDashboard: dashboard ? dashboardView(dashboard, workspace) : null,
  }
}

type Loading = Pick<Context, 'db' | 'holdBytes'>

/** These workbooks as the caller sees them, in this order: as many, from the first on, as a page has room for. */
export const loadWorkbooks = async (
  { db, holdBytes }: Loading,
  workspace: WorkspaceAccess,
  found: readonly Pick<FoundItem, 'id' | 'level'>[],
): Promise<Workbook[]> => {
  const { ids, bytes } = await fittingPage(
    found.map(({ id }) => id),
    (some) => findSizes(db, workspace, some),
  )
  // As it is read, and as it is sent.
  holdBytes(2 * bytes)
  const rows = await findWorkbooks(db, workspace, ids)
  const dashboards = await findDashboards(db, workspace, ids)
  const items = await describeItems(db, workspace, found.slice(0, ids.length))
  return [...items].flatMap(([id, item]) => {
    const row = rows.get(id)
    return row ? [workbookView(item, row, dashboards.get(id), workspace)] : []
  })
}

/** One that the caller was found to see. */
export const loadWorkbook = async (context: Loading, workspace: WorkspaceAccess, id: number): Promise<Workbook> => {
  const [workbook] = await loadWorkbooks(context, workspace, [{ id, level: levels.view }])
  if (!workbook) throw itemNotFound('workbook', id)
  return workbook
}
