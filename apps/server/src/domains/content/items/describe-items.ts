import type { WorkspaceItemType } from '@facet/contract'
import type { Db } from '#db'
import { findFavorites } from './favorite-queries.ts'
import { findFolderPaths, type FolderPathEntry } from './folder-paths.ts'
import { findItems, type ItemRow } from './item-queries.ts'
import { type ItemKind, type Level, levels } from './levels.ts'
import { findOwners, type ItemOwner, nobody } from './owner-queries.ts'
import type { ItemAccess } from './require-item.ts'
import type { WorkspaceAccess } from './workspace-access.ts'

const types = { folder: 'FOLDER', workbook: 'WORKBOOK', report: 'REPORT' } as const satisfies Record<ItemKind, WorkspaceItemType>

export const itemType = (kind: string): WorkspaceItemType => types[kind as ItemKind]

export const kindOf = (type: WorkspaceItemType): ItemKind => type.toLowerCase() as ItemKind

/** What is shown of an item whatever its kind, for one caller. */
export type DescribedItem = {
  row: ItemRow
  deploymentId: number
  level: Level
  folderPath: FolderPathEntry[]
  isFavorite: boolean
  /** Who somebody is, as far as the caller may know: `nobody` where they are gone, or where people are not shown. */
  personOf: (id: number | null) => ItemOwner
}

type Found = { id: number; level: Level }

/** Whoever looks from outside of a workspace, or only passes a folder, sees no people. */
const showsPeople = ({ identity }: WorkspaceAccess, { level }: Found): boolean => identity.ownerId !== null && level > levels.none

/**
 * Items by id, four statements for all of them. One that was deleted since it was found is not among them. `alsoPeople` are of what a kind
 * has besides.
 */
export const describeItems = async (
  db: Db,
  workspace: WorkspaceAccess,
  found: readonly Found[],
  alsoPeople: readonly (number | null)[] = [],
): Promise<Map<number, DescribedItem>> => {
  const ids = found.map(({ id }) => id)
  const rows = await findItems(db, workspace, ids)
  const paths = await findFolderPaths(db, workspace, ids)
  const favorites = await findFavorites(db, workspace, ids)
  const shown = found.filter((one) => showsPeople(workspace, one)).flatMap(({ id }) => rows.get(id) ?? [])
  const named = shown.flatMap((row) => [row.owner_id, row.created_by, row.updated_by])
  const owners = await findOwners(db, workspace, shown.length === 0 ? [] : [...named, ...alsoPeople])
  return new Map(
    found.flatMap(({ id, level }) => {
      const row = rows.get(id)
      if (!row) return []
      const isPeopled = showsPeople(workspace, { id, level })
      const item: DescribedItem = {
        row,
        deploymentId: workspace.deploymentId,
        level,
        folderPath: paths.get(id) ?? [],
        isFavorite: favorites.has(id),
        personOf: (person) => (isPeopled && person !== null ? (owners.get(person) ?? nobody) : nobody),
      }
      return [[id, item] as const]
    }),
  )
}

/** One that the caller has access to. */
export const describeItem = async (
  db: Db,
  access: ItemAccess,
  alsoPeople: readonly (number | null)[] = [],
): Promise<DescribedItem | undefined> =>
  (await describeItems(db, access, [{ id: access.itemId, level: access.level }], alsoPeople)).get(access.itemId)

/** What folders, workbooks and reports show alike. */
export const itemView = <Kind extends ItemKind>(kind: Kind, { row, deploymentId, folderPath, isFavorite, personOf }: DescribedItem) => {
  const creator = personOf(row.created_by)
  return {
    id: row.id,
    name: row.name,
    type: types[kind],
    deploymentId,
    folderPath,
    isFavorite,
    ...(creator === nobody ? {} : { createdBy: creator.id }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
