import { type Caller, type Caps, isUser, isVisitor, type Kind, type Level, type Place, roles, users, visitors } from './people.ts'
import { type Grantee, type Item, isBelow, parentOf, type State } from './state.ts'

/** As whom somebody meets the items of one workspace. */
export type Who = {
  place: Place
  /** Whose items are their own; null for whoever looks from outside. */
  self: string | null
  isOfOrganisation: boolean
  grantees: readonly Grantee[]
  caps: Caps
  isAdministrator: boolean
}

const viewed: Caps = { folder: 1, workbook: 1, report: 1 }
const full: Caps = { folder: 3, workbook: 3, report: 3 }

const groupsOf = ({ members, rules }: State, name: string): Grantee[] =>
  [...members].flatMap((member) => {
    const [group, user] = member.split(' ')
    return user === name && rules.membershipCounts ? [`group ${group}` as Grantee] : []
  })

const inConsole = (state: State, name: 'ann' | keyof typeof users): Who => {
  const { caps, isAdministrator } = roles[users[name]]
  return {
    place: 'console',
    self: name,
    isOfOrganisation: true,
    grantees: [name, ...groupsOf(state, name)],
    caps,
    isAdministrator: isAdministrator && state.rules.administratorsHaveEverything,
  }
}

/** The workspace that a caller works in; null for those who have none. */
export const workingAs = (state: State, caller: Caller): Who | null => {
  if (isUser(caller)) return inConsole(state, caller)
  if (!isVisitor(caller)) return null
  const { embedTenant, isCreator, groups } = visitors[caller]
  if (!isCreator || embedTenant === null) return null
  return {
    place: embedTenant,
    self: caller,
    isOfOrganisation: state.rules.creatorsAreAnOrganisation,
    grantees: [caller, ...groups.map((group): Grantee => `group ${group}`)],
    caps: full,
    isAdministrator: false,
  }
}

const platformGroups = (state: State, caller: Caller): Grantee[] => {
  const embedTenant = isVisitor(caller) ? visitors[caller].embedTenant : null
  if (embedTenant === null) return ['all embed users']
  return [
    'all embed users',
    ...(state.rules.embedTenantsAreApart ? [`embed ${embedTenant}` as const] : (['embed acme', 'embed globex'] as const)),
  ]
}

/** What the console shares with embed users, the same for all of one embed tenant. */
export const sharedAs = (state: State, caller: Caller): Who => ({
  place: 'console',
  self: null,
  isOfOrganisation: false,
  grantees: platformGroups(state, caller),
  caps: viewed,
  isAdministrator: false,
})

/** As whom somebody looks at one dashboard of the console. */
export const viewingAs = (state: State, caller: Caller): Who => {
  if (isUser(caller)) return inConsole(state, caller)
  const shared = sharedAs(state, caller)
  if (caller === 'ann framed') {
    if (!state.rules.internalUsersKeepTheirRights) return shared
    const own = inConsole(state, 'ann')
    return { ...own, caps: viewed, grantees: [...own.grantees, ...shared.grantees] }
  }
  if (!isVisitor(caller) || visitors[caller].isCreator) return shared
  const ownGroups = visitors[caller].groups.filter((group) => group !== 'crew').map((group): Grantee => `group ${group}`)
  return {
    ...shared,
    grantees: [...shared.grantees, ...(state.rules.framesShowPeople ? [caller] : []), ...(state.rules.framesShowGroups ? ownGroups : [])],
  }
}

const isGroup = (grantee: Grantee): boolean => grantee.startsWith('group ')

const highest = ({ rules }: State, said: number[]): Level =>
  (said.length === 0 ? 0 : (rules.theHighestOfAStepCounts ? Math.max : Math.min)(...said)) as Level

/** What one step of the chain says to somebody. */
const saidTo = (state: State, { self, grantees }: Who, item: Item): Level => {
  const { rules } = state
  const granted = item.grants.filter(
    ({ grantee }) => grantees.includes(grantee) && (isGroup(grantee) ? rules.grantsReachGroups : rules.grantsReachPeople),
  )
  const isOwner = rules.ownersHaveFullAccess && self !== null && item.owner === self
  return highest(state, [...(isOwner ? [3] : []), ...granted.map(({ level }) => level)])
}

const saidToAll = (state: State, { isOfOrganisation }: Who, item: Item): Level =>
  isOfOrganisation && state.rules.grantsReachTheOrganisation
    ? highest(
        state,
        item.grants.filter(({ grantee }) => grantee === 'everyone').map(({ level }) => level),
      )
    : 0

/** The item itself, then what contains it, up to the root. */
const chainOf = (state: State, item: Item): Item[] => {
  const parent = parentOf(state, item)
  const isPassed = parent?.kind === 'folder' ? state.rules.foldersPassGrantsDown : state.rules.workbooksPassGrantsDown
  return [item, ...(parent && isPassed ? chainOf(state, parent) : [])]
}

const nearest = ({ rules }: State, said: Level[]): Level =>
  rules.theNearestDecides ? (said.find((level) => level > 0) ?? 0) : (Math.max(0, ...said) as Level)

const isHere = ({ rules }: State, { place }: Who, item: Item): boolean => item.place === place || !rules.workspacesAreApart

/** What grants and owners alone give. */
export const grantedLevel = (state: State, who: Who, item: Item): Level => {
  if (!isHere(state, who, item)) return 0
  const chain = chainOf(state, item)
  const own = chain.map((step) => saidTo(state, who, step))
  const ofAll = chain.map((step) => saidToAll(state, who, step))
  if (state.rules.theOrganisationIsWorkedOutByItself) return Math.max(nearest(state, own), nearest(state, ofAll)) as Level
  return nearest(
    state,
    own.map((level, step) => Math.max(level, ofAll[step] ?? 0) as Level),
  )
}

const capped = ({ rules }: State, { caps }: Who, kind: Kind, level: Level): Level =>
  rules.rolesCapLevels ? (Math.min(level, caps[kind]) as Level) : level

export const levelOf = (state: State, who: Who, item: Item): Level =>
  capped(state, who, item.kind, who.isAdministrator && isHere(state, who, item) ? 3 : grantedLevel(state, who, item))

/** Whether something below the folder is theirs or was granted to them, of whatever kind. */
const leads = (state: State, who: Who, folder: Item): boolean =>
  state.rules.foldersOnTheWayAreShown &&
  [...state.items.values()].some(
    (item) => isBelow(state, item, folder) && (saidTo(state, who, item) > 0 || saidToAll(state, who, item) > 0),
  )

export const sees = (state: State, who: Who, item: Item): boolean =>
  isHere(state, who, item) &&
  (who.caps[item.kind] > 0 || !state.rules.rolesCapLevels) &&
  (levelOf(state, who, item) > 0 || (item.kind === 'folder' && leads(state, who, item)))
