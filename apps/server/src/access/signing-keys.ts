import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { type Db, type FunctionCalls, inTransaction, type Pool, sql } from '#db'
import type { KeyRing } from '#secrets'
import { createGuardedCache, type GuardedCache } from './guarded-cache.ts'
import type { Revocations } from './revocations.ts'

export type PublicJwk = { kty: string; crv: string; x: string; y: string; kid: string; alg: string; use: string }
export type SigningKeys = { active: { kid: string; key: KeyObject } | null; publicKeys: Map<string, KeyObject>; jwks: PublicJwk[] }

type KeyRow = {
  id: number | null
  state: 'next' | 'active' | 'retired'
  public_jwk: Omit<PublicJwk, 'kid'>
  private_sealed: Buffer
  epoch: number
}

const aad = 'embed signing key'

const newKeyPair = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  return {
    publicJwk: JSON.stringify({ kty, crv, x, y, alg: 'ES256', use: 'sig' }),
    privatePem: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
  }
}

const insertKey = async (db: Db, keyRing: KeyRing, tenantId: number, state: 'next' | 'active'): Promise<void> => {
  const { publicJwk, privatePem } = newKeyPair()
  const sealed = await keyRing.seal(db, tenantId, aad, privatePem)
  await db
    .insertInto('embed_signing_keys')
    .values({ tenant_id: tenantId, state, public_jwk: publicJwk, private_sealed: sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * The key that signs now is retired, the one published beforehand signs, a new one is published. Everyone has known the
 * signing key since the rotation before, and knows the retired one until the last of its tokens has ended.
 */
export const rotateSigningKey = async (db: Db, keyRing: KeyRing, tenantId: number): Promise<void> => {
  await sql`select from embed_signing_keys where tenant_id = ${tenantId} order by id for update`.execute(db)
  const change = (to: 'active' | 'retired') => db.updateTable('embed_signing_keys').set({ state: to }).where('tenant_id', '=', tenantId)
  await change('retired').set({ retired_at: sql<Date>`now()` }).where('state', '=', 'active').execute()
  await change('active').where('state', '=', 'next').execute()
  // A tenant that never signed anything has neither yet.
  await insertKey(db, keyRing, tenantId, 'active')
  await insertKey(db, keyRing, tenantId, 'next')
}

const kidOf = (id: number): string => String(id)

/** The keys of each tenant's embed tokens: made when first needed, private parts opened in memory only. */
export const createSigningKeys = (
  calls: FunctionCalls,
  pool: Pool,
  keyRing: KeyRing,
  revocations: Revocations,
): { signingKeys: GuardedCache<SigningKeys>; loadSigningKeys: (tenantId: number) => Promise<SigningKeys> } => {
  const list = (tenantId: number) => calls.call<KeyRow>('list-signing-keys', 'select * from facet_list_signing_keys($1)', [tenantId])
  const open = (tenantId: number, sealed: Buffer): Promise<string> =>
    inTransaction(pool, tenantId, 'read only', (db) => keyRing.open(db, tenantId, aad, sealed))
  const make = (tenantId: number): Promise<void> =>
    inTransaction(pool, tenantId, 'read write', async (db) => {
      await insertKey(db, keyRing, tenantId, 'active')
      await insertKey(db, keyRing, tenantId, 'next')
    })

  const load = async (tenantId: number): Promise<{ value: SigningKeys; tenantId: number; epoch: number }> => {
    let rows = await list(tenantId)
    if (!rows.some(({ state }) => state === 'active')) {
      await make(tenantId)
      rows = await list(tenantId)
    }
    const keys = rows.flatMap((row) => (row.id === null ? [] : [{ ...row, kid: kidOf(row.id) }]))
    const active = keys.find(({ state }) => state === 'active')
    const value: SigningKeys = {
      active: active ? { kid: active.kid, key: createPrivateKey(await open(tenantId, active.private_sealed)) } : null,
      publicKeys: new Map(keys.map((row) => [row.kid, createPublicKey({ key: row.public_jwk, format: 'jwk' })])),
      jwks: keys.map((row) => ({ ...row.public_jwk, kid: row.kid })),
    }
    return { value, tenantId, epoch: rows[0]?.epoch ?? 0 }
  }

  return {
    signingKeys: createGuardedCache(revocations, async (tenantId) => (tenantId === null ? undefined : load(tenantId))),
    loadSigningKeys: async (tenantId) => (await load(tenantId)).value,
  }
}
