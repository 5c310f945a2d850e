import type { Db } from '#db'
import { readVariables } from '#engine/hosting'
import type { KeyRing } from '#secrets'
import type { OfDeployment } from './integration-queries.ts'

/** What of a deployment's variables a sync may see. */
export type SyncVariables = {
  /** Those that the settings name. */
  selected: Record<string, string>
  /** `CUBEJS_DB_*`: the warehouse and its credentials. */
  database: Record<string, string>
  /** Named, and deleted since. */
  missing: string[]
  /** Of names and sealed values of all variables: another whenever one is set, and tells nothing about a value. */
  hash: string
  /** `CUBEJS_DB_TYPE`, as it is written. */
  warehouseType: string | null
}

export const readSyncVariables = async (db: Db, keyRing: KeyRing, of: OfDeployment, names: readonly string[]): Promise<SyncVariables> => {
  const { values, hash } = await readVariables(db, keyRing, of)
  const only = (isWanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name))) as Record<string, string>
  return {
    selected: only((name) => names.includes(name)),
    database: only((name) => name.startsWith('CUBEJS_DB_')),
    missing: names.filter((name) => !Object.hasOwn(values, name)),
    hash,
    warehouseType: values['CUBEJS_DB_TYPE']?.trim() || null,
  }
}
