import type { DashboardConfig } from '@facet/contract'
import type { Db } from '#db'
import { changeItem, type ItemAccess, itemNotFound, storing } from '#domains/content/items'
import { storeWorkbookMembers } from '#domains/content/members'

export type WorkbookDraft = { draft: DashboardConfig | null; calculatedFields: Record<string, unknown> }

const workbooks = (db: Db, { tenantId, itemId }: ItemAccess<'workbook'>) =>
  db
    .selectFrom('content_workbooks')
    .select(['dashboard_draft', 'calculated_fields'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', itemId)

type Row = Awaited<ReturnType<ReturnType<typeof workbooks>['execute']>>[number]

const draftOf = (access: ItemAccess<'workbook'>, row: Row | undefined): WorkbookDraft => {
  if (!row) throw itemNotFound('workbook', access.itemId)
  return { draft: row.dashboard_draft, calculatedFields: row.calculated_fields }
}

export const getDraft = async (db: Db, access: ItemAccess<'workbook'>): Promise<WorkbookDraft> =>
  draftOf(access, await workbooks(db, access).executeTakeFirst())

/** Whoever changes a workbook or its dashboard holds its row, so that what was read is what is changed. */
export const lockDraft = async (db: Db, access: ItemAccess<'workbook'>): Promise<WorkbookDraft> =>
  draftOf(access, await workbooks(db, access).forNoKeyUpdate().executeTakeFirst())

export const saveDraft = async (db: Db, access: ItemAccess<'workbook'>, draft: DashboardConfig | null): Promise<void> => {
  const saved = await storing(
    db
      .updateTable('content_workbooks')
      .set({ dashboard_draft: draft && JSON.stringify(draft) })
      .where('tenant_id', '=', access.tenantId)
      .where('id', '=', access.itemId)
      .returning(['dashboard_draft', 'calculated_fields'])
      .executeTakeFirstOrThrow(),
  )
  await storeWorkbookMembers(db, access, saved)
  await changeItem(db, access)
}
