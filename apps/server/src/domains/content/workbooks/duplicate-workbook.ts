import type { duplicateWorkbook as contract } from '@facet/contract'
import type { Handler } from '#context'
import { consoleWorkspace, holdTree, requireSharedWorkspace, requireWorkspace } from '#domains/content/items'
import { audited } from '#kernel/audit'
import { Failure } from '#kernel/failure'
import { copyPublished, copyWorkbook } from './copy-workbook.ts'
import { loadWorkbook } from './workbook-view.ts'

export const duplicateWorkbook: Handler<typeof contract> = async ({ params, body }, context) => {
  const { deploymentId, workbookId } = params
  const workspace = await requireWorkspace(context, deploymentId)
  if (body.shared && workspace.embedTenantId === consoleWorkspace)
    throw new Failure(
      'creator_mode_only',
      '`shared: true` copies from the shared workspace and is for creator-mode sessions. Leave it out to copy what you can see yourself.',
    )
  await holdTree(context.db, workspace)
  const id = body.shared
    ? await copyPublished(context, workspace, await requireSharedWorkspace(context, deploymentId), workbookId)
    : await copyWorkbook(context, workspace, workbookId)
  return audited(await loadWorkbook(context, workspace, id), [
    { kind: 'workbook', id, did: 'created' },
    { kind: 'workbook', id: workbookId },
    { kind: 'deployment', id: deploymentId },
  ])
}
