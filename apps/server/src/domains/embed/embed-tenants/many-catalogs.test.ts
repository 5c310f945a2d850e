import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, createClient } from '#db'
import { type Actor, creator, givenCatalogs, mint, useServer } from '#test'

const server = useServer()
const maxLocks = 200
let owner: Actor
let client: Client

beforeAll(async () => {
  owner = await givenCatalogs(server)
  client = createClient(server.database().adminUrl)
  await client.connect()
  // Locks are counted here; how long a busy machine takes for thousands of rows is no part of it.
  await client.query('set statement_timeout = 0')
})
afterAll(() => client.end())

const inTransaction = async <T>(work: () => Promise<T>): Promise<T> => {
  await client.query('begin')
  try {
    return await work()
  } finally {
    await client.query('rollback')
  }
}

const locksHeld = async (): Promise<number> =>
  (await client.query<{ count: number }>("select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()")).rows[0]
    ?.count ?? 0

const fillEmbedTenants = (count: number) =>
  client.query(
    `with made as (insert into embed_tenants (tenant_id, name) select $1, 'customer-' || n from generate_series(1, $2::int) n returning id)
     insert into groups (tenant_id, embed_tenant_id, namespace, name) select $1, id, 'groups', 'to go' from made`,
    [owner.tenantId, count],
  )

/** Whether somebody else could use the catalog now. */
const isFree = async (tenantId: number, embedTenantName: string): Promise<boolean> =>
  (await server.query('select from facet_resolve_catalog($1, $2, true, $3, $3, $3, false)', [tenantId, embedTenantName, []])).length > 0

describe('locks of catalogs, which a whole server has only so many of', () => {
  it.each([
    ['made', "insert into embed_tenants (tenant_id, name) select $1, 'another-' || n from generate_series(1, 1000) n"],
    ['changed', "update embed_tenants set name = 'x' || name where tenant_id = $1"],
    ['given other texts', "update embed_tenants set display_name = 'x' where tenant_id = $1"],
    ['removed', 'update embed_tenants set removed_at = now() where tenant_id = $1'],
    ['deleted', 'delete from embed_tenants where tenant_id = $1'],
  ])('are few, however many embed tenants are %s at once', async (_, statement) => {
    const held = await inTransaction(async () => {
      await fillEmbedTenants(1000)
      await client.query(statement, [owner.tenantId])
      return locksHeld()
    })

    expect(held).toBeLessThan(maxLocks)
  })

  it('are few, however many statements of a transaction take some, and keep all of the tenant from minting', async () => {
    await inTransaction(async () => {
      await fillEmbedTenants(150)
      for (let n = 1; n <= 150; n++)
        await client.query(
          'delete from groups g using embed_tenants e where e.id = g.embed_tenant_id and e.tenant_id = $1 and e.name = $2',
          [owner.tenantId, `customer-${n}`],
        )
      expect(await locksHeld()).toBeLessThan(maxLocks)
      expect(await isFree(owner.tenantId, 'acme-corp')).toBe(false)
    })
    expect(await isFree(owner.tenantId, 'acme-corp')).toBe(true)
  })

  it('are few, however many tenants a statement touches, and keep each of them from minting', async () => {
    const neighbour = await server.admin()
    await inTransaction(async () => {
      await client.query(
        `with made as (insert into tenants (name) select 'many ' || n from generate_series(1, 500) n returning id)
         insert into groups (tenant_id, namespace, name) select id, 'groups', 'to go' from made`,
      )
      await client.query("delete from groups where name = 'to go'")
      expect(await locksHeld()).toBeLessThan(maxLocks)
      expect([await isFree(owner.tenantId, 'acme-corp'), await isFree(neighbour.tenantId, 'none')]).toEqual([false, false])
    })
  })

  it('are those of one embed tenant when one is changed: others are minted for meanwhile', async () => {
    await mint(owner, { ...creator, embedTenantName: 'other-corp', externalId: 'user-1' })
    await inTransaction(async () => {
      await client.query("delete from groups where tenant_id = $1 and name = 'editors'", [owner.tenantId])
      await client.query("delete from groups where tenant_id = $1 and name = 'readers'", [owner.tenantId])

      expect([await isFree(owner.tenantId, 'acme-corp'), await isFree(owner.tenantId, 'other-corp')]).toEqual([false, true])
      expect(await mint(owner, { ...creator, embedTenantName: 'other-corp', externalId: 'user-1' })).toMatch(/^es_/)
    })
  })

  it('are given back with a savepoint, and taken again after it', async () => {
    await inTransaction(async () => {
      const remove = () => client.query("delete from groups where tenant_id = $1 and name = 'editors'", [owner.tenantId])
      await client.query('savepoint part')
      await remove()
      await client.query('rollback to part')
      expect(await isFree(owner.tenantId, 'acme-corp')).toBe(true)
      await remove()
      expect(await isFree(owner.tenantId, 'acme-corp')).toBe(false)
    })
  })
})

describe('the epoch of a catalog', () => {
  const epochs = async (): Promise<object[]> =>
    server.query('select scope, epoch from catalog_epochs where tenant_id = $1 order by scope', [owner.tenantId])
  const changing = async (statement: string): Promise<boolean> => {
    const before = JSON.stringify(await epochs())
    await server.query(statement, [owner.tenantId])
    return JSON.stringify(await epochs()) !== before
  }

  it.each([
    ['stays when a group is made', "insert into groups (tenant_id, namespace, name) values ($1, 'groups', 'made')", false],
    ['stays when a group is written as it was', 'update groups set description = description where tenant_id = $1', false],
    ['rises when a text changes', "update groups set description = 'another' where tenant_id = $1 and name = 'basic'", true],
    [
      'stays when an attribute is written as it was',
      'update user_attributes set default_value = default_value where tenant_id = $1',
      false,
    ],
    ['rises when an attribute changes', "update user_attributes set is_trusted = false where tenant_id = $1 and name = 'seats'", true],
    ['stays when an embed tenant is written as it was', 'update embed_tenants set name = name where tenant_id = $1', false],
    ['rises when a group goes', "delete from groups where tenant_id = $1 and name = 'basic'", true],
    ['rises when an embed tenant is removed', 'update embed_tenants set removed_at = now() where tenant_id = $1', true],
  ])('%s', async (_, statement, rises) => {
    expect(await changing(statement)).toBe(rises)
  })

  it('goes with its embed tenant', async () => {
    await server.query('delete from embed_tenants where tenant_id = $1', [owner.tenantId])

    expect(await epochs()).toMatchObject([{ scope: '0' }])
  })
})
