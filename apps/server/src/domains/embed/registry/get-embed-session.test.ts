import { describe, expect, it } from 'vitest'
import { givenSession, mint, newestSessionId, refusalOf, useServer } from '#test'

const server = useServer('shared')

describe('getEmbedSession', () => {
  it('shows a session that waits, with what was sent for it, and never its secret', async () => {
    const owner = await server.admin()
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

  it('shows the token as a day long from the exchange', async () => {
    const owner = await server.admin()
    const { sessionId } = await givenSession(owner)
    await server.anonymous(owner).exchangeSession({ body: { sessionId } })

    const { exchangedAt, expiresAt } = await owner.api.getEmbedSession({ params: { embedSessionId: await newestSessionId(owner) } })

    expect(Date.parse(expiresAt) - Date.parse(exchangedAt ?? '')).toBe(86_400_000)
  })

  it('still shows a session whose user and embed tenant are gone', async () => {
    const owner = await server.admin()
    const sessionId = await mint(owner, { externalId: 'user-1', embedTenantName: 'acme-corp' })
    await server.anonymous(owner).exchangeSession({ body: { sessionId } })
    const embedSessionId = await newestSessionId(owner)
    await owner.api.deleteEmbedTenant({ params: { embedTenantName: 'acme-corp' } })
    await server
      .database()
      .query('select facet_purge_embed_tenant(tenant_id, id, 100) from embed_tenants where tenant_id = $1', [owner.tenantId])

    expect(await owner.api.getEmbedSession({ params: { embedSessionId } })).toMatchObject({ state: 'revoked', username: 'user-1' })
  })

  it.each(['1-1', 'nothing', '499999-1', '499999-99999999999999999'])('knows no session %j', async (embedSessionId) => {
    const owner = await server.admin()

    expect(await refusalOf(owner.api.getEmbedSession({ params: { embedSessionId } }))).toMatchObject({
      status: 404,
      code: 'session_not_found',
    })
  })
})
