import { rotateSigningKey, writeAudit } from '#access'
import { type FunctionCalls, inTransaction, type Pool } from '#db'
import type { KeyRing } from '#secrets'

/** Stops minting and exchanging of one tenant or of all (null), or lets both go on; tokens that live are not touched. Gives how many changed. */
export const freezeEmbedding = async (calls: FunctionCalls, tenantId: number | null, isFrozen: boolean): Promise<number> => {
  const [row] = await calls.call<{ changed: number }>('freeze-embedding', 'select facet_freeze_embedding($1, $2) as changed', [
    tenantId,
    isFrozen,
  ])
  return row?.changed ?? 0
}

/** Ends every session and token minted until now, of one tenant or of all (null). */
export const revokeAllEmbedding = async (calls: FunctionCalls, tenantId: number | null): Promise<void> => {
  await calls.call('revoke-all-embedding', 'select facet_revoke_all_embedding($1)', [tenantId])
}

export const rotateEmbedKey = (pool: Pool, keyRing: KeyRing, tenantId: number): Promise<void> =>
  inTransaction(pool, tenantId, 'read write', async (db) => {
    await rotateSigningKey(db, keyRing, tenantId)
    await writeAudit(db, {
      tenantId,
      operation: 'facet embed rotate-key',
      outcome: 'done',
      actor: 'operator',
      targets: [{ kind: 'tenant', id: tenantId, did: 'updated' }],
    })
  })
