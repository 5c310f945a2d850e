import { refused } from '#access'
import type { Db } from '#db'
import { nextPosition } from '#domains/content/folders'
import { findLevels, insertItem, type Level, levels, sortName, type WorkspaceAccess } from '#domains/content/items'
import { Failure } from '#kernel/failure'
import { pathKey } from './file-names.ts'
import { requireLevel } from './required-level.ts'

/** A folder as an import finds it; `id` is null of the root and of one that is to be made. */
export type FolderState = { path: readonly string[]; id: number | null; isNew: boolean; level: Level }

/** The folders of a workspace by path, each looked up once. */
export type FolderTree = {
  find: (path: readonly string[]) => Promise<FolderState>
  /** Refuses where the caller may not put something into the folder, or make it. */
  requirePlace: (path: readonly string[]) => Promise<void>
  /** The `parent_id` of what lies there; makes what is missing on the way. */
  make: (path: readonly string[], position?: number) => Promise<number | null>
  /** Looks again: names were changed. */
  refresh: () => void
}

const findFolder = (db: Db, { tenantId, deploymentId, embedTenantId }: WorkspaceAccess, parentId: number | null, name: string) =>
  db
    .selectFrom('content_items')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('deployment_id', '=', deploymentId)
    .where('embed_tenant_id', '=', embedTenantId)
    .where('kind', '=', 'folder')
    .where('parent_id', 'is not distinct from', parentId)
    .where('sort_name', '=', sortName(name))
    .executeTakeFirst()

export const createFolderTree = (db: Db, workspace: WorkspaceAccess): FolderTree => {
  const root: FolderState = { path: [], id: null, isNew: false, level: levels.full }
  const known = new Map<string, Promise<FolderState>>()

  const look = async (path: readonly string[]): Promise<FolderState> => {
    const above = await find(path.slice(0, -1))
    const name = path.at(-1) ?? ''
    const found = above.isNew ? undefined : await findFolder(db, workspace, above.id, name)
    // Who makes a folder has all of it.
    if (!found) return { path: [...above.path, name], id: null, isNew: true, level: levels.full }
    const level = (await findLevels(db, workspace, [found.id])).get(found.id)?.level ?? levels.none
    return { path: [...above.path, found.name], id: found.id, isNew: false, level }
  }
  const find = (path: readonly string[]): Promise<FolderState> => {
    const key = pathKey(path)
    const looked = known.get(key) ?? (path.length === 0 ? Promise.resolve(root) : look(path))
    known.set(key, looked)
    return looked
  }
  const requirePlace = async (path: readonly string[]): Promise<void> => {
    const state = await find(path)
    if (state.isNew) {
      if (workspace.caps.folder < levels.edit) throw refused(workspace.caller, 'FolderEdit')
      return requirePlace(path.slice(0, -1))
    }
    // Of a folder that the caller may not see, all that is said is that its name is taken.
    if (state.level === levels.none)
      throw new Failure(
        'folder_name_taken',
        `A folder ${JSON.stringify(path.join(' / '))} is there already, whether or not you can see it. Choose another name.`,
      )
    requireLevel(workspace, `Folder ${JSON.stringify(path.join(' / '))}`, state.level, levels.edit)
  }
  const make = async (path: readonly string[], position?: number): Promise<number | null> => {
    const state = await find(path)
    if (!state.isNew) return state.id
    const parentId = await make(path.slice(0, -1))
    const name = path.at(-1) ?? ''
    const place = position ?? (await nextPosition(db, workspace, parentId))
    const id = await insertItem(db, workspace, { kind: 'folder', name, parentId, position: place })
    known.set(pathKey(path), Promise.resolve({ path, id, isNew: false, level: levels.full }))
    return id
  }
  return { find, requirePlace, make, refresh: () => known.clear() }
}
