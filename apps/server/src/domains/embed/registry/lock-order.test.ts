import { describe, expect, it } from 'vitest'
import { type Db, lazyTransaction, sql } from '#db'
import { lockCatalog } from '#access'
import { type Actor, givenSession, givenUser, useServer, waitingBackends } from '#test'

const server = useServer()

type Call = () => Promise<{ status: number }>
type Hold = (db: Db) => Promise<unknown>

/** Starts the calls one after another, each once the one before it waits behind `hold`, and lets go when all of them wait. */
const statusesOf = async (owner: Actor, hold: Hold, calls: Call[]): Promise<number[]> => {
  const holder = lazyTransaction(server.services().pool, owner.tenantId, 'read write')
  try {
    await hold(holder.db)
    const started: Promise<{ status: number }>[] = []
    for (const call of calls) {
      started.push(call())
      await expect.poll(() => waitingBackends(server.database()), { interval: 5, timeout: 30_000 }).toHaveLength(started.length)
    }
    await holder.commit()
    return (await Promise.all(started)).map(({ status }) => status)
  } finally {
    await holder.rollback()
  }
}

const orders = ['as they are', 'the other way round'] as const
const inOrder = <T>(order: (typeof orders)[number], pair: T[]): T[] => (order === 'as they are' ? pair : pair.toReversed())

describe('two who take locks of the same things both go through:', () => {
  it.each(orders)('revoking the sessions of a user and deactivating the user, %s', async (order) => {
    const owner = await server.admin()
    const userId = await givenUser(owner)
    await owner.api.revokeEmbedSessions({ body: { userId } })
    const calls: Call[] = [
      () => server.outcome(owner, 'revokeEmbedSessions', { body: { userId } }),
      () => server.outcome(owner, 'updateUser', { params: { userId }, body: { isDeactivated: true } }),
    ]
    const hold: Hold = (db) => sql`select from embed_watermarks where kind = 'user' and subject_id = ${userId} for update`.execute(db)

    expect(await statusesOf(owner, hold, inOrder(order, calls))).toEqual([200, 200])
  })

  it.each(orders.flatMap((order) => [['its row', order] as const, ['its catalog', order] as const]))(
    'deleting an embed tenant and a mint that changes it, both behind %s, %s',
    async (behind, order) => {
      const owner = await server.admin()
      await owner.api.updateTenantSettings({ body: { useCreatorMode: true } })
      const embedTenantName = 'acme-corp'
      await givenSession(owner, { embedTenantName })
      const [row] = await server.query<{ id: string }>('select id from embed_tenants where tenant_id = $1', [owner.tenantId])
      const id = Number(row?.id)
      const body = {
        deploymentId: owner.deploymentId,
        externalId: 'user-1',
        embedTenantName,
        embedTenantProfile: { displayName: 'Acme' },
        creatorMode: true,
        groupDefinitions: [{ name: 'new' }],
      }
      const calls: Call[] = [
        () => server.outcome(owner, 'deleteEmbedTenant', { params: { embedTenantName } }),
        () => server.outcome(owner, 'generateSession', { body }),
      ]
      const hold: Hold = (db) =>
        behind === 'its catalog' ? lockCatalog(db, owner, id) : sql`select from embed_tenants where id = ${id} for update`.execute(db)

      expect(await statusesOf(owner, hold, inOrder(order, calls))).toEqual(inOrder(order, [204, 200]))
    },
  )

  it('whoever raises the revocation epoch, whose row is one for all, does so last, at the commit', async () => {
    const raising = `select tgrelid::regclass::text as name, tgdeferrable and tginitdeferred as is_last from pg_trigger
      where tgfoid = 'facet_raise_revocation_epoch'::regproc`
    const triggers = await server.query<{ name: string; is_last: boolean }>(raising)

    expect(triggers.map(({ name }) => name)).toEqual(expect.arrayContaining(['principals', 'api_keys', 'embed_watermarks']))
    expect(triggers.filter((trigger) => !trigger.is_last)).toEqual([])
  })
})
