import type { Db } from '#db'
import { findLevels, type ItemAccess, type Level, levels, requireItem, type WorkspaceAccess } from '#domains/content/items'
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
  const level = (await findLevels(context.db, workspace, [holder])).get(holder)?.level ?? levels.none
  if (level === levels.none) throw slugTaken(slug)
  return requireItem(context, workspace, 'workbook', holder, needed)
}
