import { describe, expect, it } from 'vitest'
import { type Actor, givenDeployments, givenKey, givenSession, givenToken, itPagesByCursor, mint, newestSessionId, useServer } from '#test'

const server = useServer('shared')

type Query = NonNullable<Parameters<Actor['api']['listEmbedSessions']>[0]>['query']
const idsOf = async (owner: Actor, query: Query) => (await owner.api.listEmbedSessions({ query })).items.map(({ id }) => id)
const exchange = (owner: Actor, sessionId: string) => server.anonymous(owner).exchangeSession({ body: { sessionId } })

/** Two sessions, the second waiting, that differ in everything a list can be filtered by. */
const givenTwo = async () => {
  const owner = await server.admin()
  const [deploymentId = 0] = await givenDeployments(owner, 'Second')
  const key = await givenKey(server, owner)
  await exchange(owner, await mint(owner, { externalId: 'user-1', embedTenantName: 'acme-corp' }))
  const first = await newestSessionId(owner)
  await mint(key, { externalId: 'user-1', embedTenantName: 'other-corp', deploymentId })
  const second = await newestSessionId(owner)
  const { items } = await owner.api.listEmbedSessions({ query: {} })
  return { owner, first, second, ofSecond: items[0], ofFirst: items[1], deploymentId, key }
}

describe('listEmbedSessions', () => {
  itPagesByCursor(server, 'listEmbedSessions', {
    fill: async (owner) => {
      await givenSession(owner)
      await givenToken(server, owner)
      await givenSession(owner)
      return {}
    },
    grow: (owner) => givenSession(owner),
  })

  it('shows whose a session is, minted by which key, newest first', async () => {
    const { ofFirst, ofSecond, owner, deploymentId, key } = await givenTwo()

    expect(ofSecond).toMatchObject({
      state: 'pending',
      username: 'user-1',
      embedTenantName: 'other-corp',
      deploymentId,
      apiKeyId: key.keyId,
      isInternal: false,
    })
    expect(ofSecond?.exchangedAt ?? null).toBeNull()
    expect(ofFirst).toMatchObject({
      state: 'active',
      embedTenantName: 'acme-corp',
      deploymentId: owner.deploymentId,
      exchangedAt: expect.any(String) as string,
    })
  })

  it('finds by user, by external id in its embed tenant, by embed tenant, by deployment and by key', async () => {
    const { owner, first, second, ofFirst, ofSecond, deploymentId, key } = await givenTwo()

    expect(await idsOf(owner, { userId: ofFirst?.userId ?? 0 })).toEqual([first])
    expect(await idsOf(owner, { externalId: 'user-1', embedTenantName: 'acme-corp' })).toEqual([first])
    expect(await idsOf(owner, { externalId: 'user-1', embedTenantName: 'other-corp' })).toEqual([second])
    expect(await idsOf(owner, { embedTenantName: 'acme-corp' })).toEqual([first])
    expect(await idsOf(owner, { embedTenantName: 'other-corp' })).toEqual([second])
    expect(await idsOf(owner, { deploymentId })).toEqual([second])
    expect(await idsOf(owner, { deploymentId: owner.deploymentId })).toEqual([first])
    expect(await idsOf(owner, { apiKeyId: key.keyId })).toEqual([second])
    expect(await idsOf(owner, { apiKeyId: ofFirst?.apiKeyId ?? 0 })).toEqual([first])
    expect(await idsOf(owner, { userId: ofSecond?.userId ?? 0, deploymentId, state: 'pending' })).toEqual([second])
  })

  it.each([
    ['an embed tenant', { embedTenantName: 'nobody-here' }],
    ['an external id', { externalId: 'nobody', embedTenantName: 'acme-corp' }],
    ['an external id outside any embed tenant', { externalId: 'user-1' }],
    ['a user', { userId: 999_999_999 }],
    ['a key', { apiKeyId: 999_999_999 }],
    ['a deployment', { deploymentId: 999_999_999 }],
  ])('finds nothing by %s that is nobody', async (_, query) => {
    const { owner } = await givenTwo()

    expect(await idsOf(owner, query)).toEqual([])
  })

  it('finds nothing by filters that contradict each other', async () => {
    const { owner, ofSecond } = await givenTwo()

    expect(await idsOf(owner, { userId: ofSecond?.userId ?? 0, externalId: 'user-1', embedTenantName: 'acme-corp' })).toEqual([])
    expect(await idsOf(owner, { userId: ofSecond?.userId ?? 0, deploymentId: owner.deploymentId })).toEqual([])
  })

  it('finds each state, as a session goes from pending to active to its end', async () => {
    const owner = await server.admin()
    const inStates = async () => {
      const found: Record<string, string[]> = {}
      for (const state of ['pending', 'active', 'revoked', 'expired'] as const) found[state] = await idsOf(owner, { state })
      return found
    }
    const none = { pending: [], active: [], revoked: [], expired: [] }
    const sessionId = await mint(owner, { externalId: 'user-1' })
    const id = await newestSessionId(owner)
    expect(await inStates()).toEqual({ ...none, pending: [id] })

    await exchange(owner, sessionId)
    expect(await inStates()).toEqual({ ...none, active: [id] })
    await server.database().query('update embed_grants set expires_at = now() where tenant_id = $1', [owner.tenantId])
    expect(await inStates()).toEqual({ ...none, expired: [id] })
    await owner.api.revokeEmbedSession({ params: { embedSessionId: id } })
    expect(await inStates()).toEqual({ ...none, revoked: [id] })
  })

  it('no longer lists a session that nobody exchanged in time', async () => {
    const owner = await server.admin()
    await givenSession(owner)
    const embedSessionId = await newestSessionId(owner)
    await server.database().query('update embed_sessions set expires_at = now() where tenant_id = $1', [owner.tenantId])

    expect(await idsOf(owner, {})).toEqual([])
    expect(await owner.api.getEmbedSession({ params: { embedSessionId } })).toMatchObject({ state: 'expired' })
  })
})
