import type { DashboardFile, SnapshotFile } from '@facet/contract'
import { findDashboard, nextIds, publishVersion, type Snapshot } from '#domains/content/dashboards'
import { accessToMade, type ItemAccess, levels, requireItem } from '#domains/content/items'
import { findReports } from '#domains/content/reports'
import { changeWorkbook, insertWorkbook, lockWorkbooks, realChanges } from '#domains/content/workbooks'
import { applyReport, type Did, didOf, newSharing } from './apply-items.ts'
import { applySharing } from './apply-sharing.ts'
import { numberingReports, reportsNamed } from './chart-references.ts'
import { findPublicIds } from './code-queries.ts'
import { pathKey } from './file-names.ts'
import type { Importing } from './importing.ts'
import { type PlannedUnit, wantedDashboard, wantedWorkbook } from './plan-workbooks.ts'
import { revisionOf } from './revision.ts'
import { loadWorkbookFiles, type WorkbookFiles } from './workbook-files.ts'
import { beginItem } from './begin-item.ts'
import { readUnit, type Unit } from './workbook-units.ts'

type Numbers = ReadonlyMap<string, number>

/** What the reports that the unit names are numbered here: those of the workbook, then those that it once had, which get a number of nobody. */
const findNumbers = async ({ db }: Importing, access: ItemAccess<'workbook'>, unit: Unit): Promise<Numbers> => {
  const live = (await findPublicIds(db, access, [access.itemId])).get(access.itemId) ?? new Map<number, string>()
  const frozen = (await findDashboard(db, access))?.snapshots ?? []
  const numbers = new Map([
    ...frozen.map(({ publicId, reportId }) => [publicId, reportId] as const),
    ...[...live].map(([id, publicId]) => [publicId, id] as const),
  ])
  const named = [
    ...(unit.workbook.draft ? reportsNamed(unit.workbook.draft) : []).map(({ publicId }) => publicId),
    ...(unit.dashboard?.snapshots ?? []).map(({ publicId }) => publicId),
  ]
  const missing = [...new Set(named)].filter((publicId) => !numbers.has(publicId))
  const fresh = await nextIds(db, missing.length)
  for (const [index, publicId] of missing.entries()) numbers.set(publicId, fresh[index] ?? 0)
  return numbers
}

const snapshotOf = (file: SnapshotFile, numbers: Numbers, versions: ReadonlyMap<number, number>): Snapshot => {
  const reportId = numbers.get(file.publicId) ?? 0
  return {
    id: 0,
    reportId,
    versionNumber: versions.get(reportId) ?? 1,
    publicId: file.publicId,
    name: file.name,
    title: file.title ?? null,
    description: file.description ?? null,
    jsonQuery: file.jsonQuery ?? null,
    sqlQuery: file.sqlQuery ?? null,
    pivotItems: file.pivotItems ?? null,
    meta: file.meta ?? null,
    calculatedFields: file.calculatedFields ?? {},
  }
}

const publish = async ({ db }: Importing, access: ItemAccess<'workbook'>, file: DashboardFile, numbers: Numbers): Promise<number> => {
  const reports = await findReports(
    db,
    access,
    file.snapshots.flatMap(({ publicId }) => numbers.get(publicId) ?? []),
  )
  const versions = new Map([...reports].map(([id, { version }]) => [id, version]))
  const state = {
    title: file.title ?? null,
    description: file.description ?? null,
    config: numberingReports(file.config, numbers),
    snapshots: file.snapshots.map((snapshot) => snapshotOf(snapshot, numbers, versions)),
  }
  return (await publishVersion(db, access, state, file.allowEmbed, file.publicId)).dashboard.id
}

const applyDashboard = async (
  importing: Importing,
  access: ItemAccess<'workbook'>,
  { dashboard: file }: Unit,
  current: DashboardFile | null,
  numbers: Numbers,
): Promise<number> => {
  if (!file) return 0
  const wanted = await wantedDashboard(importing, file, current, [])
  const id = await publish(importing, access, file, numbers)
  await applySharing(importing, { kind: 'dashboard', id, access }, wanted, current ?? { grants: [] })
  await importing.imported.save(access.itemId, 'dashboard', revisionOf(wanted))
  return id
}

const insertFrom = async ({ db, workspace, folders }: Importing, { workbook: file }: Unit): Promise<number> =>
  insertWorkbook(db, workspace, {
    name: file.name,
    parentId: await folders.make(file.folder),
    slug: file.slug ?? null,
    fileKey: file.key,
    meta: file.meta ?? {},
    calculatedFields: file.calculatedFields ?? {},
  })

/** Once its reports are there, since a draft names them. */
const changeFrom = async (
  importing: Importing,
  access: ItemAccess<'workbook'>,
  { workbook: file }: Unit,
  files: WorkbookFiles | null,
  numbers: Numbers,
): Promise<void> => {
  const { db, folders } = importing
  const current = files?.workbook ?? null
  const wanted = await wantedWorkbook(importing, file, current, [])
  const row = (await lockWorkbooks(db, access, [access.itemId])).get(access.itemId)
  if (!row) return
  const isMoved = current !== null && pathKey(current.folder) !== pathKey(wanted.folder)
  const changes = realChanges(row, {
    name: file.name,
    slug: file.slug ?? null,
    meta: file.meta ?? {},
    calculatedFields: file.calculatedFields ?? {},
    draft: file.draft ? numberingReports(file.draft, numbers) : null,
    ...(isMoved ? { parentId: await folders.make(file.folder) } : {}),
  })
  if (Object.keys(changes).length > 0) await changeWorkbook(db, access, changes)
  await applySharing(importing, { kind: 'workbook', id: access.itemId, access }, wanted, current ?? (await newSharing(importing)))
  await importing.imported.save(access.itemId, 'item', revisionOf(wanted))
}

const isToDo = (outcome: string | undefined): boolean => outcome === 'create' || outcome === 'update'

/** A workbook with its reports and its dashboard. */
export const applyUnit = async (importing: Importing, planned: PlannedUnit): Promise<Did[]> => {
  const { db, workspace } = importing
  const all = [planned.workbook, ...planned.reports, ...(planned.dashboard ? [planned.dashboard] : [])]
  if (!all.some(({ outcome }) => isToDo(outcome))) return []
  await beginItem(importing, planned.workbook)
  const unit = await readUnit(importing, planned.unit)
  const found = planned.workbook.id
  const files = found === null ? null : ((await loadWorkbookFiles(db, workspace, [found])).get(found) ?? null)
  const id = found ?? (await insertFrom(importing, unit))
  const done: Did[] = []
  for (const report of planned.reports) if (isToDo(report.outcome)) done.push(await applyReport(importing, report, id))
  if (![planned.workbook, planned.dashboard].some((one) => isToDo(one?.outcome))) return done
  const access =
    found === null ? accessToMade(workspace, 'workbook', id) : await requireItem({ db }, workspace, 'workbook', id, levels.edit)
  const numbers = await findNumbers(importing, access, unit)
  if (isToDo(planned.workbook.outcome)) {
    await changeFrom(importing, access, unit, files, numbers)
    done.push({ kind: 'workbook', id, did: didOf(planned.workbook) })
  }
  if (planned.dashboard && isToDo(planned.dashboard.outcome)) {
    const dashboardId = await applyDashboard(importing, access, unit, files?.dashboard ?? null, numbers)
    done.push({ kind: 'dashboard', id: dashboardId, did: 'published' })
  }
  return done
}
