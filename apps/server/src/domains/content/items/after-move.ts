import type { Db } from '#db'
import { findLevels } from './level-queries.ts'
import { levels } from './levels.ts'
import type { ItemAccess } from './require-item.ts'

/** The same access once the item lies elsewhere, where the caller's level may be another. Who moved it sees it once more, whatever is left to them. */
export const afterMove = async <Access extends ItemAccess>(db: Db, access: Access): Promise<Access> => {
  const level = (await findLevels(db, access, [access.itemId])).get(access.itemId)?.level ?? levels.none
  return { ...access, level: level === levels.none ? levels.view : level }
}
