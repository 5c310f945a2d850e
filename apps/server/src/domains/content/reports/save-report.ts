import type { CreateReportInput, Static } from '@facet/contract'
import type { Db } from '#db'
import {
  changeItem,
  getItem,
  insertItem,
  type ItemAccess,
  itemNotFound,
  levels,
  requireItem,
  type WorkspaceAccess,
} from '#domains/content/items'
import { Failure } from '#kernel/failure'
import { findPlacements, putPlacement, removePlacement } from './placement-queries.ts'
import { placementChange, type PlacementChange } from './placement-rules.ts'
import { findNewPlace, requireReportPlace } from './report-place.ts'
import { changeReportRow, findReports, insertReport } from './report-queries.ts'
import { changedColumns, columnsOf, untitled } from './report-rules.ts'

type ReportInput = Static<typeof CreateReportInput>

const applyPlacement = async (db: Db, access: ItemAccess<'report'>, change: PlacementChange): Promise<void> => {
  if (change === null) return
  await ('put' in change ? putPlacement(db, access, change.put) : removePlacement(db, access, change.removeId))
}

/** A new report of the caller's, under the tree's lock. */
export const addReport = async (
  context: { db: Db },
  workspace: WorkspaceAccess,
  body: ReportInput,
  publicId: string,
): Promise<ItemAccess<'report'>> => {
  const { db } = context
  const place = await requireReportPlace(context, workspace, body)
  const columns = columnsOf(body)
  const placement = placementChange(body, [])
  const id = await insertItem(db, workspace, { kind: 'report', name: body.name ?? untitled, ...place })
  await insertReport(db, workspace, { id, public_id: publicId, source: body.source ?? null, ...columns })
  const access = await requireItem(context, workspace, 'report', id, levels.view)
  await applyPlacement(db, access, placement)
  return access
}

export const requireSamePublicId = (sent: string | null | undefined, publicId: string): void => {
  if (sent != null && sent !== publicId)
    throw new Failure('public_id_fixed', `/body/publicId is "${sent}", and the report has ${publicId}, which never changes. Leave it out.`)
}

/** Changes what was sent of a report, under the tree's lock. Says whether anything is other than it was. */
export const changeReport = async (
  context: { db: Db },
  access: ItemAccess<'report'>,
  body: Omit<ReportInput, 'source'>,
): Promise<boolean> => {
  const { db } = context
  const row = await getItem(db, access)
  const document = (await findReports(db, access, [access.itemId])).get(access.itemId)
  if (!document) throw itemNotFound('report', access.itemId)
  requireSamePublicId(body.publicId, document.public_id)
  const place = await findNewPlace(context, access, row, body)
  const columns = changedColumns(columnsOf(body), document)
  const placements = (await findPlacements(db, access, [access.itemId])).get(access.itemId) ?? []
  const placement = placementChange(body, placements)
  const name = body.name ?? row.name
  const saysOther = name !== row.name || Object.keys(columns).length > 0
  if (saysOther) await changeReportRow(db, access, columns)
  await applyPlacement(db, access, placement)
  const isChanged = saysOther || place !== null || placement !== null
  if (isChanged) await changeItem(db, access, { name, ...place })
  return isChanged
}
