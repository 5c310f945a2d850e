import { describe, expect, onTestFinished, test } from 'vitest'
import { type Db, lazyTransaction, sql } from '#db'
import { insertGroup } from '#domains/identity/groups'
import { resolveInTransaction } from './definition-queries.ts'
import { mintItemOf } from './mint-item.ts'
import { catalogRequestOf } from './session-names.ts'
import { type Actor, creator, expectTokenGood, givenCatalogs, mint, refusalOf, useServer, waitingBackends } from '#test'

const server = useServer('shared')

const epochsOf = async ({ tenantId }: Actor): Promise<number[]> =>
  (await server.query<{ epoch: string }>('select epoch from catalog_epochs where tenant_id = $1 order by scope', [tenantId])).map(
    ({ epoch }) => Number(epoch),
  )

/** What another process has changed since: everything that is remembered of the catalogs is behind. */
const raiseEpochs = ({ tenantId }: Actor): Promise<object[]> =>
  server.query('update catalog_epochs set epoch = epoch + 1 where tenant_id = $1', [tenantId])

/** Works while a transaction of somebody else is open. */
const beside = async <T>(owner: Actor, hold: (db: Db) => Promise<unknown>, work: () => Promise<T>): Promise<T> => {
  const transaction = lazyTransaction(server.services().pool, owner.tenantId, 'read write')
  try {
    await hold(transaction.db)
    return await work()
  } finally {
    await transaction.rollback()
  }
}

const useCatalogs =
  ({ tenantId }: Actor) =>
  (db: Db): Promise<unknown> =>
    resolveInTransaction(db, { tenantId, embedTenantName: 'acme-corp', isEmbedScope: true, groups: [], tenantGroups: [], attributes: [] })

const known = { ...creator, externalId: 'founder', groups: ['editors'], tenantGroups: ['sales'] }

const addDefinitions = { groupDefinitions: [{ name: 'editors' }, { name: 'just made' }] }

const it = test.extend('owner', () => givenCatalogs(server))

describe('a mint', () => {
  it.each([
    ['of the whole tenant', null, 'groups'],
    ['of its embed tenant', 'acme-corp', 'tenantGroups'],
  ] as const)('goes on while a group %s is being created', async (_, embedTenant, namespace) => {
    const owner = await givenCatalogs(server)
    await mint(owner, known)
    const before = await epochsOf(owner)
    const [row] = await server.query<{ id: string }>('select id from embed_tenants where name = $1 and tenant_id = $2', [
      embedTenant,
      owner.tenantId,
    ])
    const group = { embedTenantId: row ? Number(row.id) : null, namespace, name: 'just made', description: null }

    const minted = await beside(
      owner,
      (db) => insertGroup(db, owner as never, group),
      () => mint(owner, known),
    )

    expect(minted).toMatch(/^es_/)
    expect(await epochsOf(owner)).toEqual(before)
  })

  it('goes on while another mint adds what it defines', async ({ owner }) => {
    await mint(owner, known)
    const before = await epochsOf(owner)

    await Promise.all([mint(owner, { ...known, ...addDefinitions, externalId: 'another' }), mint(owner, known)])

    expect(await epochsOf(owner)).toEqual(before)
  })

  it('that is behind looks again and mints beside others, alone with nothing', async ({ owner }) => {
    await mint(owner, known)
    await raiseEpochs(owner)

    expect(await beside(owner, useCatalogs(owner), () => mint(owner, known))).toMatch(/^es_/)
  })

  it('that defines what is new does so beside others', async ({ owner }) => {
    await mint(owner, known)

    expect(await beside(owner, useCatalogs(owner), () => mint(owner, { ...known, ...addDefinitions }))).toMatch(/^es_/)
  })

  it('that changes nothing leaves the epochs alone, also when it was behind', async ({ owner }) => {
    await mint(owner, known)
    await raiseEpochs(owner)
    const raised = await epochsOf(owner)

    await mint(owner, {
      ...known,
      groupDefinitions: [{ name: 'editors', description: 'Who edit' }],
      embedTenantProfile: { displayName: null },
    })

    expect(await epochsOf(owner)).toEqual(raised)
  })

  it('that is behind carries nothing that its embed tenant has lost, however many come at once', async ({ owner }) => {
    const bodies = Array.from({ length: 8 }, (_, n) => ({ ...known, externalId: `user-${n}` }))
    for (const body of bodies) await mint(owner, body)
    await server.query("delete from groups where tenant_id = $1 and name = 'editors'", [owner.tenantId])

    const refusals = await Promise.all(bodies.map((body) => refusalOf(mint(owner, body))))

    expect(refusals.map(({ code }) => code)).toEqual(bodies.map(() => 'groups_not_found'))
  })

  it('of a batch is told that it is behind, whichever catalog was changed', async ({ owner }) => {
    const { catalogs, minter } = server.services().embed
    const bodies = ['user-1', 'user-2', 'user-3'].map((externalId) => ({ ...known, deploymentId: owner.deploymentId, externalId }))
    for (const body of bodies) await mint(owner, body)
    const [key] = await server.query<{ id: string }>('select id from api_keys where tenant_id = $1', [owner.tenantId])
    const minting = { tenantId: owner.tenantId, apiKeyId: Number(key?.id), userLimit: 100, internalId: null }
    const outcomesAfter = async (change: string): Promise<string[]> => {
      const items = await Promise.all(
        bodies.map(async (body) => {
          const catalog = await catalogs.reload(catalogRequestOf(owner.tenantId, body))
          return mintItemOf(body, catalog ?? expect.fail('held'), minting)
        }),
      )
      await server.query(`update catalog_epochs set epoch = epoch + 1 where tenant_id = $1 and ${change}`, [owner.tenantId])
      // In one turn of the event loop: the first leaves alone, the others together.
      return (await Promise.all(items.map((item) => minter.add(item)))).map(({ outcome }) => outcome)
    }

    expect(await outcomesAfter('false')).toEqual(['minted', 'minted', 'minted'])
    expect(await outcomesAfter('scope = 0')).toEqual(['stale', 'stale', 'stale'])
    // Users are up to date again: only those are minted for without a look at each.
    expect(await outcomesAfter('false')).toEqual(['minted', 'minted', 'minted'])
    expect(await outcomesAfter('scope > 0')).toEqual(['stale', 'stale', 'stale'])
  })

  it('that waited for an embed tenant which is gone by then is of a new one', async ({ owner }) => {
    const { items } = await owner.api.listEmbedTenants()
    const removal = lazyTransaction(server.services().pool, owner.tenantId, 'read write')
    onTestFinished(() => removal.rollback())
    await sql`update embed_tenants set removed_at = clock_timestamp()`.execute(removal.db)
    const minting = mint(owner, { embedTenantName: 'acme-corp', externalId: 'founder' })
    await expect.poll(() => waitingBackends(server.database()), { interval: 5, timeout: 30_000 }).toHaveLength(1)
    await removal.commit()

    const exchanged = await server.anonymous(owner).exchangeSession({ body: { sessionId: await minting } })

    await expectTokenGood(server, owner, exchanged.token)
    expect((await owner.api.listEmbedTenants()).items).toEqual([expect.not.objectContaining({ id: items[0]?.id })])
  })
})
