import type { Group, Kind, Level, Person, Place, User } from './people.ts'

/** `everyone` is the organisation of the item's workspace: the tenant in the console, the embed tenant elsewhere. */
export type Grantee = Person | `group ${Group}` | 'everyone' | 'all embed users' | 'embed acme' | 'embed globex'

export type Grant = { grantee: Grantee; level: Exclude<Level, 0> }

export type Dashboard = {
  allowEmbed: boolean
  version: number
  /** The published snapshots in order, with the names of the reports at that time. */
  reports: { id: number; name: string }[]
  /** Grants of the dashboard without its workbook. */
  grantees: Grantee[]
}

/** `gone` is a deleted user. */
export type Owner = Person | 'gone' | null

/** Ids count items in order of creation. */
export type Item = {
  id: number
  kind: Kind
  place: Place
  parent: number | null
  owner: Owner
  maker: Owner
  name: string
  position: number
  slug: string | null
  publicId: string | null
  grants: Grant[]
  /** The reports of the draft's charts. */
  draft: number[] | null
  dashboard: Dashboard | null
}

export type State = {
  items: Map<number, Item>
  /** The kind of each item by id, deleted items included. */
  kinds: Kind[]
  members: Set<`${Group} ${User}`>
  isGreenGone: boolean
}

export const kindOf = ({ kinds }: State, id: number): Kind => kinds[id] ?? 'report'

export const parentOf = ({ items }: State, { parent }: Pick<Item, 'parent'>): Item | undefined =>
  parent === null ? undefined : items.get(parent)

/** The folders that contain an item, from the root down. */
export const pathOf = (state: State, item: Pick<Item, 'parent'>): Item[] => {
  const parent = parentOf(state, item)
  if (!parent) return []
  return [...pathOf(state, parent), ...(parent.kind === 'folder' ? [parent] : [])]
}

export const isBelow = (state: State, item: Item, above: Item): boolean => {
  const parent = parentOf(state, item)
  return parent !== undefined && (parent.id === above.id || isBelow(state, parent, above))
}

export const childrenOf = ({ items }: State, id: number): Item[] => [...items.values()].filter(({ parent }) => parent === id)

export const isOfWorkbook = (state: State, item: Item): boolean => parentOf(state, item)?.kind === 'workbook'

export const fold = (text: string): string => text.toLowerCase()
