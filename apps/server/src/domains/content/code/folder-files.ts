import type { FolderFile } from '@facet/contract'
import type { Db } from '#db'
import { findFolderPaths, findItems, type WorkspaceAccess } from '#domains/content/items'
import { revised } from './revision.ts'
import { findSharing } from './sharing-queries.ts'

/** These folders as files say them. One that is gone is left out. */
export const loadFolderFiles = async (db: Db, workspace: WorkspaceAccess, ids: readonly number[]): Promise<Map<number, FolderFile>> => {
  const rows = await findItems(db, workspace, ids)
  const paths = await findFolderPaths(db, workspace, [...rows.keys()])
  const sharing = await findSharing(db, workspace, [...rows.values()])
  return new Map(
    [...rows].map(([id, { name, position }]) => {
      const path = [...(paths.get(id) ?? []).map((folder) => folder.name), name]
      return [id, revised({ path, position, ...sharing.get(id) })]
    }),
  )
}
