import { accessToMade, changeItem, getItem, insertItem, type ItemAccess, levels, requireItem } from '#domains/content/items'
import { changedColumns, changeReportRow, findReports, insertReport } from '#domains/content/reports'
import type { Touched } from '#kernel/audit'
import { applySharing } from './apply-sharing.ts'
import { loadFolderFiles } from './folder-files.ts'
import type { Importing, Planned } from './importing.ts'
import { wantedFolder, type PlannedFolder } from './plan-folders.ts'
import { columnsIn, readReport, wantedReport } from './plan-reports.ts'
import { loadReportFiles } from './report-files.ts'
import { beginItem } from './begin-item.ts'
import { revisionOf } from './revision.ts'

export type Did = Touched<'folder' | 'workbook' | 'report' | 'dashboard'>

export const didOf = ({ outcome }: Planned): 'created' | 'updated' => (outcome === 'create' ? 'created' : 'updated')

/** What a new item has before anything is said of whose it is. */
export const newSharing = async ({ grantees }: Importing) => ({ owner: await grantees.ownName(), grants: [] })

export const applyFolder = async (importing: Importing, planned: PlannedFolder): Promise<Did> => {
  const { db, workspace, archive, folders } = importing
  await beginItem(importing, planned)
  const file = await archive.read(planned.entry, 'folder')
  const current = planned.id === null ? null : ((await loadFolderFiles(db, workspace, [planned.id])).get(planned.id) ?? null)
  const wanted = await wantedFolder(importing, file, current, [])
  const id = planned.id ?? (await folders.make(file.path, file.position)) ?? 0
  const access = await requireItem({ db }, workspace, 'folder', id, levels.edit)
  const name = file.path.at(-1) ?? ''
  if (current && (current.path.at(-1) !== name || current.position !== file.position))
    await changeItem(db, access, { name, position: file.position })
  await applySharing(importing, { kind: 'folder', id, access }, wanted, current ?? (await newSharing(importing)))
  await importing.imported.save(id, 'item', revisionOf(wanted))
  return { kind: 'folder', id, did: didOf(planned) }
}

type Place = { parentId: number | null; workbookId: number | null }

const changeReport = async (
  { db }: Importing,
  access: ItemAccess<'report'>,
  file: Parameters<typeof columnsIn>[0],
  place: Place,
): Promise<void> => {
  const row = await getItem(db, access)
  const document = (await findReports(db, access, [access.itemId])).get(access.itemId)
  const columns = document ? changedColumns(columnsIn(file), document) : {}
  const saysOther = row.name !== file.name || Object.keys(columns).length > 0
  const isMoved = row.parent_id !== place.parentId || row.workbook_id !== place.workbookId
  if (saysOther) await changeReportRow(db, access, columns)
  if (saysOther || isMoved) await changeItem(db, access, { name: file.name, ...place })
}

/** `workbookId` is null of a report by itself. */
export const applyReport = async (importing: Importing, planned: Planned, workbookId: number | null): Promise<Did> => {
  const { db, workspace, folders } = importing
  await beginItem(importing, planned)
  const file = await readReport(importing, planned.entry)
  const current = planned.id === null ? null : ((await loadReportFiles(db, workspace, [planned.id])).get(planned.id) ?? null)
  const wanted = await wantedReport(importing, { file, workbookId }, current, [])
  const place = { parentId: workbookId ?? (await folders.make(file.folder ?? [])), workbookId }
  const id = planned.id ?? (await insertItem(db, workspace, { kind: 'report', name: file.name, ...place }))
  if (planned.id === null)
    await insertReport(db, workspace, { id, public_id: file.publicId, source: file.source ?? null, ...columnsIn(file) })
  const access =
    planned.id === null ? accessToMade(workspace, 'report', id) : await requireItem({ db }, workspace, 'report', id, levels.edit)
  if (planned.id !== null) await changeReport(importing, access, file, place)
  await applySharing(importing, { kind: 'report', id, access }, wanted, current ?? (await newSharing(importing)))
  await importing.imported.save(id, 'item', revisionOf(wanted))
  return { kind: 'report', id, did: didOf(planned) }
}
