import type { updateWorkbook as contract } from '@facet/contract'
import type { Context, Handler } from '#context'
import {
  holdTree,
  type ItemAccess,
  itemNotFound,
  levels,
  lockTree,
  requireItem,
  requirePlace,
  requireWorkspace,
  type WorkspaceAccess,
} from '#domains/content/items'
import { audited } from '#kernel/audit'
import { realChanges } from './change-rules.ts'
import { documentsOf } from './document-rules.ts'
import { requireSlugHolder } from './require-slug-holder.ts'
import { clearSlug, findSlugHolder, lockSlug } from './slug-queries.ts'
import { slugSent, slugTaken } from './slug-rules.ts'
import { changeWorkbook, lockWorkbooks } from './workbook-queries.ts'
import { loadWorkbook } from './workbook-view.ts'

/** Another workbook that has the slug, if the caller may take it from there. */
const findHolderToClear = async (
  context: Context,
  workspace: WorkspaceAccess,
  workbookId: number,
  slug: string,
  isTakeover: boolean,
): Promise<ItemAccess<'workbook'> | null> => {
  await lockSlug(context.db, workspace, slug)
  const holder = await findSlugHolder(context.db, workspace, slug)
  if (holder === null || holder === workbookId) return null
  if (!isTakeover) throw slugTaken(slug)
  return requireSlugHolder(context, workspace, slug, levels.edit)
}

export const updateWorkbook: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const { workbookId } = params
  const workspace = await requireWorkspace(context, params.deploymentId)
  const isMove = body.folderId !== undefined
  await (isMove ? lockTree : holdTree)(db, workspace)
  const access = await requireItem(context, workspace, 'workbook', workbookId, isMove ? levels.full : levels.edit)
  const parentId = isMove ? await requirePlace(context, workspace, body.folderId) : undefined
  const documents = documentsOf(body)
  const slug = slugSent(body.slug)
  const holder = slug ? await findHolderToClear(context, workspace, workbookId, slug, body.slugTakeover === true) : null

  const rows = await lockWorkbooks(db, access, holder === null ? [workbookId] : [workbookId, holder.itemId])
  const row = rows.get(workbookId)
  if (!row) throw itemNotFound('workbook', workbookId)
  const changes = realChanges(row, {
    ...(body.name == null ? {} : { name: body.name }),
    ...(parentId === undefined ? {} : { parentId }),
    ...(slug === undefined ? {} : { slug }),
    // A meta that comes without a draft is one without a draft.
    ...(documents.meta ? { draft: null } : {}),
    ...documents,
  })
  const isTaken = holder !== null && rows.get(holder.itemId)?.slug === slug
  if (isTaken) await clearSlug(db, holder)
  const isChanged = Object.keys(changes).length > 0
  if (isChanged) await changeWorkbook(db, access, changes)
  return audited(await loadWorkbook(context, access, workbookId), [
    { kind: 'workbook', id: workbookId, did: isChanged ? 'updated' : 'unchanged' },
    ...(isTaken ? [{ kind: 'workbook', id: holder.itemId, did: 'updated' } as const] : []),
    { kind: 'deployment', id: access.deploymentId },
  ])
}
