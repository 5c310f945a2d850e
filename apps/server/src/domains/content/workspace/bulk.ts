import type { WorkspaceItemRef } from '@facet/contract'
import { type Db, inSavepoint } from '#db'
import { Failure } from '#kernel/failure'

export type BulkFailure = WorkspaceItemRef & { error: { status: number; message: string } }

/** What may be said of one item. Anything else, such as a database that is away, is no answer about an item. */
const refusalIn = (error: unknown): Failure => {
  if (error instanceof Failure && error.status < 500) return error
  throw error
}

/** Does something to each of the items, in their order and repeats once; what fails is undone alone and listed. */
export const forEachItem = async <Done>(
  db: Db,
  items: readonly WorkspaceItemRef[],
  act: (item: WorkspaceItemRef) => Promise<Done>,
): Promise<{ done: Done[]; failed: BulkFailure[] }> => {
  const distinct = new Map(items.map(({ type, id }) => [`${type} ${id}`, { type, id }]))
  const done: Done[] = []
  const failed: BulkFailure[] = []
  for (const item of distinct.values()) {
    try {
      done.push(await inSavepoint(db, () => act(item)))
    } catch (error) {
      const { status, message } = refusalIn(error)
      failed.push({ ...item, error: { status, message } })
    }
  }
  return { done, failed }
}
