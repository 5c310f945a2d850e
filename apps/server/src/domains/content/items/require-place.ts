import type { Db } from '#db'
import { levels } from './levels.ts'
import { requireItem } from './require-item.ts'
import type { WorkspaceAccess } from './workspace-access.ts'

/** Where something is to lie: the root, which 0 and null name, or a folder that the caller may put things into. Gives its `parent_id`. */
export const requirePlace = async (
  context: { db: Db },
  workspace: WorkspaceAccess,
  folderId: number | null | undefined,
): Promise<number | null> => (folderId ? (await requireItem(context, workspace, 'folder', folderId, levels.edit)).itemId : null)
