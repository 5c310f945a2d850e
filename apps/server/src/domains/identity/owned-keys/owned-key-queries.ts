import type { InTenant } from '#access'
import type { Touched } from '#kernel/audit'
import type { Db } from '#db'

/** Ends every key of an owner; no other can be made for them until the transaction ends. */
export const removeKeysOf = async (db: Db, { tenantId }: InTenant, principalId: number): Promise<Touched<'api_key'>[]> => {
  await db.selectFrom('principals').select('id').where('tenant_id', '=', tenantId).where('id', '=', principalId).forUpdate().execute()
  const keys = await db
    .deleteFrom('api_keys')
    .where('tenant_id', '=', tenantId)
    .where('principal_id', '=', principalId)
    .returning('id')
    .execute()
  return keys.map(({ id }) => ({ kind: 'api_key', id, did: 'deleted' }))
}
