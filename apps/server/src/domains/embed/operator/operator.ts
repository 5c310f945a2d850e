import type { AuditVerb } from '@facet/contract'
import { rotateSigningKey } from '#access'
import { writeAudit } from '#audit'
import { type Db, type FunctionCalls, inTransaction, type Pool } from '#db'
import type { KeyRing } from '#secrets'

const record = (db: Db, tenantId: number, operation: string, did: AuditVerb): Promise<void> =>
  writeAudit(db, { tenantId, operation, outcome: 'done', actor: 'operator', targets: [{ kind: 'tenant', id: tenantId, did }] })

/** Over the whole installation there is no one trail to write to; the command's own output is the operator's record. */
const recordFor = async (pool: Pool, tenantId: number | null, operation: string, did: AuditVerb): Promise<void> => {
  if (tenantId !== null) await inTransaction(pool, tenantId, 'read write', (db) => record(db, tenantId, operation, did))
}

/** Stops minting and exchanging, or lets both go on; tokens that live are not touched. */
export const freezeEmbedding = async (pool: Pool, calls: FunctionCalls, tenantId: number | null, isFrozen: boolean): Promise<number> => {
  const [row] = await calls.call<{ changed: number }>('freeze-embedding', 'select facet_freeze_embedding($1, $2) as changed', [
    tenantId,
    isFrozen,
  ])
  await recordFor(pool, tenantId, isFrozen ? 'facet embed freeze' : 'facet embed thaw', 'updated')
  return row?.changed ?? 0
}

/** Ends every session and token minted until now. */
export const revokeAllEmbedding = async (pool: Pool, calls: FunctionCalls, tenantId: number | null): Promise<void> => {
  await calls.call('revoke-all-embedding', 'select facet_revoke_all_embedding($1)', [tenantId])
  await recordFor(pool, tenantId, 'facet embed revoke-all', 'sessions_ended')
}

export const rotateEmbedKey = (pool: Pool, keyRing: KeyRing, tenantId: number): Promise<void> =>
  inTransaction(pool, tenantId, 'read write', async (db) => {
    await rotateSigningKey(db, keyRing, tenantId)
    await record(db, tenantId, 'facet embed rotate-key', 'updated')
  })
