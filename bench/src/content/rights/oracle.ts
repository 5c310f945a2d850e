import { type Manner, manners, type PersonName } from './people.ts'
import type { CallName } from './calls.ts'
import type { ContentSet } from './sets.ts'

/**
 * Who may do what with content, as the facts about the reference and our decisions say it, and nothing of the server: levels are none,
 * view, edit and full; what a caller may not see is not found, and what it sees and may not do is refused.
 */
export type Verdict = 'done' | 'refused' | 'hidden' | 'taken' | 'disabled' | 'any'

const [none, view, edit, full] = [0, 1, 2, 3] as const
type Level = 0 | 1 | 2 | 3
export type What = 'folder' | 'target' | 'workbook' | 'report' | 'loose'

const even = (level: Level): Record<What, Level> => ({ folder: level, target: level, workbook: level, report: level, loose: level })

/** In the console's workspace. The group of the member has edit on the folders, and on the workbook, which is nearer, view. */
const inConsole: Partial<Record<PersonName, Record<What, Level>>> = {
  admin: even(full),
  owner: even(full),
  keeper: even(full),
  editor: even(edit),
  reader: even(view),
  viewer: even(view),
  member: { ...even(edit), workbook: view, report: view },
}

/** In that of an embed tenant, where nobody of the console comes in, administrators among them. */
const amongCreators: Partial<Record<PersonName, Record<What, Level>>> = { creator: even(full), mate: even(edit) }

export const levelOf = (name: PersonName, { place }: Pick<ContentSet, 'place'>, what: What): Level =>
  (place === 'console' ? inConsole : amongCreators)[name]?.[what] ?? none

const mannerOf = (name: PersonName): Manner => manners[name]

/** Whether the caller is one of those that frames show the workbook to, once it is shared with them. */
export const isShownTo = (name: PersonName, { place, shared }: Pick<ContentSet, 'place' | 'shared'>): boolean => {
  const manner = mannerOf(name)
  if (name === 'foreigner' || place === 'creators' || shared === 'nobody') return false
  return shared === 'all' || (!('role' in manner) && manner.embedTenant === 'acme-corp')
}

/** Whether anything of the set may ever come before the caller. */
export const mayMeet = (name: PersonName, set: ContentSet): boolean => levelOf(name, set, 'folder') > none || isShownTo(name, set)

/** `tier`: the weakest role of a key. `frames`: whose embed tokens are taken. `needs`: on what, which level, asked in this order. */
export type Rule = {
  tier: 'Viewer' | 'Explorer' | 'Admin'
  frames: 'nobody' | 'creators' | 'everybody'
  needs: readonly (readonly [What, Level])[]
  special?: (name: PersonName, set: ContentSet) => Verdict
  /** A list that has the set among its items when the caller has some level on this, or when it is shown to it. */
  shows?: What | 'shared'
}

const tiers = ['Viewer', 'Explorer', 'Admin']
const tierOf = (role: string): number => tiers.indexOf(role === 'Developer' ? 'Explorer' : role)

const judge = (level: Level, needed: Level): Verdict => {
  if (level === none) return 'hidden'
  return level < needed ? 'refused' : 'done'
}

export const verdictOf = (rule: Rule, name: PersonName, set: ContentSet): Verdict => {
  const manner = mannerOf(name)
  if (name === 'foreigner') return 'hidden'
  if (
    'role' in manner
      ? tierOf(manner.role) < tierOf(rule.tier)
      : rule.frames === 'nobody' || (rule.frames === 'creators' && !manner.isCreator)
  )
    return 'refused'
  if (rule.special) return rule.special(name, set)
  const verdicts = rule.needs.map(([what, level]) => judge(levelOf(name, set, what), level))
  return verdicts.find((verdict) => verdict !== 'done') ?? 'done'
}

export const isShownIn = (rule: Rule, name: PersonName, set: ContentSet): boolean | null => {
  if (rule.shows === undefined) return null
  return rule.shows === 'shared' ? isShownTo(name, set) : levelOf(name, set, rule.shows) > none
}

/** Whether what is published of the set may: to who gets the dashboard. */
export const mayMeetPublished = (name: PersonName, set: ContentSet): boolean =>
  levelOf(name, set, 'folder') > none || (isShownTo(name, set) && (isConsoles(name) || dashboard(name, set) === 'done'))

/** Signed sessions need `allowEmbed`, but for creators and for what is shared with all embed users. */
const dashboard = (name: PersonName, set: ContentSet): Verdict => {
  const manner = mannerOf(name)
  if ('role' in manner) return judge(levelOf(name, set, 'workbook'), view)
  if (set.place === 'creators') return judge(levelOf(name, set, 'workbook'), view)
  if (!isShownTo(name, set)) return 'hidden'
  return manner.isCreator || set.allowEmbed || set.shared === 'all' ? 'done' : 'refused'
}

const python = (name: PersonName, set: ContentSet): Verdict => {
  const verdict = dashboard(name, set)
  return verdict === 'done' ? 'disabled' : verdict
}

const isConsoles = (name: PersonName): boolean => 'role' in mannerOf(name)

/** Slugs are of a workspace: in another the same one is free, and nothing of it is told. */
const bySlug = (name: PersonName, set: ContentSet): Verdict => {
  const isThere = set.place === 'console' ? isConsoles(name) : !isConsoles(name) && name !== 'elsewhere'
  if (!isThere) return 'done'
  const level = levelOf(name, set, 'workbook')
  return level === none ? 'taken' : judge(level, edit)
}

/** Public ids of reports are of the whole tenant, and that one is taken is said to everybody there. */
const byPublicId = (name: PersonName, set: ContentSet): Verdict => {
  const level = levelOf(name, set, 'report')
  return level === none ? 'taken' : judge(level, edit)
}

type Needs = Rule['needs']
const seen = (...needs: Needs): Rule => ({ tier: 'Viewer', frames: 'creators', needs })
const made = (...needs: Needs): Rule => ({ tier: 'Explorer', frames: 'creators', needs })
const inConsoleAlone = (tier: Rule['tier'], ...needs: Needs): Rule => ({ tier, frames: 'nobody', needs })

export const rules = {
  getFolders: seen(['folder', view]),
  'getFolders: root': seen(),
  getFolderAncestors: seen(['folder', view]),
  listReportFolders: seen(),
  createFolder: made(['folder', edit]),
  updateFolder: made(['folder', edit]),
  deleteFolder: made(['folder', full]),

  getReports: { ...seen(['folder', view]), shows: 'loose' },
  'getReports: of a workbook': { ...seen(['workbook', view]), shows: 'report' },
  'getReports: searched': { ...seen(), shows: 'report' },
  getReport: seen(['report', view]),
  createReport: made(['folder', edit]),
  'createReport: in a workbook': made(['workbook', edit]),
  updateReport: made(['report', edit]),
  'updateReport: taken out': made(['report', edit], ['target', edit]),
  upsertReportByPublicId: { ...made(), special: byPublicId },
  deleteReport: made(['loose', edit]),
  refreshReport: seen(['report', view]),
  connectReportToWorkbook: seen(['report', view]),

  getWorkbooks: { ...seen(['folder', view]), shows: 'workbook' },
  getWorkbook: seen(['workbook', view]),
  createWorkbook: made(['folder', edit]),
  updateWorkbook: made(['workbook', edit]),
  'updateWorkbook: moved': made(['workbook', full], ['target', edit]),
  upsertWorkbookBySlug: { ...made(), special: bySlug },
  duplicateWorkbook: made(['workbook', view]),
  'duplicateWorkbook: shared': {
    ...made(),
    special: (name, set) => {
      if (isConsoles(name)) return 'refused'
      return isShownTo(name, set) ? 'done' : 'hidden'
    },
  },
  deleteWorkbook: made(['workbook', full]),

  updateWorkbookDashboard: made(['workbook', edit]),
  publishDashboard: made(['workbook', edit]),
  updatePublishedDashboardAiWidgetThread: made(['workbook', edit]),
  listDashboardVersions: made(['workbook', edit]),
  compareDashboardVersions: made(['workbook', edit]),
  restoreDashboardVersion: made(['workbook', edit]),

  workspaceObjects: { ...seen(['folder', view]), shows: 'loose' },
  'workspaceObjects: searched': { ...seen(), shows: 'folder' },
  'workspaceObjects: last viewed': { ...seen(), shows: 'folder' },
  sharedWorkspaceObjects: { tier: 'Viewer', frames: 'everybody', needs: [], shows: 'shared' },
  'moveWorkspaceObject: folder': seen(['folder', full], ['target', edit]),
  'moveWorkspaceObject: workbook': seen(['workbook', full], ['target', edit]),
  'moveWorkspaceObject: report': seen(['loose', edit], ['target', edit]),
  'bulkMoveWorkspaceObjects: workbook': seen(['workbook', full], ['target', edit]),
  'bulkMoveWorkspaceObjects: report': seen(['loose', edit], ['target', edit]),
  // Who would see more or less is told to who has full access.
  'previewContentMove: workbook': seen(['workbook', full], ['target', edit]),
  'previewContentMove: report': seen(['loose', full], ['target', edit]),
  'bulkDeleteWorkspaceObjects: folder': made(['folder', full]),
  'bulkDeleteWorkspaceObjects: workbook': made(['workbook', full]),
  'bulkDeleteWorkspaceObjects: report': made(['report', edit]),
  addFavorite: seen(['workbook', view]),
  removeFavorite: seen(['loose', view]),
  'explainContentAccess: report': seen(['report', full]),
  'explainContentAccess: folder': seen(['folder', full]),
  transferContent: inConsoleAlone('Admin'),

  getEmbedAccess: inConsoleAlone('Viewer', ['workbook', view]),
  updateEmbedAccess: inConsoleAlone('Explorer', ['workbook', full]),
  getDashboard: { tier: 'Viewer', frames: 'everybody', needs: [], special: dashboard },
  postDashboardPythonRun: { tier: 'Viewer', frames: 'everybody', needs: [], special: python },
  updateDashboardEmbedding: { ...inConsoleAlone('Admin'), special: (_, { place }) => (place === 'console' ? 'done' : 'hidden') },

  'listResourcePolicies: workbook': seen(['workbook', full]),
  'listResourcePolicies: dashboard': seen(['workbook', full]),
  'setUserPolicy: report': seen(['report', full]),
  'setUserPolicy: everybody': seen(['target', full]),
  'setGroupPolicy: folder': seen(['folder', full]),
  'setGroupPolicy: dashboard': seen(['workbook', full]),
} as const satisfies Record<CallName, Rule>

/** Of these what is answered depends on more than the item: that nothing is shown or changed that the caller may not see or edit. */
export const watchedOnly: Rule = { tier: 'Viewer', frames: 'everybody', needs: [], special: () => 'any' }
