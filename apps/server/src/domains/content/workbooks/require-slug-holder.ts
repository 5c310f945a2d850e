import type { Db } from '#db'
import { type ItemAccess, type Level, requireItem, type WorkspaceAccess } from '#domains/content/items'
import { Failure } from '#kernel/failure'
import { findSlugHolder } from './slug-queries.ts'
import { slugTaken } from './slug-rules.ts'

/** The workbook that has the slug, at a level; null where none has. Of one that the caller may not see, all that is said is that it is taken. */
export const requireSlugHolder = async (
  context: { db: Db },
  workspace: WorkspaceAccess,
  slug: string,
  needed: Exclude<Level, 0>,
): Promise<ItemAccess<'workbook'> | null> => {
  const holder = await findSlugHolder(context.db, workspace, slug)
  if (holder === null) return null
  // One look decides: between two of them a share can be taken away.
  return requireItem(context, workspace, 'workbook', holder, needed).catch((error: unknown) => {
    throw error instanceof Failure && error.code === 'workbook_not_found' ? slugTaken(slug, error) : error
  })
}
