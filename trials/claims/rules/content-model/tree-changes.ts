import type { Who } from './levels.ts'
import { type Caller, type Kind, type Level, type Person, roles, users } from './people.ts'
import { refuse, requireItem, requirePlace, requireWho } from './requiring.ts'
import { childrenOf, fold, isBelow, isOfWorkbook, type Item, type Owner, parentOf, pathOf, type State } from './state.ts'

export const maxDepth = 10

export type Found = Item | undefined

export const newItem = (state: State, item: Partial<Item> & Pick<Item, 'kind' | 'place' | 'name'>, maker: Owner): Item => {
  const made: Item = {
    parent: null,
    position: 0,
    slug: null,
    publicId: null,
    grants: [],
    draft: null,
    dashboard: null,
    owner: state.rules.makersOwn ? maker : null,
    maker,
    ...item,
    id: state.kinds.length,
  }
  state.kinds.push(made.kind)
  state.items.set(made.id, made)
  return made
}

export const personOf = (caller: Caller): Person => caller as Person

const heightOf = (state: State, folder: Item): number =>
  1 + Math.max(0, ...childrenOf(state, folder.id).map((child) => (child.kind === 'folder' ? heightOf(state, child) : 0)))

const requireDepth = (state: State, parent: Item | null, height: number): void => {
  const above = parent ? pathOf(state, parent).length + 1 : 0
  if (state.rules.foldersNestTenDeep && above + height > maxDepth) refuse('folder_too_deep')
}

/** Of one parent, or of the root of one workspace. */
const requireFreeName = (
  state: State,
  { place, id }: Pick<Item, 'place'> & { id: number | null },
  parent: number | null,
  name: string,
): void => {
  const { folderNamesAreUnique, folderNamesIgnoreCase } = state.rules
  const isSame = (other: string): boolean => (folderNamesIgnoreCase ? fold(other) === fold(name) : other === name)
  const isTaken = [...state.items.values()].some(
    (other) => other.kind === 'folder' && other.place === place && other.parent === parent && other.id !== id && isSame(other.name),
  )
  if (folderNamesAreUnique && isTaken) refuse('folder_name_taken')
}

const lastPosition = (state: State, place: Item['place'], parent: number | null): number =>
  Math.max(
    -1,
    ...[...state.items.values()]
      .filter((item) => item.kind === 'folder' && item.place === place && item.parent === parent)
      .map(({ position }) => position),
  )

export const createFolder = (state: State, by: Caller, name: string, parent: Found | null): Item => {
  const who = requireWho(state, by, { kind: 'folder', level: 2 })
  const at = requirePlace(state, who, parent)
  requireDepth(state, at, 1)
  const parentId = at && at.id
  requireFreeName(state, { place: who.place, id: null }, parentId, name)
  const position = lastPosition(state, who.place, parentId) + 1
  return newItem(state, { kind: 'folder', place: who.place, name, parent: parentId, position }, personOf(by))
}

export const createWorkbook = (state: State, by: Caller, name: string, parent: Found | null, slug: string | null = null): Item => {
  const who = requireWho(state, by, { kind: 'workbook', level: 2 })
  const at = requirePlace(state, who, parent)
  return newItem(state, { kind: 'workbook', place: who.place, name, parent: at && at.id, slug }, personOf(by))
}

export const createReport = (state: State, by: Caller, name: string, parent: Found | null, isInWorkbook: boolean): Item => {
  const who = requireWho(state, by, { kind: 'report', level: 2 })
  const at = isInWorkbook ? requireItem(state, who, parent ?? undefined, 'workbook', 2) : requirePlace(state, who, parent)
  return newItem(state, { kind: 'report', place: who.place, name, parent: at && at.id }, personOf(by))
}

export const rename = (state: State, by: Caller, kind: Kind, item: Found, name: string): void => {
  const who = requireWho(state, by, { kind, level: 2 })
  const renamed = requireItem(state, who, item, kind, state.rules.changesNeedEdit ? 2 : 1)
  if (kind === 'folder' && renamed.name !== name) requireFreeName(state, renamed, renamed.parent, name)
  renamed.name = name
}

/** Who moves or deletes a report needs the right by role, and edit on it; of others, full access. */
const requireManaged = (state: State, who: Who, by: Caller, kind: Kind, item: Found, needed: Exclude<Level, 0>): Item => {
  const found = requireItem(state, who, item, kind, needed)
  const cap = by in users ? roles[users[by as keyof typeof users]].caps.report : 3
  if (kind === 'report' && cap < 3 && state.rules.managingReportsIsTheRoles) refuse('forbidden')
  return found
}

const moveFolder = (state: State, who: Who, folder: Item, to: Found | null): void => {
  const at = requirePlace(state, who, to)
  if (at && (at.id === folder.id || isBelow(state, at, folder)) && state.rules.foldersStayOutOfThemselves) refuse('folder_into_itself')
  const parentId = at && at.id
  if (parentId === folder.parent) return
  requireDepth(state, at, heightOf(state, folder))
  requireFreeName(state, folder, parentId, folder.name)
  folder.parent = parentId
}

const moveReport = (state: State, who: Who, report: Item, to: Found | null): void => {
  const at = requirePlace(state, who, to)
  const workbook = isOfWorkbook(state, report) ? parentOf(state, report) : undefined
  if (workbook && state.rules.reportsFollowTheirWorkbook) {
    if (workbook.parent !== (at && at.id)) refuse('report_follows_workbook')
    return
  }
  report.parent = at && at.id
}

/** Moves an item in the way of its kind. */
export const move = (state: State, by: Caller, kind: Kind, item: Found, to: Found | null): void => {
  const who = requireWho(state, by, null)
  const { movesNeedFullAccess, reportsAreMovedByEditors } = state.rules
  const isEditors = kind === 'report' ? reportsAreMovedByEditors : !movesNeedFullAccess
  const needed = isEditors ? 2 : 3
  const moved = requireManaged(state, who, by, kind, item, needed)
  if (kind === 'folder') return moveFolder(state, who, moved, to)
  if (kind === 'report') return moveReport(state, who, moved, to)
  const at = requirePlace(state, who, to)
  moved.parent = at && at.id
}

export const removeItem = (state: State, item: Item): void => {
  for (const child of childrenOf(state, item.id)) {
    const goes = item.kind === 'workbook' ? state.rules.workbooksTakeTheirReports : !state.rules.contentOutlivesItsFolder
    if (goes) removeItem(state, child)
    else child.parent = null
  }
  state.items.delete(item.id)
}

export const remove = (state: State, by: Caller, kind: Kind, item: Found): void => {
  const who = requireWho(state, by, { kind, level: 3 })
  const { deletionNeedsFullAccess, reportsAreDeletedByEditors, fullFoldersStay } = state.rules
  const isEditors = kind === 'report' ? reportsAreDeletedByEditors : !deletionNeedsFullAccess
  const needed = isEditors ? 2 : 3
  const removed = requireManaged(state, who, by, kind, item, needed)
  if (kind === 'folder' && fullFoldersStay && childrenOf(state, removed.id).some((child) => child.kind === 'folder'))
    refuse('folder_has_folders')
  removeItem(state, removed)
}
