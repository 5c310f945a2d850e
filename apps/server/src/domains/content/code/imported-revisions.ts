import type { Db } from '#db'
import type { WorkspaceAccess } from '#domains/content/items'
import { type ImportedRevision, type Part, saveImported } from './import-queries.ts'

/** What an import leaves of each item, written many at a time. */
export type ImportedRevisions = {
  save: (itemId: number, part: Part, revision: string) => Promise<void>
  /** Writes what is not written yet: once all is applied. */
  flush: () => Promise<void>
}

const maxInStatement = 500

export const createImportedRevisions = (db: Db, workspace: WorkspaceAccess): ImportedRevisions => {
  const waiting = new Map<string, ImportedRevision>()
  const flush = async (): Promise<void> => {
    if (waiting.size === 0) return
    await saveImported(db, workspace, [...waiting.values()])
    waiting.clear()
  }
  return {
    save: async (itemId, part, revision) => {
      waiting.set(`${part} ${itemId}`, { itemId, part, revision })
      if (waiting.size >= maxInStatement) await flush()
    },
    flush,
  }
}
