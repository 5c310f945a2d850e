import { describe, expect } from 'vitest'
import {
  type Actor,
  expectTokenGood,
  expectTokenRevoked,
  givenDeployments,
  givenKey,
  givenSession,
  givenToken,
  itPagesByCursor,
  mint,
  newestSessionId,
  refusalOf,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)

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

  it('lists sessions with their user and key, newest first', async () => {
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

  it('filters by user, external id, embed tenant, deployment and key', async () => {
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
    const without: Query[] = [
      { embedTenantName: 'nobody-here' },
      { externalId: 'nobody', embedTenantName: 'acme-corp' },
      { externalId: 'user-1' },
      { userId: 999_999_999 },
      { apiKeyId: 999_999_999 },
      { deploymentId: 999_999_999 },
      { userId: ofSecond?.userId ?? 0, externalId: 'user-1', embedTenantName: 'acme-corp' },
      { userId: ofSecond?.userId ?? 0, deploymentId: owner.deploymentId },
    ]
    for (const query of without) expect(await idsOf(owner, query)).toEqual([])
  })

  it('filters by state through the life of a session', async ({ owner }) => {
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
    await server.query('update embed_grants set expires_at = now() where tenant_id = $1', [owner.tenantId])
    expect(await inStates()).toEqual({ ...none, expired: [id] })
    await owner.api.revokeEmbedSession({ params: { embedSessionId: id } })
    expect(await inStates()).toEqual({ ...none, revoked: [id] })
  })

  it('omits a session that was not exchanged in time', async ({ owner }) => {
    await givenSession(owner)
    const embedSessionId = await newestSessionId(owner)
    await server.query('update embed_sessions set expires_at = now() where tenant_id = $1', [owner.tenantId])

    expect(await idsOf(owner, {})).toEqual([])
    expect(await owner.api.getEmbedSession({ params: { embedSessionId } })).toMatchObject({ state: 'expired' })
  })
})

describe('getEmbedSession', () => {
  it('returns a pending session with its input and without its secret', async ({ owner }) => {
    const body = { externalId: 'user-1', embedTenantName: 'acme-corp', securityContext: { n: 1 }, settings: { showDashboardChat: false } }
    const sessionId = await mint(owner, body)

    const session = await owner.api.getEmbedSession({ params: { embedSessionId: await newestSessionId(owner) } })

    expect(session).toMatchObject({
      state: 'pending',
      username: 'user-1',
      securityContext: { n: 1 },
      settings: { showDashboardChat: false },
    })
    expect(JSON.stringify(session)).not.toContain(sessionId.slice(-43))
  })

  it('returns an expiry one day after the exchange', async ({ owner }) => {
    const { sessionId } = await givenSession(owner)
    await server.anonymous(owner).exchangeSession({ body: { sessionId } })

    const { exchangedAt, expiresAt } = await owner.api.getEmbedSession({ params: { embedSessionId: await newestSessionId(owner) } })

    expect(Date.parse(expiresAt) - Date.parse(exchangedAt ?? '')).toBe(86_400_000)
  })

  it('returns a session whose user and embed tenant were deleted', async ({ owner }) => {
    const sessionId = await mint(owner, { externalId: 'user-1', embedTenantName: 'acme-corp' })
    await server.anonymous(owner).exchangeSession({ body: { sessionId } })
    const embedSessionId = await newestSessionId(owner)
    await owner.api.deleteEmbedTenant({ params: { embedTenantName: 'acme-corp' } })
    await server.query('select facet_purge_embed_tenant(tenant_id, id, 100) from embed_tenants where tenant_id = $1', [owner.tenantId])

    expect(await owner.api.getEmbedSession({ params: { embedSessionId } })).toMatchObject({ state: 'revoked', username: 'user-1' })
  })

  it.for(['getEmbedSession', 'revokeEmbedSession'] as const)(
    'returns 404 from %s for an unknown or malformed id',
    async (operation, { owner }) => {
      for (const embedSessionId of ['1-1', 'nothing', '499999-1', '499999-99999999999999999', '-1-1', "1-1' or true"])
        expect(await server.outcome(owner, operation, { params: { embedSessionId } })).toEqual({ status: 404, code: 'session_not_found' })
    },
  )
})

describe('revokeEmbedSession', () => {
  it('revokes the token and no other token of the user', async ({ owner }) => {
    const neighbour = await givenToken(server, owner, { externalId: 'user-1' })
    const { token } = await givenToken(server, owner, { externalId: 'user-1' })
    await expectTokenGood(server, owner, token)

    const revoked = await owner.api.revokeEmbedSession({ params: { embedSessionId: await newestSessionId(owner) } })

    expect(revoked).toMatchObject({ state: 'revoked', revokedAt: expect.any(String) as string })
    await expectTokenRevoked(server, owner, token)
    await expectTokenGood(server, owner, neighbour.token)
  })

  it('returns the first revocation when repeated', async ({ owner }) => {
    await givenToken(server, owner)
    const params = { embedSessionId: await newestSessionId(owner) }

    const first = await owner.api.revokeEmbedSession({ params })

    expect(await owner.api.revokeEmbedSession({ params })).toEqual(first)
  })

  it('revokes a pending session', async ({ owner }) => {
    const { sessionId } = await givenSession(owner)

    expect(await owner.api.revokeEmbedSession({ params: { embedSessionId: await newestSessionId(owner) } })).toMatchObject({
      state: 'revoked',
    })

    expect(await refusalOf(server.anonymous(owner).exchangeSession({ body: { sessionId } }))).toMatchObject({ code: 'session_revoked' })
  })
})
