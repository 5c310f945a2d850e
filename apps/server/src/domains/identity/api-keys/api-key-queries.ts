import type { ApiKeyScope } from '@facet/contract'
import { type CallerAccess, type InTenant, isAdministrator } from '#access'
import type { Db } from '#db'

/** An administrator sees every key of the tenant, anyone else their own. A scoped key is no wider than what it made: it sees itself and that. */
const visible = (db: Db, { tenantId, caller }: CallerAccess) => {
  const keys = db
    .selectFrom('api_keys')
    .innerJoin('principals', (join) =>
      join.onRef('principals.tenant_id', '=', 'api_keys.tenant_id').onRef('principals.id', '=', 'api_keys.principal_id'),
    )
    .where('api_keys.tenant_id', '=', tenantId)
  if (!caller.reach.isTenantWide)
    return keys.where((where) =>
      where.or([where('api_keys.id', '=', caller.credentialId), where('api_keys.created_by_key_id', '=', caller.credentialId)]),
    )
  return isAdministrator(caller) ? keys : keys.where('api_keys.principal_id', '=', caller.principalId)
}

const columns = [
  'api_keys.id',
  'api_keys.name',
  'api_keys.principal_id',
  'principals.kind',
  'api_keys.hint',
  'api_keys.scope',
  'api_keys.created_at',
  'api_keys.created_by_key_id',
  'api_keys.expires_at',
] as const

export const listKeysAfter = (db: Db, access: CallerAccess, afterId: number, limit: number) =>
  visible(db, access).select(columns).where('api_keys.id', '>', afterId).orderBy('api_keys.id').limit(limit).execute()
export type KeyRow = Awaited<ReturnType<typeof listKeysAfter>>[number]

export const findKey = (db: Db, access: CallerAccess, id: number) =>
  visible(db, access).select(columns).where('api_keys.id', '=', id).executeTakeFirst()

export type NewKey = {
  name: string
  principalId: number
  secretHash: Buffer
  hint: string
  scope: ApiKeyScope
  createdByKeyId: number | null
  expiresAt: Date | null
}

/**
 * How many keys the owner has, whatever became of them; nobody makes another until this transaction ends. Nothing when the owner
 * is gone.
 */
export const lockAndCountKeys = async (db: Db, { tenantId }: InTenant, principalId: number): Promise<number | undefined> => {
  const owner = await db
    .selectFrom('principals')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', principalId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!owner) return undefined
  // A statement of its own: it sees what was committed while the lock was waited for.
  const { count } = await db
    .selectFrom('api_keys')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('principal_id', '=', principalId)
    .executeTakeFirstOrThrow()
  return count
}

/** Keeps the key that makes another from being deleted until this transaction ends. False when it is gone: then it makes none. */
export const lockMakerKey = async (db: Db, { tenantId, caller }: CallerAccess): Promise<boolean> => {
  const maker = await db
    .selectFrom('api_keys')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', caller.credentialId)
    .forKeyShare()
    .executeTakeFirst()
  return maker !== undefined
}

export const insertKey = (db: Db, { tenantId }: InTenant, key: NewKey) =>
  db
    .insertInto('api_keys')
    .values({
      tenant_id: tenantId,
      principal_id: key.principalId,
      name: key.name,
      secret_hash: key.secretHash,
      hint: key.hint,
      scope: JSON.stringify(key.scope),
      created_by_key_id: key.createdByKeyId,
      expires_at: key.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const removeKey = (db: Db, { tenantId }: CallerAccess, id: number) =>
  db.deleteFrom('api_keys').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
