import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool, type Db, inSavepoint, inTransaction, type Pool } from '#db'
import { fillTenant, useDatabase } from '#test'

const database = useDatabase()
let pool: Pool
let tenantId: number

beforeAll(async () => {
  tenantId = await fillTenant(database.query, 'own')
  pool = createPool(database.serviceUrl, 1, () => undefined)
})
afterAll(() => pool.end())

const addGroup = (db: Db, name: string) =>
  db.insertInto('groups').values({ tenant_id: tenantId, namespace: 'groups', name, embed_tenant_id: null, description: null }).execute()

it('a savepoint rolls back only the failed part', async () => {
  await inTransaction(pool, tenantId, 'read write', async (db) => {
    await addGroup(db, 'before')
    const failing = inSavepoint(db, async () => {
      await addGroup(db, 'within')
      await addGroup(db, 'before')
    })
    await expect(failing).rejects.toMatchObject({ constraint: 'groups_name_key' })
    expect(await inSavepoint(db, () => addGroup(db, 'after').then(() => 'done'))).toBe('done')
  })

  const rows = await database.query<{ name: string }>(`select name from groups where name in ('before', 'within', 'after') order by id`)
  expect(rows.map(({ name }) => name)).toEqual(['before', 'after'])
})
