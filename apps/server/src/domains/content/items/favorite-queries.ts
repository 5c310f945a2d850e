import type { Db } from '#db'
import type { ItemAccess } from './require-item.ts'
import type { WorkspaceAccess } from './workspace-access.ts'

/** Which of these items are among the caller's favourites. */
export const findFavorites = async (db: Db, { tenantId, personId }: WorkspaceAccess, ids: readonly number[]): Promise<Set<number>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('content_favorites')
    .select('item_id')
    .where('tenant_id', '=', tenantId)
    .where('viewer_id', '=', personId)
    .where('item_id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.item_id))
}

export const insertFavorite = async (db: Db, { tenantId, personId, itemId }: ItemAccess): Promise<void> => {
  await db
    .insertInto('content_favorites')
    .values({ tenant_id: tenantId, viewer_id: personId, item_id: itemId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const deleteFavorite = async (db: Db, { tenantId, personId, itemId }: ItemAccess): Promise<void> => {
  await db
    .deleteFrom('content_favorites')
    .where('tenant_id', '=', tenantId)
    .where('viewer_id', '=', personId)
    .where('item_id', '=', itemId)
    .execute()
}
