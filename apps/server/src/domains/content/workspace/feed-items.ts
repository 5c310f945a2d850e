import type { Folder, Report, Workbook, WorkspaceItem } from '@facet/contract'
import type { Context } from '#context'
import { loadFolders } from '#domains/content/folders'
import { type FoundItem, fittingPage, type ItemAccess, itemNotFound, type WorkspaceAccess } from '#domains/content/items'
import { findReportSizes, loadReports } from '#domains/content/reports'
import { findWorkbookSizes, loadWorkbooks } from '#domains/content/workbooks'

type Loading = Pick<Context, 'db' | 'holdBytes'>
type Found = Pick<FoundItem, 'id' | 'kind' | 'level'>

/** Clients of the reference take each item for a workbook, which has both of these. */
const asItem = (item: Folder | Report | Workbook): WorkspaceItem => ({
  calculatedFields: {},
  ...item,
  meta: ('meta' in item ? item.meta : null) ?? {},
})

/** Items of every kind as the caller sees them, in this order: as many, from the first on, as a page has room for. */
export const loadFeed = async (context: Loading, workspace: WorkspaceAccess, found: readonly Found[]): Promise<WorkspaceItem[]> => {
  const { db } = context
  const { ids } = await fittingPage(
    found.map(({ id }) => id),
    async (some) => new Map([...(await findReportSizes(db, workspace, some)), ...(await findWorkbookSizes(db, workspace, some))]),
  )
  const shown = found.slice(0, ids.length)
  const of = (kind: Found['kind']): Found[] => shown.filter((item) => item.kind === kind)
  const items = [
    ...(await loadFolders(db, workspace, of('folder'))),
    ...(await loadReports(context, workspace, of('report'))),
    ...(await loadWorkbooks(context, workspace, of('workbook'))),
  ]
  const byId = new Map(items.map((item) => [item.id, asItem(item)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** One item after it was changed. */
export const loadItem = async (context: Loading, access: ItemAccess): Promise<WorkspaceItem> => {
  const { itemId, kind, level } = access
  const [item] = await loadFeed(context, access, [{ id: itemId, kind, level }])
  if (!item) throw itemNotFound(kind, itemId)
  return item
}
