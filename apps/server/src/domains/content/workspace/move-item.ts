import type { WorkspaceItem, WorkspaceItemRef } from '@facet/contract'
import type { Context } from '#context'
import { moveFolder } from '#domains/content/folders'
import { afterMove, type ItemAccess, kindOf, type WorkspaceAccess } from '#domains/content/items'
import { moveReport } from '#domains/content/reports'
import { moveWorkbook } from '#domains/content/workbooks'
import type { Touched } from '#kernel/audit'
import { loadItem } from './feed-items.ts'

const moves = { folder: moveFolder, workbook: moveWorkbook, report: moveReport }

export type Moved = { item: WorkspaceItem; touched: Touched<'folder' | 'workbook' | 'report'> }

/** Gives one item its new place under the tree's lock, which is the caller's to take, and no more. */
export const placeItem = (
  context: Pick<Context, 'db'>,
  workspace: WorkspaceAccess,
  { type, id }: WorkspaceItemRef,
  folderId: number | null,
): Promise<{ access: ItemAccess; isMoved: boolean }> => moves[kindOf(type)](context, workspace, id, folderId)

/** The same, and shows the item where it lies then. */
export const moveItem = async (
  context: Pick<Context, 'db' | 'holdBytes'>,
  workspace: WorkspaceAccess,
  ref: WorkspaceItemRef,
  folderId: number | null,
): Promise<Moved> => {
  const { access, isMoved } = await placeItem(context, workspace, ref, folderId)
  return {
    item: await loadItem(context, await afterMove<ItemAccess>(context.db, access)),
    touched: { kind: access.kind, id: access.itemId, did: isMoved ? 'updated' : 'unchanged' },
  }
}
