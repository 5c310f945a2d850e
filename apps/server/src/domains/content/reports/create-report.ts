import type { createReport as contract } from '@facet/contract'
import type { Handler } from '#context'
import { holdTree, newPublicId, requireWorkspace } from '#domains/content/items'
import { audited } from '#kernel/audit'
import { lockPublicId } from './report-queries.ts'
import { loadReport } from './report-view.ts'
import { addReport } from './save-report.ts'

export const createReport: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const workspace = await requireWorkspace(context, params.deploymentId)
  await holdTree(db, workspace)
  if (body.publicId) await lockPublicId(db, workspace, body.publicId)
  const access = await addReport(context, workspace, body, body.publicId ?? newPublicId())
  return audited(await loadReport(context, access), [
    { kind: 'report', id: access.itemId, did: 'created' },
    { kind: 'deployment', id: params.deploymentId },
  ])
}
