import { isDeepStrictEqual } from 'node:util'
import { levelOf, sharedAs, viewingAs, type Who, workingAs } from './levels.ts'
import { type Caller, type EmbedTenant, isUser, isVisitor, roles, users, visitors } from './people.ts'
import { refuse, requireItem, requireWho } from './requiring.ts'
import { childrenOf, type Dashboard, type Grantee, type Item, type State } from './state.ts'
import type { Charts, Json } from './steps.ts'
import { type Found, newItem, personOf } from './tree-changes.ts'

export const publish = (state: State, by: Caller, item: Found, charts: Charts, allowEmbed: boolean | null): void => {
  const { rules } = state
  const who = requireWho(state, by, { kind: 'workbook', level: 2 })
  const workbook = requireItem(state, who, item, 'workbook', rules.changesNeedEdit ? 2 : 1)
  const shown = Array.isArray(charts) ? charts : workbook.draft
  if (!shown) return refuse('nothing_to_publish')
  const reports = [...new Set(shown)].map((id) => {
    const report = state.items.get(id)
    const isOwn = report?.parent === workbook.id || (report && !rules.publishedReportsAreOfTheWorkbook)
    return isOwn && levelOf(state, who, report) > 0 ? { id, name: report.name } : refuse('widget_report_not_found')
  })
  const before = workbook.dashboard
  const isSame = before !== null && isDeepStrictEqual(before.reports, reports) && rules.unchangedDraftsPublishNothing
  workbook.dashboard = {
    allowEmbed: allowEmbed ?? (rules.allowEmbedStays ? (before?.allowEmbed ?? false) : false),
    version: (before?.version ?? 0) + (isSame ? 0 : 1),
    reports: isSame ? before.reports : reports,
    grantees: before?.grantees ?? [],
  }
}

/** By keys alone. */
const requireKey = (by: Caller): void => {
  if (isVisitor(by) || by === 'ann framed') refuse('forbidden')
}

const embedAccess = (workbook: Item): Json => ({
  allowEmbed: workbook.dashboard?.allowEmbed ?? false,
  all: workbook.grants.some(({ grantee }) => grantee === 'all embed users'),
  embedTenants: workbook.grants.flatMap(({ grantee }) => (grantee.startsWith('embed ') ? [grantee.slice(6)] : [])).toSorted(),
})

export const embedAccessOf = (state: State, by: Caller, item: Found): Json => {
  requireKey(by)
  const who = requireWho(state, by, { kind: 'workbook', level: 1 })
  return embedAccess(requireItem(state, who, item, 'workbook', 1))
}

type EmbedChange = { target: EmbedTenant | 'all' | null; isShared: boolean; allowEmbed: boolean | null }

export const changeEmbedAccess = (state: State, by: Caller, item: Found, { target, isShared, allowEmbed }: EmbedChange): Json => {
  requireKey(by)
  const who = requireWho(state, by, { kind: 'workbook', level: 3 })
  const workbook = requireItem(state, who, item, 'workbook', state.rules.sharingNeedsFullAccess ? 3 : 2)
  if (target === null && allowEmbed === null) refuse('embed_access_incomplete')
  if (allowEmbed !== null && !workbook.dashboard && state.rules.embeddingNeedsADashboard) refuse('dashboard_not_published')
  if (target !== null) {
    const grantee: Grantee = target === 'all' ? 'all embed users' : `embed ${target}`
    workbook.grants = workbook.grants.filter((grant) => grant.grantee !== grantee)
    if (isShared) workbook.grants.push({ grantee, level: 1 })
  }
  if (allowEmbed !== null && workbook.dashboard) workbook.dashboard.allowEmbed = allowEmbed
  return embedAccess(workbook)
}

/** Administrators switch it, of what lies in the console. */
export const allowEmbedding = (state: State, by: Caller, item: Found, allowEmbed: boolean): void => {
  requireKey(by)
  const { onlyAdministratorsSwitchEmbedding, tenantsAreApart } = state.rules
  const isAdministrator = by === 'foreigner' || (isUser(by) && roles[users[by]].isAdministrator)
  if (!isAdministrator && onlyAdministratorsSwitchEmbedding) refuse('forbidden')
  if (!item?.dashboard || item.place !== 'console' || (by === 'foreigner' && tenantsAreApart)) return refuse('dashboard_not_found')
  item.dashboard.allowEmbed = allowEmbed
}

const isCreator = (by: Caller): boolean => isVisitor(by) && visitors[by].isCreator
const isFrame = (by: Caller): boolean => isVisitor(by) || by === 'ann framed'

/** As whom they look at a dashboard of this workspace; null where they cannot. */
const lookingAs = (state: State, by: Caller, { place }: Item): Who | null => {
  if (place === 'console') return viewingAs(state, by)
  const own = isVisitor(by) ? workingAs(state, by) : null
  return own?.place === place ? own : null
}

const isGrantedAlone = ({ rules }: State, who: Who, { grantees }: Dashboard): boolean =>
  rules.dashboardsCanBeGrantedAlone &&
  grantees.some((grantee) => (grantee === 'everyone' ? who.isOfOrganisation : who.grantees.includes(grantee)))

/** Whether a frame may not show it, though it is shared with its user. */
export const isClosed = (state: State, by: Caller, item: Item, { allowEmbed }: Dashboard): boolean => {
  const { rules } = state
  const isExempt = isCreator(by) && rules.creatorsNeedNoPermission
  const withAll: Who = { ...sharedAs(state, by), place: item.place, grantees: ['all embed users'] }
  const isForAll = rules.allEmbedUsersNeedNoPermission && levelOf(state, withAll, item) > 0
  return rules.framesNeedPermission && isFrame(by) && !isExempt && !allowEmbed && !isForAll
}

export const dashboardOf = (state: State, by: Caller, item: Found): Json => {
  const { rules } = state
  if (isUser(by) && !roles[users[by]].seesDashboards && rules.rolesRefuseOperations) refuse('forbidden')
  const isElsewhere = (by === 'foreigner' && rules.tenantsAreApart) || (by === 'ann elsewhere' && rules.keysKeepToTheirScope)
  if (!item?.dashboard || isElsewhere) return refuse('dashboard_not_found')
  const { dashboard } = item
  const who = lookingAs(state, by, item)
  if (!who) return refuse('dashboard_not_found')
  const isSeen = (rules.dashboardsShowTheirWorkbook && levelOf(state, who, item) > 0) || isGrantedAlone(state, who, dashboard)
  if (!isSeen) return refuse('dashboard_not_found')
  if (isClosed(state, by, item, dashboard)) return refuse('embedding_not_allowed')
  return {
    version: dashboard.version,
    allowEmbed: dashboard.allowEmbed,
    reports: dashboard.reports.map(({ id, name }) => [id, name]),
    isShared: isCreator(by) && item.place === 'console',
  }
}

/** Beside the source, if they may put something there. */
const placeBeside = (state: State, who: Who, source: Item): number | null => {
  const folder = source.parent === null ? undefined : state.items.get(source.parent)
  const { copiesLieBesideTheSource, copiesNeedEditBeside } = state.rules
  return folder && copiesLieBesideTheSource && (levelOf(state, who, folder) >= 2 || !copiesNeedEditBeside) ? folder.id : null
}

type Copied = { source: Item; parent: number | null; reports: { id: number; name: string }[]; draft: number[] | null }

const copyOf = (state: State, who: Who, by: Caller, { source, parent, reports, draft }: Copied): Item => {
  const { rules } = state
  const owner = rules.copiesBelongToTheCaller ? personOf(by) : source.owner
  const grants = rules.copiesHaveNoGrants ? [] : [...source.grants]
  const copy = newItem(state, { kind: 'workbook', place: who.place, name: `Copy of ${source.name}`, parent, owner, grants }, personOf(by))
  const copies = new Map(
    reports.map(({ id, name }) => {
      const report = newItem(state, { kind: 'report', place: who.place, name, parent: copy.id, owner }, personOf(by))
      return [id, report.id]
    }),
  )
  const copied = (id: number): number => (rules.copiesShowCopiedReports ? (copies.get(id) ?? id) : id)
  copy.draft = draft && draft.map(copied)
  if (source.dashboard)
    copy.dashboard = {
      allowEmbed: rules.copiesAreNotEmbedded ? false : source.dashboard.allowEmbed,
      version: 1,
      reports: source.dashboard.reports.map(({ id, name }) => ({ id: copied(id), name })),
      grantees: [],
    }
  return copy
}

/** A copy of what they see of a workbook; `isShared`: of what the console published and shares with them. */
export const duplicate = (state: State, by: Caller, item: Found, isShared: boolean): Item => {
  const { rules } = state
  const who = requireWho(state, by, { kind: 'workbook', level: 2 })
  if (!isShared) {
    const source = requireItem(state, who, item, 'workbook', 1)
    const reports = childrenOf(state, source.id).filter((report) => levelOf(state, who, report) > 0)
    return copyOf(state, who, by, { source, parent: placeBeside(state, who, source), reports, draft: source.draft })
  }
  if (who.place === 'console' && rules.sharedCopiesAreForCreators) refuse('creator_mode_only')
  const source = requireItem(state, sharedAs(state, by), item, 'workbook', 1)
  if (!source.dashboard) return refuse('dashboard_not_published')
  const { reports } = source.dashboard
  const charts = rules.sharedCopiesComeFromWhatIsPublished ? reports.map(({ id }) => id) : source.draft
  const parent = rules.sharedCopiesLieAtTheRoot ? null : source.parent
  return copyOf(state, who, by, { source, parent, reports, draft: charts })
}
