import { describe, expect, it } from 'vitest'
import { givenKey, useServer } from '#test'

const server = useServer('shared')

/** A session in the embed tenant of a scoped key and one in another, by the ids of the registry. */
const givenSessions = async () => {
  const owner = await server.admin()
  const mint = async (embedTenantName: string): Promise<string> => {
    await owner.api.generateSession({ body: { deploymentId: owner.deploymentId, externalId: 'ada', embedTenantName } })
    const { items } = await owner.api.listEmbedSessions({ query: { embedTenantName } })
    return items[0]?.id ?? ''
  }
  const [own, other] = [await mint('storefront'), await mint('backoffice')]
  const { api } = await givenKey(server, owner, { embedTenants: ['storefront'] })
  return { owner, api, own, other }
}

describe('a key scoped to embed tenants', () => {
  it('sees sessions of those and of no other', async () => {
    const { api, own, other } = await givenSessions()

    expect((await api.listEmbedSessions()).items.map(({ id }) => id)).toEqual([own])
    await expect(api.getEmbedSession({ params: { embedSessionId: own } })).resolves.toMatchObject({ id: own })
    await expect(api.getEmbedSession({ params: { embedSessionId: other } })).rejects.toMatchObject({ code: 'session_not_found' })
  })

  it('ends sessions of those and of no other', async () => {
    const { owner, api, own, other } = await givenSessions()

    await expect(api.revokeEmbedSession({ params: { embedSessionId: own } })).resolves.toMatchObject({ state: 'revoked' })
    await expect(api.revokeEmbedSession({ params: { embedSessionId: other } })).rejects.toMatchObject({ code: 'session_not_found' })
    await expect(api.revokeEmbedSessions({ body: { embedTenantName: 'backoffice' } })).rejects.toMatchObject({ code: 'outside_key_scope' })
    await expect(api.revokeEmbedSessions({ body: { deploymentId: owner.deploymentId } })).rejects.toMatchObject({
      code: 'outside_key_scope',
    })
    await expect(owner.api.getEmbedSession({ params: { embedSessionId: other } })).resolves.toMatchObject({ state: 'pending' })
  })
})
