import { isClosed } from './dashboards.ts'
import { grantedLevel, type Identity, levelOf, sees, sharedAs } from './levels.ts'
import { type Caller, isUser, isVisitor, type Kind, roles, users } from './people.ts'
import { type Handlers, refuse, requireIdentity, requireItem, requireVisibleFolder } from './requiring.ts'
import { fold, isOfWorkbook, type Item, kindOf, type Owner, pathOf, type State } from './state.ts'
import type { Json } from './steps.ts'

const levelNames = ['none', 'view', 'edit', 'full'] as const

/** Null for deleted people, for embed users who look at shared content, and for folders that only lead to visible items. */
const shownPerson = (state: State, identity: Identity, item: Item, person: Owner): Json =>
  levelOf(state, identity, item) === 0 || identity.self === null || person === 'gone' ? null : person

/** An item as lists and reads show it. */
const shown = (state: State, identity: Identity, item: Item): Json => {
  const { id, kind, name } = item
  const common = { id, name, path: pathOf(state, item).map((folder) => folder.id) }
  if (kind === 'folder') return { ...common, maker: shownPerson(state, identity, item, item.maker) }
  const owner = shownPerson(state, identity, item, item.owner)
  if (kind === 'workbook') return { ...common, owner, version: item.dashboard?.version ?? null }
  const level = levelNames[levelOf(state, identity, item)]
  return { ...common, owner, workbook: isOfWorkbook(state, item) ? item.parent : null, level }
}

/** Search terms of one or two characters match the start of a name only. */
const matches = ({ name }: Item, search: string): boolean =>
  search.length <= 2 ? fold(name).startsWith(fold(search)) : fold(name).includes(fold(search))

type Filter = { kinds: readonly Kind[]; parent?: number | null | undefined; search?: string | null }

const listed = (state: State, identity: Identity, { kinds, parent, search = null }: Filter): Item[] =>
  [...state.items.values()].filter(
    (item) =>
      kinds.includes(item.kind) &&
      (parent === undefined || item.parent === parent) &&
      (search === null || matches(item, search)) &&
      sees(state, identity, item),
  )

const byName = (a: Item, b: Item): number => {
  const [one, other] = [fold(a.name), fold(b.name)]
  if (one === other) return a.id - b.id
  return one < other ? -1 : 1
}
const byPosition = (a: Item, b: Item): number => a.position - b.position || a.id - b.id

const pageOf = (state: State, identity: Identity, items: Item[]): { items: Json; count: number } => ({
  items: items.map((item) => shown(state, identity, item)),
  count: items.length,
})

/** Every frame, and roles that may embed, can list shared content. */
const requireShared = (state: State, by: Caller): Identity => {
  if (by === 'ann framed' || isVisitor(by)) return sharedAs(by)
  requireIdentity(state, by, null)
  return isUser(by) && !roles[users[by]].seesDashboards ? refuse('forbidden') : sharedAs(by)
}

type Looks = 'read' | 'feed' | 'folders' | 'workbooks' | 'reports' | 'report folders' | 'explain'

export const looks: Handlers<Looks> = {
  read: (state, { by, item }) => {
    const kind = kindOf(state, item)
    const identity = requireIdentity(state, by, { kind, level: 1 })
    if (kind !== 'folder') return { item: shown(state, identity, requireItem(state, identity, item, kind, 1)) }
    requireVisibleFolder(state, identity, item)
    const folder = state.items.get(item) as Item
    return { item: [...pathOf(state, folder), folder].map((one) => shown(state, identity, one)) }
  },
  // Folders come first. A search covers all folders.
  feed: (state, { by, isShared, folder, types, search, isDescending }) => {
    const identity = isShared ? requireShared(state, by) : requireIdentity(state, by, null)
    const at = requireVisibleFolder(state, identity, folder)
    const kinds: Kind[] = types.length === 0 ? ['folder', 'workbook', 'report'] : types
    const items = listed(state, identity, { kinds, parent: search === null ? at : undefined, search }).filter(
      (item) => !isOfWorkbook(state, item),
    )
    const rest = items.filter(({ kind }) => kind !== 'folder').toSorted(byName)
    const folders = items.filter(({ kind }) => kind === 'folder').toSorted(byPosition)
    const page = [...folders, ...(isDescending ? rest.toReversed() : rest)].map((item) =>
      isShared && item.dashboard && isClosed(state, by, item, item.dashboard) ? { ...item, dashboard: null } : item,
    )
    return { items: pageOf(state, identity, page).items }
  },
  folders: (state, { by, parent }) => {
    const identity = requireIdentity(state, by, { kind: 'folder', level: 1 })
    const at = requireVisibleFolder(state, identity, parent)
    return pageOf(state, identity, listed(state, identity, { kinds: ['folder'], parent: at }).toSorted(byPosition))
  },
  // The service sorts by modification time, which the model does not know. Both sides are compared by id.
  workbooks: (state, { by, folder }) => {
    const identity = requireIdentity(state, by, { kind: 'workbook', level: 1 })
    const parent = folder === undefined ? undefined : requireVisibleFolder(state, identity, folder)
    return pageOf(state, identity, listed(state, identity, { kinds: ['workbook'], parent }))
  },
  reports: (state, { by, folder, isInWorkbook, search, isDescending }) => {
    const identity = requireIdentity(state, by, { kind: 'report', level: 1 })
    const parentIn = (): number | null | undefined => {
      if (folder === undefined) return undefined
      if (isInWorkbook && folder !== null) return requireItem(state, identity, folder, 'workbook', 1).id
      const at = requireVisibleFolder(state, identity, folder)
      return search === null ? at : undefined
    }
    const items = listed(state, identity, { kinds: ['report'], parent: parentIn(), search }).toSorted(byName)
    return pageOf(state, identity, isDescending ? items.toReversed() : items)
  },
  'report folders': (state, { by }) => {
    const identity = requireIdentity(state, by, { kind: 'folder', level: 1 })
    const reports = listed(state, identity, { kinds: ['report'] })
    const folders = listed(state, identity, { kinds: ['folder'] })
    return { items: folders.map(({ id }) => [id, reports.filter(({ parent }) => parent === id).length]) }
  },
  // The permissions of a user of the console, for callers with full access.
  explain: (state, { by, item, user }) => {
    const one = requireItem(state, requireIdentity(state, by, null), item, kindOf(state, item), 3)
    if (one.place !== 'console') refuse('user_not_found')
    const subject = requireIdentity(state, user, null)
    const level = levelOf(state, subject, one)
    const isCapped = grantedLevel(state, subject, one) > level
    return { access: { level: levelNames[level], isAdministrator: subject.isAdministrator, isCapped } }
  },
}
