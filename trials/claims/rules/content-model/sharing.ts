import { type Caller, groupPlace, type Group, isUser, isVisitor, type Level, roles, type User, users, visitors } from './people.ts'
import { refuse, requireItem, requireWho } from './requiring.ts'
import type { Grantee, Item, State } from './state.ts'
import type { Found } from './tree-changes.ts'
import { levelOf, type Who } from './levels.ts'

const needed = ({ rules }: State): 2 | 3 => (rules.sharingNeedsFullAccess ? 3 : 2)

/** Policies go by the id of the item alone, so whoever is elsewhere does not find it. */
const requireSharer = (state: State, by: Caller, item: Found, code: string): Who => {
  if (by === 'foreigner' || by === 'ann elsewhere') return refuse(code)
  const who = requireWho(state, by, null)
  if (!item || levelOf(state, who, item) === 0) return refuse(code)
  return who
}

const platform = (grantee: Grantee): boolean => grantee === 'all embed users' || grantee.startsWith('embed ')

/** Whether an item of the workspace can be shared with them. */
const requireGrantee = (state: State, by: Caller, item: Item, grantee: Grantee): void => {
  if (grantee === 'everyone') return
  const isConsole = item.place === 'console'
  if (platform(grantee)) {
    if (!isConsole) refuse('group_not_found')
    // Whoever may not list people names embed tenants that the item is shared with already.
    const listsPeople = isUser(by) && roles[users[by]].isAdministrator
    if (grantee !== 'all embed users' && !listsPeople && !item.grants.some((grant) => grant.grantee === grantee)) refuse('group_not_found')
    return
  }
  if (grantee.startsWith('group ')) {
    const group = grantee.slice('group '.length) as Group
    if (groupPlace(group) !== item.place || (group === 'green' && state.isGreenGone)) refuse('group_not_found')
    return
  }
  const isOfPlace = isVisitor(grantee) ? visitors[grantee].embedTenant === item.place : isConsole
  if (!isOfPlace) refuse('user_not_found')
}

const put = (item: Item, grantee: Grantee, level: Level): void => {
  item.grants = item.grants.filter((grant) => grant.grantee !== grantee)
  if (level > 0) item.grants.push({ grantee, level: level as 1 | 2 | 3 })
}

export const grant = (state: State, by: Caller, kind: Item['kind'], item: Found, grantee: Grantee, level: Level): void => {
  const who = requireSharer(state, by, item, `${kind}_not_found`)
  const shared = requireItem(state, who, item, kind, needed(state))
  requireGrantee(state, by, shared, grantee)
  if (platform(grantee) && level > 1 && state.rules.groupsOfThePlatformView) refuse('system_group_view_only')
  put(shared, grantee, level)
}

export const grantDashboard = (state: State, by: Caller, item: Found, grantee: Grantee, isGranted: boolean): void => {
  const who = requireSharer(state, by, item?.dashboard ? item : undefined, 'dashboard_not_found')
  const { dashboard, ...shared } = requireItem(state, who, item, 'workbook', needed(state))
  if (!dashboard) return refuse('dashboard_not_found')
  requireGrantee(state, by, { ...shared, dashboard }, grantee)
  if (platform(grantee) || isVisitor(grantee)) refuse('resource_type_unsupported')
  dashboard.grantees = dashboard.grantees.filter((other) => other !== grantee)
  if (isGranted) dashboard.grantees.push(grantee)
}

export const join = (state: State, group: Group, user: User, isIn: boolean): void => {
  if (group === 'green' && state.isGreenGone) return
  if (isIn) state.members.add(`${group} ${user}`)
  else state.members.delete(`${group} ${user}`)
}

/** What was granted to a group goes with it, and so does being in it. */
export const deleteGreen = (state: State): void => {
  if (state.isGreenGone) refuse('group_not_found')
  state.isGreenGone = true
  if (!state.rules.grantsEndWithTheirGroup) return
  for (const member of state.members) if (member.startsWith('green ')) state.members.delete(member)
  for (const item of state.items.values()) {
    put(item, 'group green', 0)
    if (item.dashboard) item.dashboard.grantees = item.dashboard.grantees.filter((grantee) => grantee !== 'group green')
  }
}

/** What a user owns in the console's workspace becomes another's; for null what nobody does, since whoever did is gone. */
export const transfer = (
  state: State,
  by: Caller,
  from: User | null,
  to: User,
): { folders: number; workbooks: number; reports: number } => {
  if (by === 'foreigner') refuse('deployment_not_found')
  if (by === 'ann elsewhere') refuse('outside_key_scope')
  if (!isUser(by)) refuse('forbidden')
  const isAllowed = isUser(by) && roles[users[by]].isAdministrator
  if (!isAllowed && state.rules.onlyAdministratorsTransfer) refuse('forbidden')
  if (from === to) refuse('transfer_to_self')
  const owned = [...state.items.values()].filter(
    ({ owner, place }) =>
      (place === 'console' || !state.rules.transfersStayInTheConsole) &&
      (from === null ? owner === null || owner === 'gone' : owner === from),
  )
  const counted = state.rules.transfersTakeAll ? owned : owned.slice(0, 1)
  for (const item of counted) item.owner = to
  const count = (kind: Item['kind']): number => counted.filter((item) => item.kind === kind).length
  return { folders: count('folder'), workbooks: count('workbook'), reports: count('report') }
}
