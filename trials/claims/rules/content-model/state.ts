import type { Group, Kind, Level, Person, Place, User } from './people.ts'
import type { Rules } from './rules.ts'

/** Whom a grant names. `everyone` is the organisation of the item's workspace; the platform's groups are of embed users. */
export type Grantee = Person | `group ${Group}` | 'everyone' | 'all embed users' | 'embed acme' | 'embed globex'

export type Grant = { grantee: Grantee; level: Exclude<Level, 0> }

export type Dashboard = {
  allowEmbed: boolean
  version: number
  /** The reports that its snapshots are of, in their order, by the names that they had. */
  reports: { id: number; name: string }[]
  /** Whom it was granted to alone. */
  grantees: Grantee[]
}

/** `gone` stands for somebody who was deleted. */
export type Owner = Person | 'gone' | null

/** Its place in the list of items is its id, in the order of creation. */
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
  /** The reports that the charts of the draft name. */
  draft: number[] | null
  dashboard: Dashboard | null
}

export type State = {
  rules: Rules
  items: Map<number, Item>
  /** Of all that there ever were. */
  kinds: Kind[]
  usedPublicIds: Set<string>
  members: Set<`${Group} ${User}`>
  isGreenGone: boolean
}

export const parentOf = ({ items }: State, { parent }: Pick<Item, 'parent'>): Item | undefined =>
  parent === null ? undefined : items.get(parent)

/** The folders above, from the root down. */
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
