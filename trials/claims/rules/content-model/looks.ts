import { isClosed } from './dashboards.ts'
import { grantedLevel, levelOf, sees, sharedAs, type Who } from './levels.ts'
import { type Caller, isUser, isVisitor, type Kind, roles, type User, users } from './people.ts'
import { refuse, requireFolder, requireItem, requireWho } from './requiring.ts'
import { fold, isOfWorkbook, type Item, type Owner, pathOf, type State } from './state.ts'
import type { Json } from './steps.ts'
import type { Found } from './tree-changes.ts'

const levelNames = ['none', 'view', 'edit', 'full'] as const

/** Whoever is gone is nobody, and whoever looks from outside, or only passes a folder, sees no people. */
const shownPerson = (state: State, who: Who, item: Item, person: Owner): Json => {
  const isOnTheWay = levelOf(state, who, item) === 0 && state.rules.foldersOnTheWayNameNobody
  const isBlank = who.self === null && state.rules.sharedOwnersAreBlank
  return isOnTheWay || isBlank || person === 'gone' ? null : person
}

/** An item as lists and reads show it. */
export const shown = (state: State, who: Who, item: Item): Json => {
  const { id, kind, name } = item
  const common = { id, name, path: pathOf(state, item).map((folder) => folder.id) }
  if (kind === 'folder') return { ...common, maker: shownPerson(state, who, item, item.maker) }
  const owner = shownPerson(state, who, item, item.owner)
  if (kind === 'workbook') return { ...common, owner, version: item.dashboard?.version ?? null }
  return { ...common, owner, workbook: isOfWorkbook(state, item) ? item.parent : null, level: levelNames[levelOf(state, who, item)] ?? '' }
}

export const read = (state: State, by: Caller, kind: Kind, item: Found): Json => {
  const who = requireWho(state, by, { kind, level: 1 })
  if (kind !== 'folder') return shown(state, who, requireItem(state, who, item, kind, 1))
  const folder = requireFolder(state, who, item)
  return [...pathOf(state, folder), folder].map((one) => shown(state, who, one))
}

const matches = ({ rules }: State, { name }: Item, search: string): boolean => {
  const [text, part] = rules.searchIgnoresCase ? [fold(name), fold(search)] : [name, search]
  return part.length <= 2 && rules.shortSearchesArePrefixes ? text.startsWith(part) : text.includes(part)
}

type Filter = { kinds: readonly Kind[]; parent: number | null | undefined; search: string | null; isLoose: boolean }

const isListed = (state: State, who: Who, item: Item, { kinds, parent, search, isLoose }: Filter): boolean =>
  item.place === who.place &&
  kinds.includes(item.kind) &&
  (parent === undefined || item.parent === parent) &&
  (search === null || matches(state, item, search)) &&
  !(isLoose && isOfWorkbook(state, item))

const byName = (a: Item, b: Item): number => {
  const [one, other] = [fold(a.name), fold(b.name)]
  if (one === other) return a.id - b.id
  return one < other ? -1 : 1
}
const byPosition = (a: Item, b: Item): number => a.position - b.position || a.id - b.id

const found = (state: State, who: Who, filter: Filter): Item[] =>
  [...state.items.values()].filter((item) => isListed(state, who, item, filter) && sees(state, who, item))

const counted = (state: State, who: Who, filter: Filter, items: Item[]): number =>
  state.rules.countsAreOfTheCaller ? items.length : [...state.items.values()].filter((item) => isListed(state, who, item, filter)).length

const view = (state: State, who: Who, items: Item[]): Json => items.map((item) => shown(state, who, item))

/** The shared workspace is for every frame, and for roles that may embed. */
const requireShared = (state: State, by: Caller): Who => {
  if (by === 'ann framed' || isVisitor(by)) return sharedAs(state, by)
  requireWho(state, by, null)
  if (isUser(by) && !roles[users[by]].seesDashboards && state.rules.rolesRefuseOperations) refuse('forbidden')
  return sharedAs(state, by)
}

/** What is listed: the root, or a folder that can be seen. */
const placeIn = (state: State, who: Who, folder: Found | null): number | null =>
  folder === null ? null : requireFolder(state, who, folder).id

type FeedAsked = { isShared: boolean; folder: Found | null; types: Kind[]; search: string | null; isDescending: boolean }

export const feed = (state: State, by: Caller, { isShared, folder, types, search, isDescending }: FeedAsked): Json => {
  const { rules } = state
  const who = isShared ? requireShared(state, by) : requireWho(state, by, null)
  const at = placeIn(state, who, folder)
  const kinds: Kind[] = types.length === 0 ? ['folder', 'workbook', 'report'] : types
  const parent = search !== null && rules.searchGoesOverAllFolders ? undefined : at
  const items = found(state, who, { kinds, parent, search, isLoose: rules.feedsLeaveOutReportsOfWorkbooks })
  const isFirst = (item: Item): boolean => item.kind === 'folder' && rules.foldersComeFirst
  const rest = items.filter((item) => !isFirst(item)).toSorted(byName)
  const listed = [...items.filter(isFirst).toSorted(byPosition), ...(isDescending ? rest.toReversed() : rest)]
  const hidesClosed = isShared && rules.sharedFeedsKeepWhatFramesMayNotShow
  return view(
    state,
    who,
    listed.map((item) =>
      hidesClosed && item.dashboard && isClosed(state, by, item, item.dashboard) ? { ...item, dashboard: null } : item,
    ),
  )
}

type List = { items: Json; count: number }

export const folders = (state: State, by: Caller, parent: Found | null): List => {
  const who = requireWho(state, by, { kind: 'folder', level: 1 })
  const at = placeIn(state, who, parent)
  const filter: Filter = { kinds: ['folder'], parent: at, search: null, isLoose: false }
  const items = found(state, who, filter).toSorted(byPosition)
  return { items: view(state, who, items), count: counted(state, who, filter, items) }
}

export const reportFolders = (state: State, by: Caller): Json => {
  const who = requireWho(state, by, { kind: 'folder', level: 1 })
  const everywhere = { parent: undefined, search: null, isLoose: false }
  const seen = found(state, who, { kinds: ['report'], ...everywhere })
  return found(state, who, { kinds: ['folder'], ...everywhere }).map(({ id }) => [id, seen.filter(({ parent }) => parent === id).length])
}

/** In the order of what changed last, which the model does not keep: by id here. */
export const workbooks = (state: State, by: Caller, folder: Found | null, isPlaced: boolean): List => {
  const who = requireWho(state, by, { kind: 'workbook', level: 1 })
  const at = isPlaced ? placeIn(state, who, folder) : undefined
  const filter: Filter = { kinds: ['workbook'], parent: at, search: null, isLoose: false }
  const items = found(state, who, filter)
  return { items: view(state, who, items), count: counted(state, who, filter, items) }
}

type ReportsAsked = { folder: Found | null; isPlaced: boolean; isInWorkbook: boolean; search: string | null; isDescending: boolean }

export const reports = (state: State, by: Caller, { folder, isPlaced, isInWorkbook, search, isDescending }: ReportsAsked): List => {
  const who = requireWho(state, by, { kind: 'report', level: 1 })
  const placeAsked = (): number | null | undefined => {
    if (isInWorkbook) return requireItem(state, who, folder ?? undefined, 'workbook', 1).id
    if (!isPlaced) return undefined
    const at = placeIn(state, who, folder)
    return search !== null && state.rules.searchGoesOverAllFolders ? undefined : at
  }
  const filter: Filter = { kinds: ['report'], parent: placeAsked(), search, isLoose: false }
  const items = found(state, who, filter).toSorted(byName)
  return { items: view(state, who, isDescending ? items.toReversed() : items), count: counted(state, who, filter, items) }
}

/** What somebody of the console may do with an item, as whoever has full access to it is told. */
export const explain = (state: State, by: Caller, kind: Kind, item: Found, user: User): Json => {
  const who = requireWho(state, by, null)
  const one = requireItem(state, who, item, kind, 3)
  if (one.place !== 'console') refuse('user_not_found')
  const theirs = requireWho(state, user, null)
  const level = levelOf(state, theirs, one)
  return {
    level: levelNames[level] ?? '',
    isAdministrator: theirs.isAdministrator,
    isCapped: grantedLevel(state, theirs, one) > level,
  }
}
