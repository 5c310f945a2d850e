import { findItems } from '#domains/content/items'
import { Failure } from '#kernel/failure'
import type { Importing, Planned } from './importing.ts'

/** Ends a turn that has lasted long enough, and refuses an item that somebody else changed since it was planned. */
export const beginItem = async ({ db, workspace, yieldTurn }: Importing, { id, updatedAt, entry }: Planned): Promise<void> => {
  await yieldTurn()
  if (id === null) return
  const row = (await findItems(db, workspace, [id])).get(id)
  if (row && row.updated_at.getTime() === updatedAt?.getTime()) return
  throw new Failure(
    'content_import_overtaken',
    `Somebody ${row ? 'changed' : 'deleted'} what ${entry.path} is here while it was imported. Nothing was applied; repeat the import.`,
  )
}
