import type { TenantAccess } from '#access'
import type { Db } from '#db'
import { Failure } from '#failure'
import { findKey, type KeyRow } from './api-key-queries.ts'

export const getVisibleKey = async (db: Db, access: TenantAccess, id: number): Promise<KeyRow> => {
  const key = await findKey(db, access, id)
  if (!key) throw new Failure('api_key_not_found', `API key ${id} was not found among the keys you can see.`)
  return key
}
