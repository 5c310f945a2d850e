import { isDeepStrictEqual } from 'node:util'
import type { updateWorkbookDashboard as contract } from '@facet/contract'
import type { Handler } from '#context'
import { audited } from '#kernel/audit'
import { requireUsableConfig } from './config-rules.ts'
import { findDashboard } from './dashboard-queries.ts'
import { lockDraft, saveDraft } from './draft-queries.ts'
import { requireEditedWorkbook } from './edited-workbook.ts'

export const updateWorkbookDashboard: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const access = await requireEditedWorkbook(context, params)
  if (body.dashboardDraft) requireUsableConfig(body.dashboardDraft, '/body/dashboardDraft')
  const { draft: before } = await lockDraft(db, access)
  const draft = body.dashboardDraft === undefined ? before : body.dashboardDraft
  const isChanged = !isDeepStrictEqual(draft, before)
  if (isChanged) await saveDraft(db, access, draft)
  const published = await findDashboard(db, access)
  return audited({ dashboardDraft: draft, dashboardPublished: published?.config ?? null }, [
    { kind: 'workbook', id: access.itemId, did: isChanged ? 'updated' : 'unchanged' },
    { kind: 'deployment', id: access.deploymentId },
  ])
}
