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

/** Moves one item under the tree's lock, which is the caller's to take. */
export const moveItem = async (
  context: Pick<Context, 'db' | 'holdBytes'>,
  workspace: WorkspaceAccess,
  { type, id }: WorkspaceItemRef,
  folderId: number | null,
): Promise<Moved> => {
  const kind = kindOf(type)
  const { access, isMoved } = await moves[kind](context, workspace, id, folderId)
  return {
    item: await loadItem(context, await afterMove<ItemAccess>(context.db, access)),
    touched: { kind, id, did: isMoved ? 'updated' : 'unchanged' },
  }
}
