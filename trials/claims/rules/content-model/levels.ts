import { type Caller, type Caps, evenCaps, isUser, isVisitor, type Level, type Place, roles, type User, users, visitors } from './people.ts'
import { type Grantee, type Item, isBelow, parentOf, type State } from './state.ts'

/** How a caller appears in one workspace. */
export type Identity = {
  place: Place
  /** The name under which the caller owns items. Null for embed users who look at shared content of the console. */
  self: string | null
  isOfOrganisation: boolean
  grantees: readonly Grantee[]
  caps: Caps
  isAdministrator: boolean
}

const groupsOf = ({ members }: State, name: string): Grantee[] =>
  [...members].flatMap((member) => {
    const [group, user] = member.split(' ')
    return user === name ? [`group ${group}` as Grantee] : []
  })

const inConsole = (state: State, name: User): Identity => {
  const { caps, isAdministrator } = roles[users[name]]
  return { place: 'console', self: name, isOfOrganisation: true, grantees: [name, ...groupsOf(state, name)], caps, isAdministrator }
}

/** The caller in the workspace that they work in. Null for callers without one. */
export const workingAs = (state: State, caller: Caller): Identity | null => {
  if (isUser(caller)) return inConsole(state, caller)
  if (!isVisitor(caller)) return null
  const { embedTenant, isCreator, groups } = visitors[caller]
  if (!isCreator || embedTenant === null) return null
  return {
    place: embedTenant,
    self: caller,
    isOfOrganisation: true,
    grantees: [caller, ...groups.map((group): Grantee => `group ${group}`)],
    caps: evenCaps(3),
    isAdministrator: false,
  }
}

/** The caller as an embed user who looks at shared content of the console. The same for all users of an embed tenant. */
export const sharedAs = (caller: Caller): Identity => {
  const embedTenant = isVisitor(caller) ? visitors[caller].embedTenant : null
  return {
    place: 'console',
    self: null,
    isOfOrganisation: false,
    grantees: ['all embed users', ...(embedTenant === null ? [] : [`embed ${embedTenant}` as const])],
    caps: evenCaps(1),
    isAdministrator: false,
  }
}

/** The caller as a viewer of one dashboard of the console. */
export const viewingAs = (state: State, caller: Caller): Identity => {
  if (isUser(caller)) return inConsole(state, caller)
  const shared = sharedAs(caller)
  if (caller === 'ann framed') {
    const own = inConsole(state, 'ann')
    return { ...own, caps: shared.caps, grantees: [...own.grantees, ...shared.grantees] }
  }
  if (!isVisitor(caller) || visitors[caller].isCreator) return shared
  const ownGroups = visitors[caller].groups.filter((group) => group !== 'crew').map((group): Grantee => `group ${group}`)
  return { ...shared, grantees: [...shared.grantees, caller, ...ownGroups] }
}

const highest = (levels: number[]): Level => Math.max(0, ...levels) as Level

/** The level that owner and grants of one item give to the caller. */
const ownLevel = ({ self, grantees }: Identity, item: Item): Level => {
  const granted = item.grants.filter(({ grantee }) => grantees.includes(grantee)).map(({ level }) => level)
  return highest([...(self !== null && item.owner === self ? [3] : []), ...granted])
}

/** The level that one item gives to the whole organisation. */
const organisationLevel = ({ isOfOrganisation }: Identity, { grants }: Item): Level =>
  highest(grants.filter(({ grantee }) => isOfOrganisation && grantee === 'everyone').map(({ level }) => level))

/** The item, then its containers up to the root. */
const chainOf = (state: State, item: Item): Item[] => {
  const parent = parentOf(state, item)
  return [item, ...(parent ? chainOf(state, parent) : [])]
}

const nearest = (levels: Level[]): Level => levels.find((level) => level > 0) ?? 0

/** The level from owners and grants. The nearest item of the chain decides, for the caller and for the organisation separately. */
export const grantedLevel = (state: State, identity: Identity, item: Item): Level => {
  if (item.place !== identity.place) return 0
  const chain = chainOf(state, item)
  return highest([nearest(chain.map((one) => ownLevel(identity, one))), nearest(chain.map((one) => organisationLevel(identity, one)))])
}

/** The level of the caller, limited by the role. */
export const levelOf = (state: State, identity: Identity, item: Item): Level => {
  const isAdministrator = identity.isAdministrator && item.place === identity.place
  return Math.min(isAdministrator ? 3 : grantedLevel(state, identity, item), identity.caps[item.kind]) as Level
}

/** Whether the folder contains an item that the caller owns or that is shared with them. */
const leadsToItem = (state: State, identity: Identity, folder: Item): boolean =>
  [...state.items.values()].some(
    (item) => isBelow(state, item, folder) && (ownLevel(identity, item) > 0 || organisationLevel(identity, item) > 0),
  )

export const sees = (state: State, identity: Identity, item: Item): boolean =>
  item.place === identity.place &&
  identity.caps[item.kind] > 0 &&
  (levelOf(state, identity, item) > 0 || (item.kind === 'folder' && leadsToItem(state, identity, item)))
