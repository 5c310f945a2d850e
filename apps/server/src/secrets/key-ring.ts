import { LRUCache } from 'lru-cache'
import { type Db, sql } from '#db'
import type { EncryptionKeys } from './encryption-keys.ts'
import { newKey, openWith, sealWith } from './sealing.ts'

export type KeyRing = {
  /** Seals several values with one look at the tenant's keys. */
  sealer: (db: Db, tenantId: number) => Promise<(aad: string, plain: string) => Buffer>
  /** `aad` is additional authenticated data that names where the secret is stored; opening it with another fails. */
  seal: (db: Db, tenantId: number, aad: string, plain: string) => Promise<Buffer>
  open: (db: Db, tenantId: number, aad: string, sealed: Buffer) => Promise<string>
  check: () => Promise<void>
}

const format = 1
const headerLength = 9
const maxCached = 20_000

type DataKey = { id: number; key: Buffer }

const header = (dataKeyId: number): Buffer => {
  const bytes = Buffer.alloc(headerLength)
  bytes.writeUInt8(format, 0)
  bytes.writeBigUInt64BE(BigInt(dataKeyId), 1)
  return bytes
}

const dataKeyIdOf = (sealed: Buffer): number => {
  if (sealed.readUInt8(0) !== format) throw new Error(`Sealed values of format ${sealed.readUInt8(0)} are unknown to this build.`)
  return Number(sealed.readBigUInt64BE(1))
}

const aadOf = (tenantId: number, aad: string): string => `tenant ${tenantId} ${aad}`

/** Seals with a data key of the tenant; every sealed value carries the id of its key, so keys can change at any time. */
export const createKeyRing = (encryptionKeys: EncryptionKeys): KeyRing => {
  const cached = new LRUCache<string, DataKey>({ max: maxCached })

  const remember = (tenantId: number, dataKey: DataKey): DataKey => {
    cached.set(`${tenantId} ${dataKey.id}`, dataKey)
    return dataKey
  }

  const unwrap = async (tenantId: number, row: { id: number; encryption_key_id: number; wrapped: Buffer }): Promise<DataKey> => {
    const key = openWith(await encryptionKeys.get(row.encryption_key_id), aadOf(tenantId, `data key ${row.id}`), row.wrapped)
    return remember(tenantId, { id: row.id, key })
  }

  const findRow = (db: Db, tenantId: number) =>
    db.selectFrom('data_keys').select(['id', 'encryption_key_id', 'wrapped']).where('tenant_id', '=', tenantId)

  const newest = async (db: Db, tenantId: number): Promise<DataKey> => {
    const row = await findRow(db, tenantId).orderBy('id', 'desc').limit(1).executeTakeFirst()
    if (row) return cached.get(`${tenantId} ${row.id}`) ?? unwrap(tenantId, row)
    const active = await encryptionKeys.active()
    const { id } = await sql<{ id: number }>`select nextval('facet_ids') as id`.execute(db).then(({ rows }) => rows[0] as { id: number })
    const key = newKey()
    const wrapped = sealWith(active.key, aadOf(tenantId, `data key ${id}`), key)
    await db.insertInto('data_keys').values({ tenant_id: tenantId, id, encryption_key_id: active.id, wrapped }).execute()
    // Not remembered: the transaction may still be undone, and then no such key exists.
    return { id, key }
  }

  const byId = async (db: Db, tenantId: number, id: number): Promise<DataKey> => {
    const known = cached.get(`${tenantId} ${id}`)
    if (known) return known
    const row = await findRow(db, tenantId).where('id', '=', id).executeTakeFirst()
    if (!row) throw new Error(`Data key ${id} of tenant ${tenantId} does not exist.`)
    return unwrap(tenantId, row)
  }

  const sealer: KeyRing['sealer'] = async (db, tenantId) => {
    const dataKey = await newest(db, tenantId)
    return (aad, plain) => Buffer.concat([header(dataKey.id), sealWith(dataKey.key, aadOf(tenantId, aad), Buffer.from(plain))])
  }

  return {
    sealer,
    seal: async (db, tenantId, aad, plain) => (await sealer(db, tenantId))(aad, plain),
    open: async (db, tenantId, aad, sealed) => {
      const dataKey = await byId(db, tenantId, dataKeyIdOf(sealed))
      return openWith(dataKey.key, aadOf(tenantId, aad), sealed.subarray(headerLength)).toString()
    },
    check: async () => {
      await encryptionKeys.active()
    },
  }
}
