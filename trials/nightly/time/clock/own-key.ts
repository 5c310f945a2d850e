import { hash, randomBytes } from 'node:crypto'
import type { Installation, Tenant } from '../../../harness/installation.ts'

/** Creates another key of the administrator. What it mints ends with it. */
export const makeOwnKey = async ({ sql }: Installation, { tenantId }: Tenant): Promise<{ id: number; secret: string }> => {
  const secret = `sk-${randomBytes(32).toString('base64url')}`
  const [row] = await sql<{ id: string }>(
    `insert into api_keys (tenant_id, principal_id, name, secret_hash, hint)
     select k.tenant_id, k.principal_id, 'own', $2, 'sk-…' from api_keys k where k.tenant_id = $1 order by k.id limit 1 returning id`,
    [tenantId, hash('sha256', secret, 'buffer')],
  )
  return { id: Number(row?.id), secret }
}

/** Sets the end of these keys relative to now, by the database clock. */
export const endKeysIn = ({ sql }: Installation, ids: number[], ms: number): Promise<unknown> =>
  sql("update api_keys set expires_at = clock_timestamp() + $2 * interval '1 ms' where id = any ($1::bigint[])", [ids, ms])
