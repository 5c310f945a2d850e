import type { WorkspaceItemRef } from '@facet/contract'
import { refused } from '#access'
import type { Db } from '#db'
import { removeFolder } from '#domains/content/folders'
import { actionOf, kindOf, levels, type WorkspaceAccess } from '#domains/content/items'
import { removeReport } from '#domains/content/reports'
import { removeWorkbook } from '#domains/content/workbooks'
import type { Touched } from '#kernel/audit'

type Deleted = Touched<'folder' | 'workbook' | 'report' | 'dashboard'>[]

/** Deletes one item as the operation of its kind does, under the tree's lock, which is the caller's to take. */
export const deleteItem = async (context: { db: Db }, workspace: WorkspaceAccess, { type, id }: WorkspaceItemRef): Promise<Deleted> => {
  const kind = kindOf(type)
  if (workspace.caps[kind] < levels.full) throw refused(workspace.caller, actionOf(kind, levels.full))
  if (kind === 'workbook') return removeWorkbook(context, workspace, id)
  await (kind === 'folder' ? removeFolder : removeReport)(context, workspace, id)
  return [{ kind, id, did: 'deleted' }]
}
