import { type Identity, levelOf } from './levels.ts'
import { type Caller, groupPlace, type Group, isUser, isVisitor, type Level, roles, users, visitors } from './people.ts'
import { type Handlers, refuse, requireIdentity, requireItem } from './requiring.ts'
import { type Grantee, type Item, kindOf, type State } from './state.ts'

/** Policies address an item by its id alone, so callers of another deployment or tenant do not find it. */
const requireSharer = (state: State, by: Caller, item: Item | undefined, code: string): Identity => {
  if (by === 'foreigner' || by === 'ann elsewhere') return refuse(code)
  const identity = requireIdentity(state, by, null)
  return item && levelOf(state, identity, item) > 0 ? identity : refuse(code)
}

const isEmbedGroup = (grantee: Grantee): boolean => grantee === 'all embed users' || grantee.startsWith('embed ')

/** Refuses grantees that do not belong to the workspace of the item. */
const requireGrantee = (state: State, by: Caller, { place, grants }: Item, grantee: Grantee): void => {
  if (grantee === 'everyone') return
  if (isEmbedGroup(grantee)) {
    // Callers who may not list embed tenants can name only those that the item is already shared with.
    const mayList = grantee === 'all embed users' || (isUser(by) && roles[users[by]].isAdministrator)
    if (place !== 'console' || !(mayList || grants.some((grant) => grant.grantee === grantee))) refuse('group_not_found')
  } else if (grantee.startsWith('group ')) {
    const group = grantee.slice('group '.length) as Group
    if (groupPlace(group) !== place || (group === 'green' && state.isGreenGone)) refuse('group_not_found')
  } else if ((isVisitor(grantee) ? visitors[grantee].embedTenant : 'console') !== place) refuse('user_not_found')
}

const setGrant = (item: Item, grantee: Grantee, level: Level): void => {
  item.grants = item.grants.filter((grant) => grant.grantee !== grantee)
  if (level > 0) item.grants.push({ grantee, level: level as 1 | 2 | 3 })
}

export const sharing: Handlers<'grant' | 'grant dashboard' | 'join' | 'delete green' | 'transfer'> = {
  grant: (state, { by, item, grantee, level }) => {
    const kind = kindOf(state, item)
    const identity = requireSharer(state, by, state.items.get(item), `${kind}_not_found`)
    const shared = requireItem(state, identity, item, kind, 3)
    requireGrantee(state, by, shared, grantee)
    if (isEmbedGroup(grantee) && level > 1) refuse('system_group_view_only')
    setGrant(shared, grantee, level)
    return {}
  },
  'grant dashboard': (state, { by, item, grantee, isGranted }) => {
    const workbook = state.items.get(item)
    const identity = requireSharer(state, by, workbook?.dashboard ? workbook : undefined, 'dashboard_not_found')
    const shared = requireItem(state, identity, item, 'workbook', 3)
    requireGrantee(state, by, shared, grantee)
    if (!shared.dashboard) return refuse('dashboard_not_found')
    if (isEmbedGroup(grantee) || isVisitor(grantee)) refuse('resource_type_unsupported')
    const others = shared.dashboard.grantees.filter((other) => other !== grantee)
    shared.dashboard.grantees = isGranted ? [...others, grantee] : others
    return {}
  },
  join: ({ members, isGreenGone }, { group, user, isIn }) => {
    if (isIn && !(group === 'green' && isGreenGone)) members.add(`${group} ${user}`)
    else members.delete(`${group} ${user}`)
    return {}
  },
  // Deletes the grants to the group and its memberships too.
  'delete green': (state) => {
    if (state.isGreenGone) refuse('group_not_found')
    state.isGreenGone = true
    for (const member of state.members) if (member.startsWith('green ')) state.members.delete(member)
    for (const item of state.items.values()) {
      setGrant(item, 'group green', 0)
      if (item.dashboard) item.dashboard.grantees = item.dashboard.grantees.filter((grantee) => grantee !== 'group green')
    }
    return {}
  },
  // `from: null` transfers items of deleted users and items without an owner.
  transfer: (state, { by, from, to }) => {
    requireIdentity(state, by, null)
    if (!isUser(by) || !roles[users[by]].isAdministrator) refuse('forbidden')
    if (from === to) refuse('transfer_to_self')
    const owned = [...state.items.values()].filter(
      ({ owner, place }) => place === 'console' && (from === null ? owner === null || owner === 'gone' : owner === from),
    )
    for (const item of owned) item.owner = to
    const count = (kind: Item['kind']): number => owned.filter((item) => item.kind === kind).length
    return { transferred: { folders: count('folder'), workbooks: count('workbook'), reports: count('report') } }
  },
}
