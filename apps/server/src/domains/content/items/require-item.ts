import type { Db } from '#db'
import { Failure } from '#kernel/failure'
import { findLevels, leadsSomewhere, usableLevel } from './level-queries.ts'
import { type ItemKind, type Level, levels } from './levels.ts'
import type { WorkspaceAccess } from './workspace-access.ts'

declare const proven: unique symbol

/** Says that the caller has this level on the item, or more. Queries about one item take it. */
export type ItemAccess<Kind extends ItemKind = ItemKind> = WorkspaceAccess & {
  readonly [proven]: 'item'
  readonly kind: Kind
  readonly itemId: number
  readonly level: Level
}

const codes = { folder: 'folder_not_found', workbook: 'workbook_not_found', report: 'report_not_found' } as const
const nouns = { folder: 'Folder', workbook: 'Workbook', report: 'Report' } as const
const words = { [levels.none]: 'seen on the way to others', [levels.view]: 'viewed', [levels.edit]: 'edited', [levels.full]: 'managed' }
const needs = { [levels.view]: 'view', [levels.edit]: 'edit', [levels.full]: 'full access' }

/** What is not there, or is not for this caller to know. */
export const itemNotFound = (kind: ItemKind, id: number): Failure =>
  new Failure(codes[kind], `${nouns[kind]} ${id} was not found in this workspace, or is not shared with you. Whoever owns it can share it.`)

const accessDenied = (workspace: WorkspaceAccess, kind: ItemKind, id: number, level: Level, needed: Exclude<Level, 0>): Failure =>
  new Failure(
    'item_access_denied',
    `${nouns[kind]} ${id} can only be ${words[level]} by ${workspace.caller.principalName}; this needs ${needs[needed]}. Ask its owner, or somebody with full access, to share it so.`,
  )

const accessTo = <Kind extends ItemKind>(workspace: WorkspaceAccess, kind: Kind, itemId: number, level: Level): ItemAccess<Kind> =>
  ({ ...workspace, kind, itemId, level }) as ItemAccess<Kind>

/** Access to one item at a level. What a caller may not see is not found; what it sees and may not do is refused. */
export const requireItem = async <Kind extends ItemKind>(
  { db }: { db: Db },
  workspace: WorkspaceAccess,
  kind: Kind,
  id: number,
  needed: Exclude<Level, 0>,
): Promise<ItemAccess<Kind>> => {
  const found = (await findLevels(db, workspace, [id])).get(id)
  if (found?.kind !== kind || found.level === levels.none) throw itemNotFound(kind, id)
  if (found.level < needed) throw accessDenied(workspace, kind, id, found.level, needed)
  return accessTo(workspace, kind, id, found.level)
}

/** Access to what the caller has made in this transaction: whoever makes an item has all of it, as far as their roles go. */
export const accessToMade = <Kind extends ItemKind>(workspace: WorkspaceAccess, kind: Kind, id: number): ItemAccess<Kind> =>
  accessTo(workspace, kind, id, usableLevel(workspace, kind, levels.full))

/** A folder that the caller can view, or that leads to something: its level is `none` then, and only its name and its path are shown. */
export const requireFolderOnTheWay = async ({ db }: { db: Db }, workspace: WorkspaceAccess, id: number): Promise<ItemAccess<'folder'>> => {
  const found = (await findLevels(db, workspace, [id])).get(id)
  const isSeen =
    found?.kind === 'folder' &&
    workspace.caps.folder > levels.none &&
    (found.level > levels.none || (await leadsSomewhere(db, workspace, id)))
  if (!isSeen) throw itemNotFound('folder', id)
  return accessTo(workspace, 'folder', id, found.level)
}
