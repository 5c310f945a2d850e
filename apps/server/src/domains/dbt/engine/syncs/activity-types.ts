import type { SyncId } from './types.ts'

/** `over`: it has its outcome, or is gone, and nothing is left to do. */
export type SyncEnd = 'completed' | 'failed' | 'cancelled' | 'over'

/** The steps of the workflow `dbtSync`, as it calls them. Each may run twice. */
export type DbtSyncActivities = {
  /** Clone to convert: these share a disk, so they are one step, and begin anew where its worker died. */
  generateDbtModel: (sync: SyncId) => Promise<'generated' | SyncEnd>
  /** Compiles and commits what was generated, and writes the outcome. */
  publishDbtModel: (sync: SyncId) => Promise<SyncEnd>
}
