import type { Identity } from './levels.ts'
import { type Caller, isUser, type Person, roles, users } from './people.ts'
import { type Handlers, Refusal, refuse, requireIdentity, requireItem, requirePlace } from './requiring.ts'
import { childrenOf, fold, isBelow, isOfWorkbook, type Item, kindOf, type Owner, parentOf, type State } from './state.ts'
import type { Json } from './steps.ts'

export const newItem = (state: State, item: Partial<Item> & Pick<Item, 'kind' | 'place' | 'name'>, maker: Owner): Item => {
  const made: Item = {
    parent: null,
    position: 0,
    slug: null,
    publicId: null,
    grants: [],
    draft: null,
    dashboard: null,
    owner: maker,
    maker,
    ...item,
    id: state.kinds.length,
  }
  state.kinds.push(made.kind)
  state.items.set(made.id, made)
  return made
}

const foldersIn = (state: State, place: Item['place'], parent: number | null): Item[] =>
  [...state.items.values()].filter((item) => item.kind === 'folder' && item.place === place && item.parent === parent)

const requireFreeName = (state: State, { place, id }: Pick<Item, 'place'> & { id?: number }, parent: number | null, name: string): void => {
  const isTaken = foldersIn(state, place, parent).some((other) => other.id !== id && fold(other.name) === fold(name))
  if (isTaken) refuse('folder_name_taken')
}

type New = { by: Caller; name: string; parent: number | null }

export const createWorkbook = (state: State, { by, name, parent }: New, slug: string | null = null): Item => {
  const identity = requireIdentity(state, by, { kind: 'workbook', level: 2 })
  const at = requirePlace(state, identity, parent)
  return newItem(state, { kind: 'workbook', place: identity.place, name, parent: at, slug }, by as Person)
}

export const createReport = (state: State, { by, name, parent, isInWorkbook }: New & { isInWorkbook: boolean }): Item => {
  const identity = requireIdentity(state, by, { kind: 'report', level: 2 })
  const at =
    isInWorkbook && parent !== null ? requireItem(state, identity, parent, 'workbook', 2).id : requirePlace(state, identity, parent)
  return newItem(state, { kind: 'report', place: identity.place, name, parent: at }, by as Person)
}

export const mayManageReports = (by: Caller): boolean => !isUser(by) || roles[users[by]].caps.report === 3

/** Moving and deleting needs edit on a report and a role that manages reports. Other kinds need full access. */
const requireManaged = (state: State, identity: Identity, by: Caller, id: number): Item => {
  const kind = kindOf(state, id)
  const managed = requireItem(state, identity, id, kind, kind === 'report' ? 2 : 3)
  return kind === 'report' && !mayManageReports(by) ? refuse('forbidden') : managed
}

const moveFolder = (state: State, folder: Item, to: number | null): void => {
  const target = to === null ? undefined : state.items.get(to)
  if (target && (target.id === folder.id || isBelow(state, target, folder))) refuse('folder_into_itself')
  if (to === folder.parent) return
  requireFreeName(state, folder, to, folder.name)
  folder.parent = to
}

type Move = { by: Caller; item: number; to: number | null }

export const move = (state: State, { by, item, to }: Move): void => {
  const identity = requireIdentity(state, by, null)
  const moved = requireManaged(state, identity, by, item)
  const at = requirePlace(state, identity, to)
  if (moved.kind === 'folder') return moveFolder(state, moved, at)
  if (!isOfWorkbook(state, moved)) moved.parent = at
  else if (parentOf(state, moved)?.parent !== at) refuse('report_follows_workbook')
}

/** Reports are deleted with their workbook. The content of a folder moves to the root. */
const removeItem = (state: State, item: Item): void => {
  for (const child of childrenOf(state, item.id)) {
    if (item.kind === 'workbook') removeItem(state, child)
    else child.parent = null
  }
  state.items.delete(item.id)
}

const remove = (state: State, { by, item }: { by: Caller; item: number }): void => {
  const kind = kindOf(state, item)
  const removed = requireManaged(state, requireIdentity(state, by, { kind, level: 3 }), by, item)
  if (kind === 'folder' && childrenOf(state, item).some((child) => child.kind === 'folder')) refuse('folder_has_folders')
  removeItem(state, removed)
}

const statuses: Record<string, number> = {
  item_access_denied: 403,
  forbidden: 403,
  folder_has_folders: 400,
  folder_into_itself: 400,
  folder_name_taken: 409,
  report_follows_workbook: 400,
}

/** Processes each item once. A failure does not affect the other items. */
const bulk = (ids: number[], act: (id: number) => void): { bulk: Json } => {
  const done: number[] = []
  const failed: Json[] = []
  for (const id of new Set(ids)) {
    try {
      act(id)
      done.push(id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      failed.push([id, statuses[error.code] ?? 404])
    }
  }
  return { bulk: { done, failed } }
}

type Changes = 'create folder' | 'create workbook' | 'create report' | 'rename' | 'move' | 'delete' | 'bulk delete' | 'bulk move'

export const treeChanges: Handlers<Changes> = {
  'create folder': (state, { by, name, parent }) => {
    const identity = requireIdentity(state, by, { kind: 'folder', level: 2 })
    const { place } = identity
    const at = requirePlace(state, identity, parent)
    requireFreeName(state, { place }, at, name)
    const position = Math.max(-1, ...foldersIn(state, place, at).map((folder) => folder.position)) + 1
    return { made: newItem(state, { kind: 'folder', place, name, parent: at, position }, by as Person).id }
  },
  'create workbook': (state, step) => ({ made: createWorkbook(state, step).id }),
  'create report': (state, step) => ({ made: createReport(state, step).id }),
  rename: (state, { by, item, name }) => {
    const kind = kindOf(state, item)
    const renamed = requireItem(state, requireIdentity(state, by, { kind, level: 2 }), item, kind, 2)
    if (kind === 'folder' && renamed.name !== name) requireFreeName(state, renamed, renamed.parent, name)
    renamed.name = name
    return {}
  },
  move: (state, step) => {
    move(state, step)
    return {}
  },
  delete: (state, step) => {
    remove(state, step)
    return {}
  },
  'bulk delete': (state, { by, items }) => {
    requireIdentity(state, by, null)
    return bulk(items, (item) => remove(state, { by, item }))
  },
  'bulk move': (state, { by, items, to }) => {
    requireIdentity(state, by, null)
    return bulk(items, (item) => move(state, { by, item, to }))
  },
}
