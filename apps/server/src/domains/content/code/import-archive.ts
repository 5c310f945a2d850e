import { archiveLimits } from '@facet/contract'
import type { Db } from '#db'
import { inTurnsOfTree, type WorkspaceAccess } from '#domains/content/items'
import { Failure } from '#kernel/failure'
import { maxProblems } from '#kernel/problems'
import { applyFolder, applyReport, type Did } from './apply-items.ts'
import { applyUnit } from './apply-workbooks.ts'
import type { Archive } from './archive.ts'
import { archiveInvalid } from './archive-entries.ts'
import { batchesOf } from './batches.ts'
import { createFolderTree } from './folder-tree.ts'
import { createGrantees } from './grantees.ts'
import { createImportedRevisions } from './imported-revisions.ts'
import { derivedPublicId, type Importing, type Planned } from './importing.ts'
import { planFolders, type PlannedFolder } from './plan-folders.ts'
import { type PlannedReport, planReports } from './plan-reports.ts'
import { type PlannedUnit, planUnits } from './plan-workbooks.ts'
import { bytesOfUnit, readUnit, type Unit, unitsOf } from './workbook-units.ts'

export type ImportOptions = { isDryRun: boolean; isOverwriting: boolean; isDeriving: boolean }

type Plan = { folders: PlannedFolder[]; units: PlannedUnit[]; reports: Planned[] }

/** Refuses an archive that says two things of one. */
const requireOnce = (seen: Set<string>, path: string, what: string): void => {
  if (seen.has(what)) throw archiveInvalid(`${path} has the ${what}, which another file has too.`)
  seen.add(what)
}

const requireOwnNames = (seen: Set<string>, { entries, workbook, dashboard }: Unit): void => {
  requireOnce(seen, entries.workbook.path, `key ${workbook.key}`)
  if (workbook.slug) requireOnce(seen, entries.workbook.path, `slug ${workbook.slug}`)
  if (dashboard) requireOnce(seen, entries.dashboard?.path ?? '', `public id ${dashboard.publicId} of a dashboard`)
}

/** Once they are planned: a file is read once for both. */
const requireOwnIds = (seen: Set<string>, reports: readonly PlannedReport[]): void => {
  for (const { entry, publicId } of reports) requireOnce(seen, entry.path, `public id ${publicId}`)
}

/** What is to be done with each file. Documents are read a few at a time; only what was decided is held. */
const planAll = async (importing: Importing): Promise<Plan> => {
  const { entries } = importing.archive
  const seen = new Set<string>()
  const plan: Plan = { folders: await planFolders(importing), units: [], reports: [] }
  const taken = new Set<number>()
  for (const batch of batchesOf(unitsOf(entries), bytesOfUnit)) {
    const units: Unit[] = []
    for (const one of batch) units.push(await readUnit(importing, one))
    for (const unit of units) requireOwnNames(seen, unit)
    const planned = await planUnits(importing, units, taken)
    for (const { reports } of planned) requireOwnIds(seen, reports)
    plan.units.push(...planned)
  }
  const loose = entries.filter(({ kind, directory }) => kind === 'report' && directory === null)
  const reports = await planReports(
    importing,
    loose.map((entry) => ({ entry, workbookId: null })),
  )
  requireOwnIds(seen, reports)
  return { ...plan, reports }
}

const allOf = ({ folders, units, reports }: Plan): Planned[] => [
  ...folders,
  ...units.flatMap(({ workbook, dashboard, reports: own }) => [workbook, ...own, ...(dashboard ? [dashboard] : [])]),
  ...reports,
]

const errorsOf = (planned: readonly Planned[]) =>
  planned
    .slice(0, maxProblems)
    .map(({ entry, reason }) => ({ pointer: `/${entry.path}`, message: reason?.message ?? 'was changed since it was exported.' }))

const requireApplicable = (all: readonly Planned[]): void => {
  const refused = all.filter(({ outcome }) => outcome === 'refused')
  const conflicts = all.filter(({ outcome }) => outcome === 'conflict')
  const [first] = refused
  if (first)
    throw new Failure(
      'content_import_refused',
      `${refused.length} items are refused, the first ${first.entry.path}: ${first.reason?.message ?? ''} Nothing was applied.`,
      {
        errors: errorsOf(refused),
      },
    )
  if (conflicts.length > 0)
    throw new Failure(
      'content_import_conflict',
      `${conflicts.length} items were changed since they were exported, the first ${conflicts[0]?.entry.path}. Nothing was applied. Export again and merge, or send onConflict=overwrite.`,
      { errors: errorsOf(conflicts) },
    )
  const changes = all.filter(({ outcome }) => outcome !== 'unchanged').length
  if (changes > archiveLimits.maxChanges)
    throw new Failure(
      'content_archive_too_large',
      `The archive would change ${changes} items; the limit is ${archiveLimits.maxChanges} at once. Send it in several.`,
    )
}

const applyAll = async (importing: Importing, { folders, units, reports }: Plan): Promise<Did[]> => {
  const isToDo = ({ outcome }: Planned): boolean => outcome === 'create' || outcome === 'update'
  const done: Did[] = []
  for (const folder of folders) if (isToDo(folder)) done.push(await applyFolder(importing, folder))
  importing.folders.refresh()
  for (const unit of units) done.push(...(await applyUnit(importing, unit)))
  for (const report of reports) if (isToDo(report)) done.push(await applyReport(importing, report, null))
  await importing.imported.flush()
  return done
}

/** Plans what an archive asks for and, unless it is a dry run, does it: all of it or nothing, in turns with whoever writes there. */
export const importArchive = async (
  db: Db,
  workspace: WorkspaceAccess,
  archive: Archive,
  { isDryRun, isOverwriting, isDeriving }: ImportOptions,
): Promise<{ planned: Planned[]; done: Did[] }> => {
  const importing: Importing = {
    db,
    workspace,
    archive,
    folders: createFolderTree(db, workspace),
    grantees: createGrantees(db, workspace),
    imported: createImportedRevisions(db, workspace),
    publicIdOf: isDeriving ? (publicId) => derivedPublicId(workspace, publicId) : (publicId) => publicId,
    yieldTurn: async () => undefined,
  }
  const plan = await planAll(importing)
  const planned = allOf(plan)
  if (isDryRun) return { planned, done: [] }
  if (isOverwriting) for (const one of planned) if (one.outcome === 'conflict') one.outcome = 'update'
  requireApplicable(planned)
  // Folders were looked up when nobody was kept from changing them.
  importing.folders.refresh()
  const done = await inTurnsOfTree(db, workspace, (yieldTurn) => applyAll({ ...importing, yieldTurn }, plan))
  return { planned, done }
}
