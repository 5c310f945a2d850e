import { describe, expect, it } from 'vitest'
import { type Db, lazyTransaction, sql } from '#db'
import { lockCatalog, tenantWide } from '#access'
import { type Actor, creator, givenCatalogs, givenKey, mint, useServer, waitingBackends } from '#test'

const server = useServer('shared')

/** What a neighbour needs of every connection that tenants share: a caller nobody has seen, names nobody has looked up, a user nobody knows. */
const useEverything = async (neighbour: Actor): Promise<string> => {
  const { api } = await givenKey(server, neighbour)
  const names = { embedTenantName: 'other-corp', creatorMode: true, groups: ['new'], groupDefinitions: [{ name: 'new' }] }
  await api.generateSession({ body: { deploymentId: neighbour.deploymentId, externalId: 'somebody', ...names } })
  return mint(neighbour, { externalId: 'somebody else' })
}

/** Two mints of the owner that wait for what is held, and a neighbour beside them who does not. */
const besideHeld = async (hold: (db: Db, owner: Actor) => Promise<unknown>, bodies: Record<string, unknown>[]) => {
  const owner = await givenCatalogs(server)
  const neighbour = await givenCatalogs(server)
  await mint(owner, { externalId: 'user-1' })
  const holder = lazyTransaction(server.services().pool, owner.tenantId, 'read write')
  try {
    await hold(holder.db, owner)
    let answered = 0
    const mints = bodies.map((body) =>
      mint(owner, body).finally(() => {
        answered++
      }),
    )
    await expect.poll(() => waitingBackends(server.database()), { interval: 5, timeout: 30_000 }).not.toEqual([])
    const minted = await useEverything(neighbour)
    const answeredMeanwhile = answered
    await holder.commit()
    return { minted, answeredMeanwhile, mints: await Promise.all(mints) }
  } finally {
    await holder.rollback()
  }
}

const minted = expect.stringMatching(/^es_/) as string

describe('a tenant whose catalogs are held', () => {
  it('waits for them, and no other tenant does', async () => {
    const found = await besideHeld(
      (db, owner) => lockCatalog(db, owner, tenantWide),
      [
        { externalId: 'user-1', groups: ['premium'] },
        { externalId: 'user-2', groups: ['basic'] },
      ],
    )

    expect(found).toEqual({ minted, answeredMeanwhile: 0, mints: [minted, minted] })
  })

  it('or the row of one of its users: likewise', async () => {
    const found = await besideHeld(
      (db) => sql`select from external_users where external_id = 'user-1' for update`.execute(db),
      [{ externalId: 'user-1', email: 'new@a.example' }],
    )

    expect(found).toEqual({ minted, answeredMeanwhile: 0, mints: [minted] })
  })

  it('or a user of it who is being made: likewise, and then uses that one', async () => {
    const found = await besideHeld(
      (db) =>
        sql`insert into external_users (tenant_id, embed_tenant_id, external_id)
          select tenant_id, id, 'user-9' from embed_tenants where name = 'acme-corp'`.execute(db),
      [{ ...creator, externalId: 'user-9', groupDefinitions: [{ name: 'brand new' }] }],
    )

    expect(found).toEqual({ minted, answeredMeanwhile: 0, mints: [minted] })
  })

  it('or that of one embed tenant: likewise for users who are known there, however many come at once', async () => {
    const owner = await givenCatalogs(server)
    const bodies = ['user-1', 'user-2', 'user-3', 'user-4'].map((externalId) => ({ ...creator, externalId }))
    for (const body of bodies) await mint(owner, body)
    const { items } = await owner.api.listEmbedTenants()
    const holder = lazyTransaction(server.services().pool, owner.tenantId, 'read write')
    try {
      await lockCatalog(holder.db, owner, items[0]?.id ?? 0)
      const mints = Promise.all(bodies.map((body) => mint(owner, body)))
      await expect.poll(() => waitingBackends(server.database()), { interval: 5, timeout: 30_000 }).toHaveLength(bodies.length)
      await holder.commit()

      expect(await mints).toEqual(bodies.map(() => minted))
    } finally {
      await holder.rollback()
    }
  })
})
