import { hash, randomBytes } from 'node:crypto'
import type { Installation, Tenant } from '../../../harness/installation.ts'

export type OwnKey = {
  id: number
  secret: string
  endIn: (ms: number) => Promise<unknown>
  hastenUnheard: (ms: number) => Promise<unknown>
}

/** Another key of the administrator, whose end can be moved; what it minted ends with it. */
export const makeOwnKey = async ({ sql }: Installation, { tenantId }: Tenant): Promise<OwnKey> => {
  const secret = `sk-${randomBytes(32).toString('base64url')}`
  const [row] = await sql<{ id: string }>(
    `insert into api_keys (tenant_id, principal_id, name, secret_hash, hint)
     select k.tenant_id, k.principal_id, 'own', $2, 'sk-…' from api_keys k where k.tenant_id = $1 order by k.id limit 1 returning id`,
    [tenantId, hash('sha256', secret, 'buffer')],
  )
  const id = Number(row?.id)
  return {
    id,
    secret,
    endIn: (ms) => endKeysIn({ sql }, [id], ms),
    // Past the trigger that would tell the process of it.
    hastenUnheard: (ms) =>
      sql(
        `do $$ begin set local session_replication_role = replica;
           update api_keys set expires_at = expires_at - ${ms} * interval '1 ms' where id = ${id}; end $$`,
      ),
  }
}

/** Sets the end of these to so many milliseconds from now, on the database's clock. */
export const endKeysIn = ({ sql }: Pick<Installation, 'sql'>, ids: number[], ms: number): Promise<unknown> =>
  sql("update api_keys set expires_at = clock_timestamp() + $2 * interval '1 ms' where id = any ($1::bigint[])", [ids, ms])
