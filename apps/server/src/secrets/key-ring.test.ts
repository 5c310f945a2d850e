import { afterEach, describe, expect, test } from 'vitest'
import { rootKeyId } from '#secrets'
import { openRing, type RingHolder, rootKey, useDatabase } from '#test'

const secret = 'a warehouse password'
const place = 'variable 7'

const database = useDatabase()
const holders: RingHolder[] = []
const root = { current: rootKey(1), previous: null }

afterEach(async () => {
  for (const holder of holders.splice(0)) await holder.close()
  await database.query('truncate data_keys, encryption_keys cascade')
})

const open = (roots = root as Parameters<typeof openRing>[1]): RingHolder => {
  const holder = openRing(database, roots)
  holders.push(holder)
  return holder
}
const newTenant = async (name: string): Promise<number> => {
  const [row] = await database.query<{ id: string }>(
    'insert into tenants (name) values ($1) on conflict (name) do update set name = $1 returning id',
    [name],
  )
  return Number(row?.id)
}
const seal = (holder: RingHolder, tenantId: number, text = secret): Promise<Buffer> =>
  holder.inTenant(tenantId, (db) => holder.ring.seal(db, tenantId, place, text))
const unseal = (holder: RingHolder, tenantId: number, sealed: Buffer, at = place): Promise<string> =>
  holder.inTenant(tenantId, (db) => holder.ring.open(db, tenantId, at, sealed))
const dataKeysOf = async (tenantId: number): Promise<number[]> =>
  (await database.query<{ id: string }>('select id from data_keys where tenant_id = $1 order by id', [tenantId])).map(({ id }) =>
    Number(id),
  )

const it = test.extend('tenantId', () => newTenant('one'))

describe('a key ring', () => {
  it('opens what it sealed, and so does another process that has the root key', async ({ tenantId }) => {
    const holder = open()
    const sealed = await seal(holder, tenantId)

    expect(await unseal(holder, tenantId, sealed)).toBe(secret)
    expect(await unseal(open(), tenantId, sealed)).toBe(secret)
  })

  it('writes the id of its key on every sealed value', async ({ tenantId }) => {
    const holder = open()
    const values = [await seal(holder, tenantId), await seal(holder, tenantId, ''), await seal(open(), tenantId)]

    const [dataKeyId] = await dataKeysOf(tenantId)
    for (const sealed of values) expect([sealed.readUInt8(0), Number(sealed.readBigUInt64BE(1))]).toEqual([1, dataKeyId])
  })

  it('gives each tenant a data key of its own, and one only', async () => {
    const [one, two] = [await newTenant('one'), await newTenant('two')]
    const holder = open()
    for (const tenantId of [one, two, one]) await seal(holder, tenantId)

    const keys = [...(await dataKeysOf(one)), ...(await dataKeysOf(two))]
    expect(new Set(keys).size).toBe(2)
  })

  it('refuses a value at another place, of another tenant, or changed', async () => {
    const [one, two] = [await newTenant('one'), await newTenant('two')]
    const holder = open()
    const sealed = await seal(holder, one)
    await seal(holder, two)
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1)

    await expect(unseal(holder, one, sealed, 'variable 8')).rejects.toThrow()
    await expect(unseal(holder, two, sealed)).rejects.toThrow(`of tenant ${two} does not exist`)
    await expect(unseal(holder, one, changed)).rejects.toThrow()
    expect(await unseal(holder, one, sealed)).toBe(secret)
  })

  it('refuses a value that was moved to another tenant together with its key', async () => {
    const [one, two] = [await newTenant('one'), await newTenant('two')]
    const sealed = await seal(open(), one)
    await database.query(
      'insert into data_keys (tenant_id, id, encryption_key_id, wrapped) select $2, id, encryption_key_id, wrapped from data_keys where tenant_id = $1',
      [one, two],
    )

    await expect(unseal(open(), two, sealed)).rejects.toThrow()
    expect(await unseal(open(), one, sealed)).toBe(secret)
  })

  it('refuses a value of a format it does not know, and says which', async ({ tenantId }) => {
    const holder = open()
    const sealed = await seal(holder, tenantId)
    sealed.writeUInt8(9, 0)

    await expect(unseal(holder, tenantId, sealed)).rejects.toThrow('Sealed values of format 9 are unknown to this build.')
  })

  it('forgets a data key whose transaction was undone', async ({ tenantId }) => {
    const holder = open()
    const undone = holder.inTenant(tenantId, async (db) => {
      await holder.ring.seal(db, tenantId, place, secret)
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    expect(await dataKeysOf(tenantId)).toEqual([])

    expect(await unseal(open(), tenantId, await seal(holder, tenantId))).toBe(secret)
  })

  it('uses one encryption key when many processes start together', async ({ tenantId }) => {
    const many = Array.from({ length: 6 }, () => open())

    await Promise.all(many.map(({ ring }) => ring.check()))

    expect(await database.query('select state from encryption_keys')).toEqual([{ state: 'active' }])
    const [first, ...others] = many
    const sealed = await seal(first as RingHolder, tenantId)
    for (const other of others) expect(await unseal(other, tenantId, sealed)).toBe(secret)
  })

  it('names the variables when the root key is another one', async ({ tenantId }) => {
    const sealed = await seal(open(), tenantId)
    const stranger = open({ current: rootKey(9), previous: rootKey(8) })

    await expect(stranger.ring.check()).rejects.toThrow(
      new RegExp(`was wrapped by root key ${rootKeyId(root.current)}, which is neither FACET_ROOT_KEY nor FACET_ROOT_KEY_PREVIOUS`),
    )
    await expect(unseal(stranger, tenantId, sealed)).rejects.toThrow('FACET_ROOT_KEY')
  })

  it('opens with the previous root key while the current one is new', async ({ tenantId }) => {
    const sealed = await seal(open(), tenantId)
    const moved = open({ current: rootKey(2), previous: root.current })

    expect(await unseal(moved, tenantId, sealed)).toBe(secret)
    expect(await unseal(open(), tenantId, await seal(moved, tenantId))).toBe(secret)
  })
})
