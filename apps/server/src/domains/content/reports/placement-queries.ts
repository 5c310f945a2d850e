import { type Db, sql } from '#db'
import type { ItemAccess, WorkspaceAccess } from '#domains/content/items'
import { Failure } from '#kernel/failure'
import type { Placement } from './placement-rules.ts'

const maxPlacements = 1000

/** Where each of these reports is placed, the newest first. */
export const findPlacements = async (
  db: Db,
  { tenantId }: Pick<WorkspaceAccess, 'tenantId'>,
  reportIds: readonly number[],
): Promise<Map<number, Placement[]>> => {
  if (reportIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('report_placements')
    .select(['report_id', 'external_workbook_id', 'result_location', 'end_result_cell'])
    .where('tenant_id', '=', tenantId)
    .where('report_id', 'in', reportIds)
    .orderBy('updated_at', 'desc')
    .orderBy('external_workbook_id')
    .execute()
  const byReport = Map.groupBy(rows, (row) => row.report_id)
  return new Map(
    [...byReport].map(([id, placed]) => [
      id,
      placed.map((row) => ({
        workbookId: row.external_workbook_id,
        resultLocation: row.result_location,
        endResultCell: row.end_result_cell,
      })),
    ]),
  )
}

const placementsOf = (db: Db, { tenantId, itemId }: ItemAccess<'report'>) =>
  db.selectFrom('report_placements').where('tenant_id', '=', tenantId).where('report_id', '=', itemId)

/** Every reader of a report may place it, so there is an end to how often. */
const requireRoom = async (db: Db, access: ItemAccess<'report'>, { workbookId }: Placement): Promise<void> => {
  const others = await placementsOf(db, access)
    .select('external_workbook_id')
    .where('external_workbook_id', '<>', workbookId)
    .limit(maxPlacements)
    .execute()
  if (others.length < maxPlacements) return
  const message = `names one spreadsheet more than the ${maxPlacements} that a report can be placed in.`
  throw new Failure('invalid_request', `/body/externalWorkbookId "${workbookId}" ${message}`, {
    errors: [{ pointer: '/body/externalWorkbookId', message }],
  })
}

/** Sets the placement of one spreadsheet, which is the newest then. */
export const putPlacement = async (db: Db, access: ItemAccess<'report'>, placement: Placement): Promise<void> => {
  await requireRoom(db, access, placement)
  const values = {
    result_location: placement.resultLocation,
    end_result_cell: placement.endResultCell,
    updated_at: sql<Date>`clock_timestamp()`,
  }
  await db
    .insertInto('report_placements')
    .values({ tenant_id: access.tenantId, report_id: access.itemId, external_workbook_id: placement.workbookId, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'report_id', 'external_workbook_id']).doUpdateSet(values))
    .execute()
}

export const removePlacement = async (db: Db, { tenantId, itemId }: ItemAccess<'report'>, workbookId: string): Promise<void> => {
  await db
    .deleteFrom('report_placements')
    .where('tenant_id', '=', tenantId)
    .where('report_id', '=', itemId)
    .where('external_workbook_id', '=', workbookId)
    .execute()
}
