import { contentLimits, type DashboardConfig, type DashboardFile, type WorkbookFile } from '@facet/contract'
import { refused } from '#access'
import { dashboardIdTaken, requireUsableConfig } from '#domains/content/dashboards'
import { bytesOf, findItems, findLevels, type ItemRow, type Level, levels, requireFitting } from '#domains/content/items'
import { publicIdTaken } from '#domains/content/reports'
import { slugOf, slugTaken } from '#domains/content/workbooks'
import { Failure } from '#kernel/failure'
import { reportsNamed } from './chart-references.ts'
import { findPublicIds } from './code-queries.ts'
import { decide, stated } from './decision.ts'
import { pathKey } from './file-names.ts'
import { findByPublicIds, findDashboardHolders, findImported, findWorkbookHolders } from './import-queries.ts'
import { type Importing, type Planned, refusalIn } from './importing.ts'
import { requireLevel } from './required-level.ts'
import { columnsIn, type PlannedReport, planReports } from './plan-reports.ts'
import { wantedSharing } from './wanted-sharing.ts'
import { loadWorkbookFiles, type WorkbookFiles } from './workbook-files.ts'
import type { Unit } from './workbook-units.ts'

export type PlannedUnit = { unit: Unit['entries']; workbook: Planned; dashboard: Planned | null; reports: PlannedReport[] }

/** A workbook once its reports are planned: of one with many, not all are held at once. */
type UnitToPlan = Unit & { reports: readonly PlannedReport[] }

type Here = {
  byKey: ReadonlyMap<string, number>
  bySlug: ReadonlyMap<string, number>
  levels: ReadonlyMap<number, { level: Level }>
  rows: ReadonlyMap<number, ItemRow>
  files: ReadonlyMap<number, WorkbookFiles>
  reports: ReadonlyMap<number, ReadonlyMap<number, string>>
  imported: Record<'item' | 'dashboard', ReadonlyMap<number, string>>
  dashboardHolders: ReadonlyMap<string, number>
  reportHolders: ReadonlyMap<string, number>
}

const findHere = async ({ db, workspace }: Importing, units: readonly Unit[]): Promise<Here> => {
  const { byKey, bySlug } = await findWorkbookHolders(
    db,
    workspace,
    units.map(({ workbook }) => workbook.key),
    units.flatMap(({ workbook }) => workbook.slug ?? []),
  )
  const found = await findLevels(db, workspace, [...new Set([...byKey.values(), ...bySlug.values()])])
  const seen = [...found].filter(([, { level }]) => level > levels.none).map(([id]) => id)
  const dashboards = units.flatMap(({ dashboard }) => dashboard ?? [])
  const rows = await findItems(db, workspace, seen)
  return {
    byKey,
    bySlug,
    levels: found,
    rows,
    files: await loadWorkbookFiles(db, workspace, seen),
    reports: await findPublicIds(db, workspace, seen),
    imported: {
      item: await findImported(db, workspace, seen, 'item'),
      dashboard: await findImported(db, workspace, seen, 'dashboard'),
    },
    dashboardHolders: await findDashboardHolders(
      db,
      workspace,
      dashboards.map(({ publicId }) => publicId),
    ),
    reportHolders: await findByPublicIds(
      db,
      workspace,
      dashboards.flatMap(({ snapshots }) => snapshots.map(({ publicId }) => publicId)),
    ),
  }
}

const requireNamed = (config: DashboardConfig, known: ReadonlySet<string>): void => {
  for (const { widgetId, publicId } of reportsNamed(config))
    if (!known.has(publicId))
      throw new Failure(
        'widget_report_not_found',
        `Widget "${widgetId}" shows report:${publicId}, which is no report of this workbook, nor a snapshot.`,
      )
}

const requireUsableWorkbook = ({ workbook }: Unit, known: ReadonlySet<string>): void => {
  requireFitting(workbook.meta ?? {}, contentLimits.metaBytes, 'meta')
  requireFitting(workbook.calculatedFields ?? {}, contentLimits.calculatedFieldsBytes, 'calculatedFields')
  if (workbook.slug && slugOf(workbook.slug) !== workbook.slug)
    throw new Failure('slug_invalid', `"${workbook.slug}" is not in lowercase and trimmed.`)
  if (!workbook.draft) return
  requireUsableConfig(workbook.draft, 'draft')
  requireNamed(workbook.draft, known)
}

const requireUsableDashboard = (dashboard: DashboardFile): void => {
  requireUsableConfig(dashboard.config, 'config')
  const snapshots = new Set(dashboard.snapshots.map(({ publicId }) => publicId))
  if (snapshots.size < dashboard.snapshots.length) throw new Failure('dashboard_invalid', 'Two snapshots have one publicId.')
  requireNamed(dashboard.config, snapshots)
  if (bytesOf(dashboard.snapshots) > contentLimits.snapshotsBytes)
    throw new Failure('document_too_large', `The snapshots have more than ${contentLimits.snapshotsBytes} bytes together.`)
}

/** A workbook as it is to be. Its key says which it is and never changes. */
export const wantedWorkbook = async (
  importing: Importing,
  file: WorkbookFile,
  current: WorkbookFile | null,
  notes: string[],
): Promise<WorkbookFile> => {
  const { path } = await importing.folders.find(file.folder)
  const sharing = await wantedSharing(importing, file, current, { isDashboard: false, notes })
  const filled = (document: Record<string, unknown> | undefined) => (document && Object.keys(document).length > 0 ? document : null)
  const folder = current && pathKey(current.folder) === pathKey(path) ? current.folder : [...path]
  const documents = { meta: filled(file.meta), calculatedFields: filled(file.calculatedFields) }
  const { owner: _owner, grants: _grants, ...rest } = file
  return stated({ ...rest, ...documents, key: current?.key ?? file.key, folder, ...sharing }) as WorkbookFile
}

export const wantedDashboard = async (
  importing: Importing,
  file: DashboardFile,
  current: DashboardFile | null,
  notes: string[],
): Promise<DashboardFile> => {
  const { grants: _grants, ...rest } = file
  const sharing = await wantedSharing(importing, file, current, { isDashboard: true, notes })
  const snapshots = file.snapshots.map((snapshot) => stated({ ...snapshot, calculatedFields: snapshot.calculatedFields ?? {} }))
  return stated({ ...rest, snapshots, ...(sharing.grants ? { grants: sharing.grants } : {}) })
}

const plannedAs = (entry: Planned['entry'], name: string, id: number | null, updatedAt: Date | null): Planned => ({
  entry,
  name,
  outcome: 'refused',
  reason: null,
  notes: [],
  id,
  updatedAt,
})

const withRefusal = <P extends Planned>(planned: P, refusal: Failure | null): P =>
  refusal ? { ...planned, outcome: 'refused', reason: { code: refusal.code, message: refusal.message } } : planned

const planWorkbook = async (
  importing: Importing,
  unit: UnitToPlan,
  here: Here,
  id: number | null,
  hasNewReports: boolean,
): Promise<Planned> => {
  const { workspace, folders } = importing
  const { workbook: file, dashboard, reports } = unit
  const level = id === null ? levels.none : (here.levels.get(id)?.level ?? levels.none)
  const files = level === levels.none || id === null ? undefined : here.files.get(id)
  const current = files?.workbook ?? null
  const planned = plannedAs(unit.entries.workbook, file.name, current ? id : null, here.rows.get(id ?? 0)?.updated_at ?? null)
  const refusal = await refusalIn(async () => {
    // Of a workbook that the caller may not see, all that is said is that its name is taken.
    if (id !== null && !current) throw slugTaken(file.slug ?? file.key)
    const slugHolder = file.slug ? here.bySlug.get(file.slug) : undefined
    if (file.slug && slugHolder !== undefined && slugHolder !== id) throw slugTaken(file.slug)
    const known = new Set([
      ...reports.map(({ publicId }) => publicId),
      ...(here.reports.get(id ?? 0)?.values() ?? []),
      ...[dashboard, files?.dashboard].flatMap((one) => (one?.snapshots ?? []).map(({ publicId }) => publicId)),
    ])
    requireUsableWorkbook(unit, known)
    const wanted = await wantedWorkbook(importing, file, current, planned.notes)
    const revisions = { exported: file.revision, imported: id === null ? undefined : here.imported.item.get(id) }
    const decided = decide(wanted, current && stated(current), revisions)
    // A draft names reports by number: of one that is made anew it has to be told.
    planned.outcome = decided === 'unchanged' && hasNewReports && file.draft ? 'update' : decided
    if (planned.outcome === 'unchanged') return
    if (workspace.caps.workbook < levels.edit) throw refused(workspace.caller, 'WorkbookEdit')
    const isMoved = current !== null && pathKey(current.folder) !== pathKey(wanted.folder)
    if (current) requireLevel(workspace, `Workbook "${file.name}"`, level, isMoved ? levels.full : levels.edit)
    if (isMoved || !current) await folders.requirePlace(file.folder)
  })
  return withRefusal(planned, refusal)
}

/** What belongs to a workbook is changed by who may edit it. Of one that the caller may not see, all that is said is that its name is taken. */
const requireEditable = ({ workspace }: Importing, here: Here, id: number | null, { workbook }: Unit): void => {
  if (id === null) return
  const level = here.levels.get(id)?.level ?? levels.none
  if (level === levels.none) throw slugTaken(workbook.slug ?? workbook.key)
  requireLevel(workspace, `Workbook "${workbook.name}"`, level, levels.edit)
}

const planDashboard = async (importing: Importing, unit: UnitToPlan, here: Here, id: number | null): Promise<Planned | null> => {
  const { workspace } = importing
  const { dashboard: file, entries } = unit
  if (!file || !entries.dashboard) return null
  const current = (id === null ? undefined : here.files.get(id)?.dashboard) ?? null
  const planned = plannedAs(entries.dashboard, file.title ?? unit.workbook.name, id, null)
  const refusal = await refusalIn(async () => {
    requireUsableDashboard(file)
    if (current && current.publicId !== file.publicId)
      throw new Failure(
        'public_id_fixed',
        `The dashboard of the workbook has the public id ${current.publicId}, which never changes, and the file says ${file.publicId}.`,
      )
    const holder = here.dashboardHolders.get(file.publicId)
    if (holder !== undefined && holder !== id) throw dashboardIdTaken(file.publicId)
    const own = new Set([
      ...unit.reports.map(({ publicId }) => publicId),
      ...(here.reports.get(id ?? 0)?.values() ?? []),
      ...(current?.snapshots ?? []).map(({ publicId }) => publicId),
    ])
    for (const { publicId } of file.snapshots) if (!own.has(publicId) && here.reportHolders.has(publicId)) throw publicIdTaken(publicId)
    const revisions = { exported: file.revision, imported: id === null ? undefined : here.imported.dashboard.get(id) }
    const wanted = await wantedDashboard(importing, file, current, planned.notes)
    planned.outcome = decide(wanted, current && stated(current), revisions)
    if (planned.outcome === 'unchanged') return
    // What is here already may be from before a rule, and stays.
    for (const snapshot of file.snapshots) columnsIn(snapshot)
    if (workspace.caps.workbook < levels.edit) throw refused(workspace.caller, 'WorkbookEdit')
    requireEditable(importing, here, id, unit)
  })
  return withRefusal(planned, refusal)
}

export const planUnits = async (importing: Importing, units: readonly Unit[], taken: Set<number>): Promise<PlannedUnit[]> => {
  const here = await findHere(importing, units)
  const planned: PlannedUnit[] = []
  const idOf = ({ workbook: { key, slug } }: Unit): number | null =>
    here.byKey.get(key) ?? (slug ? here.bySlug.get(slug) : undefined) ?? null
  const inUnits = await planReports(
    importing,
    units.flatMap((unit) => unit.entries.reports.map((entry) => ({ entry, workbookId: idOf(unit) ?? 0 }))),
  )
  let at = 0
  for (const unit of units) {
    const id = idOf(unit)
    const own = inUnits.slice(at, (at += unit.entries.reports.length))
    const place = await refusalIn(() => requireEditable(importing, here, id, unit))
    const isThere = (one: Planned): boolean => one.id !== null && (here.reports.get(id ?? 0)?.has(one.id) ?? false)
    const reports = own.map((one) =>
      one.outcome === 'unchanged' || one.outcome === 'refused' || isThere(one) ? one : withRefusal(one, place),
    )
    const toPlan = { ...unit, reports }
    const workbook = await planWorkbook(
      importing,
      toPlan,
      here,
      id,
      reports.some((one) => !isThere(one)),
    )
    const isTwice = id !== null && taken.has(id)
    if (id !== null) taken.add(id)
    const twice = isTwice ? slugTaken(unit.workbook.slug ?? unit.workbook.key) : null
    planned.push({
      unit: unit.entries,
      workbook: withRefusal(workbook, twice),
      dashboard: await planDashboard(importing, toPlan, here, id),
      reports,
    })
  }
  return planned
}
