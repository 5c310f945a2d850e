import type { ReportFile, SnapshotFile } from '@facet/contract'
import { refused } from '#access'
import { findItems, findLevels, type ItemRow, type Level, levels } from '#domains/content/items'
import { columnsOf, publicIdTaken, type ReportColumns } from '#domains/content/reports'
import type { Entry } from './archive-entries.ts'
import { batchesOf } from './batches.ts'
import { decide, stated } from './decision.ts'
import { pathKey } from './file-names.ts'
import { findByPublicIds, findImported } from './import-queries.ts'
import { type Importing, type Planned, refusalIn } from './importing.ts'
import { requireLevel } from './required-level.ts'
import { loadReportFiles } from './report-files.ts'
import { wantedSharing } from './wanted-sharing.ts'

/** A report of the archive; `workbookId` is null of one by itself, and 0 of one in a workbook that is to be made. */
export type ReportToPlan = { entry: Entry; file: ReportFile; workbookId: number | null }

/** What was decided of a report, and what it is called here. */
export type PlannedReport = Planned & { publicId: string }

/** What is there under the public ids of some reports. */
export type ReportsHere = {
  ids: ReadonlyMap<string, number>
  levels: ReadonlyMap<number, { level: Level }>
  rows: ReadonlyMap<number, ItemRow>
  files: ReadonlyMap<number, ReportFile>
  imported: ReadonlyMap<number, string>
}

export const findReportsHere = async ({ db, workspace }: Importing, files: readonly ReportFile[]): Promise<ReportsHere> => {
  const ids = await findByPublicIds(
    db,
    workspace,
    files.map(({ publicId }) => publicId),
  )
  const found = await findLevels(db, workspace, [...ids.values()])
  const seen = [...found].filter(([, { level }]) => level > levels.none).map(([id]) => id)
  const rows = await findItems(db, workspace, seen)
  return {
    ids,
    levels: found,
    rows,
    files: await loadReportFiles(db, workspace, seen),
    imported: await findImported(db, workspace, seen, 'item'),
  }
}

/** As the archive is to be read here: with the public ids that its reports have here. */
export const readReport = async ({ archive, publicIdOf }: Importing, entry: Entry): Promise<ReportFile> => {
  const file = await archive.read(entry, 'report')
  return { ...file, publicId: publicIdOf(file.publicId) }
}

export const columnsIn = (file: Omit<SnapshotFile, 'publicId'>): ReportColumns =>
  columnsOf({
    title: file.title ?? null,
    description: file.description ?? null,
    jsonQuery: file.jsonQuery ?? null,
    sqlQuery: file.sqlQuery ?? null,
    pivotItems: file.pivotItems ?? null,
    meta: file.meta ?? null,
  })

/** A report as it is to be. Where it came from is told once and never changed. */
export const wantedReport = async (
  importing: Importing,
  { file, workbookId }: Omit<ReportToPlan, 'entry'>,
  current: ReportFile | null,
  notes: string[],
): Promise<ReportFile> => {
  const sharing = await wantedSharing(importing, file, current, { isDashboard: false, notes })
  const { folder: sent = [], owner: _owner, grants: _grants, ...rest } = file
  const { path } = await importing.folders.find(sent)
  const place =
    workbookId === null ? { folder: current?.folder && pathKey(current.folder) === pathKey(path) ? current.folder : [...path] } : {}
  const source = current ? current.source : file.source
  return stated({ ...rest, jsonQuery: file.jsonQuery || null, source: source ?? null, ...place, ...sharing })
}

const planReport = async (importing: Importing, report: ReportToPlan, here: ReportsHere): Promise<PlannedReport> => {
  const { workspace, folders } = importing
  const { entry, file, workbookId } = report
  const notes: string[] = []
  const found = here.ids.get(file.publicId) ?? null
  const level = found === null ? levels.none : (here.levels.get(found)?.level ?? levels.none)
  const id = level === levels.none ? null : found
  const row = id === null ? undefined : here.rows.get(id)
  const current = id === null ? null : (here.files.get(id) ?? null)
  let outcome: Planned['outcome'] = 'refused'
  const refusal = await refusalIn(async () => {
    if (found !== null && !current) throw publicIdTaken(file.publicId)
    const wanted = await wantedReport(importing, report, current, notes)
    const revisions = { exported: file.revision, imported: id === null ? undefined : here.imported.get(id) }
    const decided = decide(wanted, current && stated(current), revisions)
    const isElsewhere = row !== undefined && row.workbook_id !== workbookId
    const isMoved =
      isElsewhere || (current !== null && workbookId === null && pathKey(current.folder ?? []) !== pathKey(wanted.folder ?? []))
    outcome = decided === 'unchanged' && isElsewhere ? 'update' : decided
    if (outcome === 'unchanged') return
    // What is here already may be from before a rule, and stays.
    columnsIn(file)
    if (workspace.caps.report < levels.edit) throw refused(workspace.caller, 'ReportEdit')
    if (current) requireLevel(workspace, `Report ${file.publicId}`, level, levels.edit)
    if (isMoved && workspace.caps.report < levels.full) throw refused(workspace.caller, 'ReportManage')
    if ((isMoved || !current) && workbookId === null) await folders.requirePlace(file.folder ?? [])
  })
  return {
    entry,
    publicId: file.publicId,
    name: file.name,
    outcome: refusal ? 'refused' : outcome,
    reason: refusal && { code: refusal.code, message: refusal.message },
    notes,
    id,
    updatedAt: row?.updated_at ?? null,
  }
}

const planBatch = async (importing: Importing, reports: readonly ReportToPlan[]): Promise<PlannedReport[]> => {
  const here = await findReportsHere(
    importing,
    reports.map(({ file }) => file),
  )
  const planned: PlannedReport[] = []
  for (const report of reports) planned.push(await planReport(importing, report, here))
  return planned
}

/** In the same order. Documents are read a few at a time; only what was decided is held. */
export const planReports = async (importing: Importing, reports: readonly Omit<ReportToPlan, 'file'>[]): Promise<PlannedReport[]> => {
  const planned: PlannedReport[] = []
  for (const batch of batchesOf(reports, ({ entry }) => entry.size)) {
    const read: ReportToPlan[] = []
    for (const one of batch) read.push({ ...one, file: await readReport(importing, one.entry) })
    planned.push(...(await planBatch(importing, read)))
  }
  return planned
}
