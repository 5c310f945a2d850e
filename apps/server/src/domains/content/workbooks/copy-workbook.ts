import type { Context } from '#context'
import { dashboardNotPublished, findDashboard, publishVersion, showingCopies } from '#domains/content/dashboards'
import { findLevels, type ItemAccess, itemNotFound, levels, requireItem, type WorkspaceAccess } from '#domains/content/items'
import { copyReports, makeReports, planCopies, planCopiesOfSnapshots } from './copy-queries.ts'
import { copiedIds, copiedState, copyName } from './copy-rules.ts'
import { findWorkbooks, insertWorkbook, type NewWorkbook, type WorkbookRow } from './workbook-queries.ts'

const rowOf = async ({ db }: Context, source: ItemAccess<'workbook'>): Promise<WorkbookRow> => {
  const row = (await findWorkbooks(db, source, [source.itemId])).get(source.itemId)
  if (!row) throw itemNotFound('workbook', source.itemId)
  return row
}

const insertCopy = async (context: Context, workspace: WorkspaceAccess, workbook: NewWorkbook): Promise<ItemAccess<'workbook'>> =>
  requireItem(context, workspace, 'workbook', await insertWorkbook(context.db, workspace, workbook), levels.edit)

/** Beside the source, if the caller may put something there. */
const placeBeside = async ({ db }: Context, workspace: WorkspaceAccess, { parent_id: parentId }: WorkbookRow): Promise<number | null> => {
  if (parentId === null) return null
  const level = (await findLevels(db, workspace, [parentId])).get(parentId)?.level ?? levels.none
  return level >= levels.edit ? parentId : null
}

/** A whole workbook as it is now: its reports, its draft, and what is published of it. */
export const copyWorkbook = async (context: Context, workspace: WorkspaceAccess, workbookId: number): Promise<number> => {
  const { db } = context
  const source = await requireItem(context, workspace, 'workbook', workbookId, levels.view)
  const row = await rowOf(context, source)
  const copies = await planCopies(db, source)
  const target = await insertCopy(context, workspace, {
    name: copyName(row.name),
    parentId: await placeBeside(context, workspace, row),
    meta: row.meta,
    calculatedFields: row.calculated_fields,
    draft: row.dashboard_draft && showingCopies(row.dashboard_draft, copiedIds(copies)),
  })
  await copyReports(db, target, copies)
  const dashboard = await findDashboard(db, source)
  if (dashboard) await publishVersion(db, target, copiedState(dashboard, copies), false)
  return target.itemId
}

/** Of a workbook that others share, what they published of it: nothing else of theirs is for the caller to have. */
export const copyPublished = async (
  context: Context,
  workspace: WorkspaceAccess,
  shared: WorkspaceAccess,
  workbookId: number,
): Promise<number> => {
  const { db } = context
  const source = await requireItem(context, shared, 'workbook', workbookId, levels.view)
  const { name } = await rowOf(context, source)
  const dashboard = await findDashboard(db, source)
  if (!dashboard) throw dashboardNotPublished(workbookId)
  const copies = await planCopiesOfSnapshots(db, dashboard.snapshots)
  const state = copiedState(dashboard, copies)
  const target = await insertCopy(context, workspace, {
    name: copyName(name),
    parentId: null,
    draft: state.config,
    calculatedFields: dashboard.snapshots[0]?.calculatedFields ?? {},
  })
  await makeReports(db, target, copies, dashboard.snapshots)
  await publishVersion(db, target, state, false)
  return target.itemId
}
