import { isDeepStrictEqual } from 'node:util'
import { type Identity, levelOf, sharedAs, viewingAs, workingAs } from './levels.ts'
import { type Caller, isUser, isVisitor, type Person, roles, users, visitors } from './people.ts'
import { type Handlers, refuse, requireIdentity, requireItem } from './requiring.ts'
import { childrenOf, type Dashboard, type Item, type State } from './state.ts'
import type { Json } from './steps.ts'
import { newItem } from './tree-changes.ts'

const isFrame = (by: Caller): boolean => isVisitor(by) || by === 'ann framed'
const isCreator = (by: Caller): boolean => isVisitor(by) && visitors[by].isCreator

/** Embed access is managed with API keys only. */
const requireKey = (by: Caller): void => {
  if (isFrame(by)) refuse('forbidden')
}

const embedAccess = ({ dashboard, grants }: Item): { access: Json } => ({
  access: {
    allowEmbed: dashboard?.allowEmbed ?? false,
    all: grants.some(({ grantee }) => grantee === 'all embed users'),
    embedTenants: grants.flatMap(({ grantee }) => (grantee.startsWith('embed ') ? [grantee.slice(6)] : [])).toSorted(),
  },
})

/** The identity in which a caller views a dashboard of this workspace. Null where they cannot. */
const viewerOf = (state: State, by: Caller, { place }: Item): Identity | null => {
  if (place === 'console') return viewingAs(state, by)
  const own = isVisitor(by) ? workingAs(state, by) : null
  return own?.place === place ? own : null
}

const isGrantedAlone = (identity: Identity, { grantees }: Dashboard): boolean =>
  grantees.some((grantee) => (grantee === 'everyone' ? identity.isOfOrganisation : identity.grantees.includes(grantee)))

/** Whether a frame may not show the dashboard, although it is shared with the user. */
export const isClosed = (state: State, by: Caller, item: Item, { allowEmbed }: Dashboard): boolean => {
  const withAll: Identity = { ...sharedAs(by), place: item.place, grantees: ['all embed users'] }
  return isFrame(by) && !isCreator(by) && !allowEmbed && levelOf(state, withAll, item) === 0
}

type Copy = { source: Item; parent: number | null; reports: { id: number; name: string }[]; draft: number[] | null }

/** A copy belongs to the caller, has no grants and cannot be embedded. Its charts show the copied reports. */
const copyOf = (state: State, { place }: Identity, by: Caller, { source, parent, reports, draft }: Copy): Item => {
  const copy = newItem(state, { kind: 'workbook', place, name: `Copy of ${source.name}`, parent }, by as Person)
  const copies = new Map(
    reports.map(({ id, name }) => [id, newItem(state, { kind: 'report', place, name, parent: copy.id }, by as Person).id]),
  )
  const copied = (id: number): number => copies.get(id) ?? id
  copy.draft = draft && draft.map(copied)
  if (source.dashboard) {
    const shown = source.dashboard.reports.map(({ id, name }) => ({ id: copied(id), name }))
    copy.dashboard = { allowEmbed: false, version: 1, reports: shown, grantees: [] }
  }
  return copy
}

export const dashboards: Handlers<'publish' | 'embed access of' | 'embed access' | 'allow embed' | 'dashboard' | 'duplicate'> = {
  publish: (state, { by, item, charts, allowEmbed }) => {
    const identity = requireIdentity(state, by, { kind: 'workbook', level: 2 })
    const workbook = requireItem(state, identity, item, 'workbook', 2)
    const shown = Array.isArray(charts) ? charts : workbook.draft
    if (!shown) return refuse('nothing_to_publish')
    const reports = [...new Set(shown)].map((id) => {
      const report = state.items.get(id)
      const isOwn = report?.parent === workbook.id && levelOf(state, identity, report) > 0
      return isOwn ? { id, name: report.name } : refuse('widget_report_not_found')
    })
    const before = workbook.dashboard ?? { allowEmbed: false, version: 0, reports: [], grantees: [] }
    const isSame = workbook.dashboard !== null && isDeepStrictEqual(before.reports, reports)
    workbook.dashboard = { ...before, allowEmbed: allowEmbed ?? before.allowEmbed, version: before.version + (isSame ? 0 : 1), reports }
    return {}
  },
  'embed access of': (state, { by, item }) => {
    requireKey(by)
    return embedAccess(requireItem(state, requireIdentity(state, by, { kind: 'workbook', level: 1 }), item, 'workbook', 1))
  },
  'embed access': (state, { by, item, target, isShared, allowEmbed }) => {
    requireKey(by)
    const workbook = requireItem(state, requireIdentity(state, by, { kind: 'workbook', level: 3 }), item, 'workbook', 3)
    if (target === null && allowEmbed === null) refuse('embed_access_incomplete')
    if (allowEmbed !== null && !workbook.dashboard) refuse('dashboard_not_published')
    if (target !== null) {
      const grantee = target === 'all' ? 'all embed users' : (`embed ${target}` as const)
      workbook.grants = workbook.grants.filter((grant) => grant.grantee !== grantee)
      if (isShared) workbook.grants.push({ grantee, level: 1 })
    }
    if (allowEmbed !== null && workbook.dashboard) workbook.dashboard.allowEmbed = allowEmbed
    return embedAccess(workbook)
  },
  // For administrators, and items of the console only.
  'allow embed': (state, { by, item, allowEmbed }) => {
    requireKey(by)
    if (by !== 'foreigner' && !(isUser(by) && roles[users[by]].isAdministrator)) refuse('forbidden')
    const workbook = state.items.get(item)
    if (!workbook?.dashboard || workbook.place !== 'console' || by === 'foreigner') return refuse('dashboard_not_found')
    workbook.dashboard.allowEmbed = allowEmbed
    return {}
  },
  dashboard: (state, { by, item }) => {
    if (isUser(by) && !roles[users[by]].seesDashboards) refuse('forbidden')
    const workbook = state.items.get(item)
    const isElsewhere = by === 'foreigner' || by === 'ann elsewhere'
    const viewer = workbook && !isElsewhere ? viewerOf(state, by, workbook) : null
    if (!workbook?.dashboard || !viewer) return refuse('dashboard_not_found')
    const { dashboard } = workbook
    if (levelOf(state, viewer, workbook) === 0 && !isGrantedAlone(viewer, dashboard)) refuse('dashboard_not_found')
    if (isClosed(state, by, workbook, dashboard)) refuse('embedding_not_allowed')
    const { version, allowEmbed, reports } = dashboard
    const isShared = isCreator(by) && workbook.place === 'console'
    return { dashboard: { version, allowEmbed, reports: reports.map(({ id, name }) => [id, name]), isShared } }
  },
  // `isShared`: copies what the console has published and shares with the caller, instead of the visible part of a workbook.
  duplicate: (state, { by, item, isShared }) => {
    const identity = requireIdentity(state, by, { kind: 'workbook', level: 2 })
    if (!isShared) {
      const source = requireItem(state, identity, item, 'workbook', 1)
      const reports = childrenOf(state, source.id).filter((report) => levelOf(state, identity, report) > 0)
      const folder = source.parent === null ? undefined : state.items.get(source.parent)
      const parent = folder && levelOf(state, identity, folder) >= 2 ? folder.id : null
      return { made: copyOf(state, identity, by, { source, parent, reports, draft: source.draft }).id }
    }
    if (identity.place === 'console') refuse('creator_mode_only')
    const source = requireItem(state, sharedAs(by), item, 'workbook', 1)
    if (!source.dashboard) return refuse('dashboard_not_published')
    const { reports } = source.dashboard
    return { made: copyOf(state, identity, by, { source, parent: null, reports, draft: reports.map(({ id }) => id) }).id }
  },
}
