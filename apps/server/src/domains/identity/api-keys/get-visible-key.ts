import type { CallerAccess } from '#access'
import type { AuditReference } from '#kernel/audit'
import type { Db } from '#db'
import { Failure } from '#kernel/failure'
import { findKey, type KeyRow } from './api-key-queries.ts'

export const getVisibleKey = async (db: Db, access: CallerAccess, id: number): Promise<KeyRow> => {
  const key = await findKey(db, access, id)
  if (!key) throw new Failure('api_key_not_found', `API key ${id} was not found among the keys you can see.`)
  return key
}

/** Whose key it is, as the audit entry names them. */
export const ownerReference = ({ kind, principal_id: id }: KeyRow): AuditReference<'user' | 'service_account'> => ({
  kind: kind === 'service_account' ? 'service_account' : 'user',
  id,
})
