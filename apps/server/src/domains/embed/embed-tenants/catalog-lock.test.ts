import { expect, it } from 'vitest'
import { extendCatalog, lockCatalog } from '#access'
import { givenEmbedAttribute, givenEmbedGroup, startTogether, useServer } from '#test'

const server = useServer('shared')

const givenSituation = async () => {
  const owner = await server.admin()
  const { params, ...embedTenant } = await givenEmbedGroup(server, owner)
  const body = { members: [{ externalId: 'user-1' }] }
  await owner.api.addEmbedGroupMembers({ params, body })
  const empty = await givenEmbedGroup(server, owner, {}, embedTenant)
  const userAttributeId = await givenEmbedAttribute(server, owner, embedTenant)
  const { embedTenantId, embedTenantName } = embedTenant
  const narrowing = {
    deleteEmbedTenant: () => server.outcome(owner, 'deleteEmbedTenant', { params: { embedTenantName } }),
    deleteEmbedGroup: () => server.outcome(owner, 'deleteEmbedGroup', { params: empty.params }),
    removeEmbedGroupMembers: () => server.outcome(owner, 'removeEmbedGroupMembers', { params, body }),
    deleteEmbedUserAttribute: () => server.outcome(owner, 'deleteEmbedUserAttribute', { params: { embedTenantName, userAttributeId } }),
  }
  return { owner, embedTenantId, embedTenantName, narrowing }
}

// A session being minted holds the catalog: let in beside it, these would take away what it is about to carry.
it.each(['deleteEmbedTenant', 'deleteEmbedGroup', 'removeEmbedGroupMembers', 'deleteEmbedUserAttribute'] as const)(
  'a narrowing write waits for readers of the catalog: %s',
  async (id) => {
    const { owner, embedTenantId, narrowing } = await givenSituation()

    const [answer] = await startTogether(server, owner, [narrowing[id]], (db, of) => lockCatalog(db, of, embedTenantId))

    expect(answer).toMatchObject({ status: 204 })
  },
)

it('a tenant-wide narrowing write waits for one of an embed tenant', async () => {
  const { owner, embedTenantId } = await givenSituation()
  const { id: groupId } = await owner.api.createGroup({ body: { name: 'premium' } })
  const removal = () => server.outcome(owner, 'deleteGroup', { params: { groupId } })

  const [answer] = await startTogether(server, owner, [removal], (db, of) => lockCatalog(db, of, embedTenantId))

  expect(answer).toMatchObject({ status: 200 })
})

it('serializes additions to one catalog', async () => {
  const { owner, embedTenantId, embedTenantName } = await givenSituation()
  const addition = () => server.outcome(owner, 'createEmbedGroup', { params: { embedTenantName }, body: { name: 'one more' } })

  const [answer] = await startTogether(server, owner, [addition], (db, of) => extendCatalog(db, of, embedTenantId))

  expect(answer).toMatchObject({ status: 200 })
})
