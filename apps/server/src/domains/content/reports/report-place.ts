import type { Db } from '#db'
import {
  findItems,
  getItem,
  type ItemAccess,
  type ItemRow,
  levels,
  requireItem,
  requirePlace,
  type WorkspaceAccess,
} from '#domains/content/items'
import { Failure } from '#kernel/failure'
import { requireManager } from './require-manager.ts'

export type ReportPlace = { parentId: number | null; workbookId: number | null }

/** What a request says of the place of a report. Of a folder, 0 and null are the root; of a workbook, null is none. */
export type PlaceFields = { folderId?: number | null; workbookId?: number | null }

/** The folder that is meant: with a workbook, null says nothing. */
const folderIn = ({ folderId, workbookId }: PlaceFields): number | null | undefined => {
  if (folderId === null && workbookId) return undefined
  return folderId === 0 ? null : folderId
}

/** In a workbook no folder can be named but that of the workbook. */
const requireFolderOf = (workbookId: number, own: number | null, named: number | null | undefined): void => {
  if (named !== undefined && named !== own)
    throw new Failure(
      'report_follows_workbook',
      `A report of workbook ${workbookId} lies where that does. Move the workbook, or take the report out of it by workbookId null.`,
    )
}

/** Where a report is to be: in a workbook, in a folder or at the root. */
export const requireReportPlace = async (context: { db: Db }, workspace: WorkspaceAccess, sent: PlaceFields): Promise<ReportPlace> => {
  const { workbookId } = sent
  if (!workbookId) return { parentId: await requirePlace(context, workspace, sent.folderId), workbookId: null }
  const workbook = await requireItem(context, workspace, 'workbook', workbookId, levels.edit)
  requireFolderOf(workbookId, (await getItem(context.db, workbook)).parent_id, folderIn(sent))
  return { parentId: workbookId, workbookId }
}

/** The folder that a report lies in, by itself or with its workbook. */
const folderOf = async (db: Db, workspace: WorkspaceAccess, row: ItemRow): Promise<number | null> => {
  const { parent_id: parentId, workbook_id: workbookId } = row
  return workbookId === null ? parentId : ((await findItems(db, workspace, [workbookId])).get(workbookId)?.parent_id ?? null)
}

/** Where a report is to be that lies elsewhere; null where it lies there already. A place that changes needs what a move needs. */
export const findNewPlace = async (
  context: { db: Db },
  access: ItemAccess<'report'>,
  row: ItemRow,
  sent: PlaceFields,
): Promise<ReportPlace | null> => {
  const workbookId = sent.workbookId === undefined ? row.workbook_id : sent.workbookId
  const named = folderIn(sent)
  const isInSame = workbookId === row.workbook_id
  if (isInSame && named === undefined) return null
  const current = await folderOf(context.db, access, row)
  const folderId = named === undefined ? current : named
  if (isInSame && workbookId !== null) requireFolderOf(workbookId, current, folderId)
  if (isInSame && folderId === current) return null
  requireManager(access)
  return requireReportPlace(
    context,
    access,
    workbookId === null ? { folderId } : { workbookId, ...(named === undefined ? {} : { folderId }) },
  )
}

/** Where a report is to be that is moved alone; null where it lies there already. */
export const requireMovedPlace = async (
  context: { db: Db },
  access: ItemAccess<'report'>,
  row: ItemRow,
  folderId: number | null,
): Promise<ReportPlace | null> => {
  const parentId = await requirePlace(context, access, folderId)
  const current = await folderOf(context.db, access, row)
  if (row.workbook_id !== null) requireFolderOf(row.workbook_id, current, parentId)
  return parentId === current ? null : { parentId, workbookId: null }
}
