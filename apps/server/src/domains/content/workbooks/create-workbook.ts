import type { createWorkbook as contract } from '@facet/contract'
import type { Handler } from '#context'
import { holdTree, requirePlace, requireWorkspace } from '#domains/content/items'
import { audited } from '#kernel/audit'
import { documentsOf } from './document-rules.ts'
import { insertWorkbook } from './workbook-queries.ts'
import { loadWorkbook } from './workbook-view.ts'

export const untitled = 'Untitled workbook'

export const createWorkbook: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const workspace = await requireWorkspace(context, params.deploymentId)
  await holdTree(db, workspace)
  const parentId = await requirePlace(context, workspace, body.folderId)
  const id = await insertWorkbook(db, workspace, { name: body.name ?? untitled, parentId, ...documentsOf(body) })
  return audited(await loadWorkbook(context, workspace, id), [
    { kind: 'workbook', id, did: 'created' },
    { kind: 'deployment', id: workspace.deploymentId },
  ])
}
