import type { Folder } from '@facet/contract'
import type { Db } from '#db'
import {
  type DescribedItem,
  describeItem,
  describeItems,
  type FoundItem,
  type ItemAccess,
  itemNotFound,
  itemView,
  nobody,
  type WorkspaceAccess,
} from '#domains/content/items'

export const folderView = (item: DescribedItem): Folder => {
  const { row, personOf } = item
  const editor = personOf(row.updated_by)
  return {
    ...itemView('folder', item),
    position: row.position,
    parentId: row.parent_id,
    updatedBy: editor === nobody ? null : editor.id,
  }
}

export const getFolderView = async (db: Db, access: ItemAccess<'folder'>): Promise<Folder> => {
  const item = await describeItem(db, access)
  if (!item) throw itemNotFound('folder', access.itemId)
  return folderView(item)
}

export const loadFolders = async (
  db: Db,
  workspace: WorkspaceAccess,
  found: readonly Pick<FoundItem, 'id' | 'level'>[],
): Promise<Folder[]> => [...(await describeItems(db, workspace, found)).values()].map(folderView)
