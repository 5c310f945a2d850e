import type { upsertReportByPublicId as contract } from '@facet/contract'
import type { Handler } from '#context'
import type { Db } from '#db'
import {
  afterMove,
  holdTree,
  type ItemAccess,
  levels,
  lockTree,
  requireItem,
  requireWorkspace,
  type WorkspaceAccess,
} from '#domains/content/items'
import { audited } from '#kernel/audit'
import { Failure } from '#kernel/failure'
import { findByPublicId, lockPublicId, publicIdTaken } from './report-queries.ts'
import { loadReport } from './report-view.ts'
import { addReport, changeReport, requireSamePublicId } from './save-report.ts'

/** The report to change, or null to create one. That a report of elsewhere, or of others, has the id is all that is said of it. */
const findBranch = async (context: { db: Db }, workspace: WorkspaceAccess, publicId: string): Promise<ItemAccess<'report'> | null> => {
  const id = await findByPublicId(context.db, workspace, publicId)
  if (id === null) return null
  // One look decides: between two of them a share can be taken away.
  return requireItem(context, workspace, 'report', id, levels.edit).catch((error: unknown) => {
    throw error instanceof Failure && error.code === 'report_not_found' ? publicIdTaken(publicId, error) : error
  })
}

export const upsertReportByPublicId: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const { deploymentId, publicId } = params
  const workspace = await requireWorkspace(context, deploymentId)
  requireSamePublicId(body.publicId, publicId)
  const mayMove = body.folderId !== undefined || body.workbookId !== undefined
  // Before the report is looked for: one that is deleted between two looks would be neither there nor gone.
  await (mayMove ? lockTree : holdTree)(db, workspace)
  const branch = await findBranch(context, workspace, publicId)
  await lockPublicId(db, workspace, publicId)
  if ((await findByPublicId(db, workspace, publicId)) !== (branch && branch.itemId))
    throw new Failure(
      'upsert_branch_changed',
      `The report ${publicId} was created or deleted meanwhile. Nothing was applied; repeat the request.`,
    )
  if (branch === null) {
    const access = await addReport(context, workspace, body, publicId)
    return audited(await loadReport(context, access), [
      { kind: 'report', id: access.itemId, did: 'created' },
      { kind: 'deployment', id: deploymentId },
    ])
  }
  const isChanged = await changeReport(context, branch, body)
  return audited(await loadReport(context, await afterMove(db, branch)), [
    { kind: 'report', id: branch.itemId, did: isChanged ? 'updated' : 'unchanged' },
    { kind: 'deployment', id: deploymentId },
  ])
}
