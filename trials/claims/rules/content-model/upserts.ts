import { levelOf } from './levels.ts'
import { type Caller, isUser, type Kind, roles, users } from './people.ts'
import { refuse, requireItem, requirePlace, requireWho } from './requiring.ts'
import { isOfWorkbook, type Item, parentOf, type State } from './state.ts'
import { createReport, createWorkbook, type Found, move } from './tree-changes.ts'

const find = ({ items }: State, isIt: (item: Item) => boolean): Item | undefined => [...items.values()].find(isIt)

/** `parent` undefined says nothing of the place. Gives what was made, or null where one was changed. */
export const upsertWorkbook = (
  state: State,
  by: Caller,
  slug: string,
  name: string,
  parent: Found | null | undefined,
  isPlaced: boolean,
): Item | null => {
  const { rules } = state
  const who = requireWho(state, by, { kind: 'workbook', level: 2 })
  const holder = rules.upsertsChangeWhatIsThere
    ? find(state, (item) => item.slug === slug && (item.place === who.place || !rules.slugsAreOfOneWorkspace))
    : undefined
  if (!holder) return createWorkbook(state, by, name, isPlaced ? parent : null, slug)
  if (levelOf(state, who, holder) === 0) refuse(rules.unseenSlugsAreTaken ? 'slug_taken' : 'workbook_not_found')
  requireItem(state, who, holder, 'workbook', isPlaced && rules.upsertsThatMoveNeedFullAccess ? 3 : 2)
  const at = requirePlace(state, who, isPlaced ? parent : null)
  holder.name = name
  if (isPlaced) holder.parent = at && at.id
  return null
}

const maysManageReports = (by: Caller): boolean => !isUser(by) || roles[users[by]].caps.report === 3

/** Where a report is to be is a move only where that is elsewhere. */
export const placeReport = (state: State, by: Caller, report: Item, parent: Found | null): void => {
  const workbook = isOfWorkbook(state, report) ? parentOf(state, report) : undefined
  const current = workbook ? workbook.parent : report.parent
  const isElsewhere = parent === null ? current !== null : current !== (parent?.id ?? -1)
  if (!isElsewhere) return
  if (workbook && state.rules.reportsFollowTheirWorkbook) refuse('report_follows_workbook')
  if (!maysManageReports(by) && state.rules.managingReportsIsTheRoles) refuse('forbidden')
  const at = requirePlace(state, requireWho(state, by, null), parent)
  report.parent = at && at.id
}

export const upsertReport = (
  state: State,
  by: Caller,
  publicId: string,
  name: string,
  parent: Found | null | undefined,
  isPlaced: boolean,
): Item | null => {
  const { rules } = state
  const who = requireWho(state, by, { kind: 'report', level: 2 })
  const holder = find(state, (item) => item.publicId === publicId && (rules.publicIdsAreOfTheTenant || item.place === who.place))
  if (!holder && !rules.deletionFreesPublicIds && state.usedPublicIds.has(publicId)) refuse('public_id_taken')
  if (!holder) {
    const made = createReport(state, by, name, isPlaced ? parent : null, false)
    made.publicId = publicId
    state.usedPublicIds.add(publicId)
    return made
  }
  if (holder.place !== who.place || levelOf(state, who, holder) === 0) refuse('public_id_taken')
  requireItem(state, who, holder, 'report', 2)
  if (isPlaced) placeReport(state, by, holder, parent)
  holder.name = name
  return null
}

/** A place that comes with an update; folders are never moved so. */
export const moveByUpdate = (state: State, by: Caller, kind: Kind, item: Found, to: Found | null): void => {
  if (kind === 'folder') return move(state, by, kind, item, to)
  const { changesNeedEdit, movesNeedFullAccess } = state.rules
  const who = requireWho(state, by, { kind, level: 2 })
  if (kind === 'report') return placeReport(state, by, requireItem(state, who, item, kind, changesNeedEdit ? 2 : 1), to)
  const workbook = requireItem(state, who, item, kind, movesNeedFullAccess ? 3 : 2)
  const at = requirePlace(state, who, to)
  workbook.parent = at && at.id
}
