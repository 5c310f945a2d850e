import { contentLimits, type upsertWorkbookBySlug as contract } from '@facet/contract'
import type { Handler } from '#context'
import { holdTree, levels, lockTree, requireFitting, requirePlace, requireWorkspace } from '#domains/content/items'
import { audited } from '#kernel/audit'
import { Failure } from '#kernel/failure'
import { realChanges } from './change-rules.ts'
import { untitled } from './create-workbook.ts'
import { documentsOf } from './document-rules.ts'
import { requireSlugHolder } from './require-slug-holder.ts'
import { findSlugHolder, lockSlug } from './slug-queries.ts'
import { slugOf } from './slug-rules.ts'
import { changeWorkbook, insertWorkbook, lockWorkbooks } from './workbook-queries.ts'
import { loadWorkbook } from './workbook-view.ts'

const branchChanged = (slug: string): Failure =>
  new Failure(
    'upsert_branch_changed',
    `Another request gave the slug "${slug}" to a workbook, or took it away, meanwhile. Nothing was applied: repeat the request.`,
  )

export const upsertWorkbookBySlug: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const slug = slugOf(params.slug)
  const workspace = await requireWorkspace(context, params.deploymentId)
  const isMove = body.folderId !== undefined
  await (isMove ? lockTree : holdTree)(db, workspace)
  const holder = await requireSlugHolder(context, workspace, slug, isMove ? levels.full : levels.edit)
  const parentId = await requirePlace(context, workspace, body.folderId)
  const documents = documentsOf(body)

  await lockSlug(db, workspace, slug)
  if ((await findSlugHolder(db, workspace, slug)) !== (holder && holder.itemId)) throw branchChanged(slug)
  const deployment = { kind: 'deployment', id: workspace.deploymentId } as const
  if (!holder) {
    const id = await insertWorkbook(db, workspace, { name: body.name ?? untitled, parentId, slug, ...documents })
    return audited(await loadWorkbook(context, workspace, id), [{ kind: 'workbook', id, did: 'created' }, deployment])
  }
  const row = (await lockWorkbooks(db, holder, [holder.itemId])).get(holder.itemId)
  if (row?.slug !== slug) throw branchChanged(slug)
  const meta = documents.meta && { ...row.meta, ...documents.meta }
  if (meta) requireFitting(meta, contentLimits.metaBytes, '/body/meta, merged into the stored one,')
  const changes = realChanges(row, {
    ...(body.name == null ? {} : { name: body.name }),
    ...(isMove ? { parentId } : {}),
    ...documents,
    ...(meta ? { meta } : {}),
  })
  const isChanged = Object.keys(changes).length > 0
  if (isChanged) await changeWorkbook(db, holder, changes)
  return audited(await loadWorkbook(context, holder, holder.itemId), [
    { kind: 'workbook', id: holder.itemId, did: isChanged ? 'updated' : 'unchanged' },
    deployment,
  ])
}
