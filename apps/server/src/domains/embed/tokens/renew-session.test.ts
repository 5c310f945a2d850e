import { describe, expect, it } from 'vitest'
import { type Actor, expectTokenGood, givenDeployments, givenToken, mint, refusalOf, type SessionBody, useServer } from '#test'

const server = useServer('shared')

const user = { externalId: 'user-1', embedTenantName: 'acme-corp' }
const exchange = (owner: Actor, sessionId: string) => server.anonymous(owner).exchangeSession({ body: { sessionId } })

const others: [what: string, of: (owner: Actor) => Promise<SessionBody>, message: RegExp][] = [
  ['user', () => Promise.resolve({ ...user, externalId: 'user-2' }), /another user/],
  ['embed tenant', () => Promise.resolve({ ...user, embedTenantName: 'other-corp' }), /another embed tenant/],
  ['embed tenant: none', () => Promise.resolve({ externalId: 'user-1' }), /another embed tenant/],
  ['deployment', async (owner) => ({ ...user, deploymentId: (await givenDeployments(owner, 'Second'))[0] ?? 0 }), /another deployment/],
  [
    'kind of user',
    async (owner) => {
      await owner.api.createUser({ body: { email: 'ada@a.example', username: 'user-1' } })
      return { internalId: 'user-1', embedTenantName: 'acme-corp' }
    },
    /another user/,
  ],
]

describe('renewSession', () => {
  it('answers the next token of the same user, and both are good', async () => {
    const owner = await server.admin()
    const { api, token } = await givenToken(server, owner, user)

    const renewed = await api.renewSession({ body: { sessionId: await mint(owner, user) } })

    expect(renewed).toMatchObject({ expires_in: 86_400 })
    expect(renewed.token).not.toBe(token)
    await expectTokenGood(server, owner, token)
    await expectTokenGood(server, owner, renewed.token)
  })

  it('lets what the new session froze hold from then on', async () => {
    const owner = await server.admin()
    await owner.api.createGroup({ body: { name: 'premium' } })
    const { api } = await givenToken(server, owner, user)

    await api.renewSession({ body: { sessionId: await mint(owner, { ...user, groups: ['premium'] }) } })

    const { items } = await owner.api.listEmbedSessions({ query: { state: 'active' } })
    const groups = await Promise.all(
      items.map(async ({ id }) => (await owner.api.getEmbedSession({ params: { embedSessionId: id } })).groups),
    )
    expect(groups).toEqual([['premium', 'system:tenant:acme-corp'], ['system:tenant:acme-corp']])
  })

  it.each(others)('refuses a session of another %s, and does not use it up', async (_, of, message) => {
    const owner = await server.admin()
    const { api, token } = await givenToken(server, owner, user)
    const sessionId = await mint(owner, await of(owner))

    const refusal = await refusalOf(api.renewSession({ body: { sessionId } }))

    expect(refusal).toMatchObject({ status: 400, code: 'session_mismatch' })
    expect(refusal.message).toMatch(message)
    await expectTokenGood(server, owner, token)
    expect(await exchange(owner, sessionId)).toMatchObject({ expires_in: 86_400 })
  })

  it('uses the session up like an exchange', async () => {
    const owner = await server.admin()
    const { api } = await givenToken(server, owner, user)
    const sessionId = await mint(owner, user)
    await api.renewSession({ body: { sessionId } })

    expect(await refusalOf(api.renewSession({ body: { sessionId } }))).toMatchObject({ status: 401, code: 'session_used' })
    expect(await refusalOf(exchange(owner, sessionId))).toMatchObject({ status: 401, code: 'session_used' })
  })

  it('refuses the session behind the token itself, an unknown and an expired one', async () => {
    const owner = await server.admin()
    const { api, sessionId, token } = await givenToken(server, owner, user)
    const late = await mint(owner, user)
    await server.database().query('update embed_sessions set expires_at = clock_timestamp() where tenant_id = $1', [owner.tenantId])

    expect(await refusalOf(api.renewSession({ body: { sessionId } }))).toMatchObject({ code: 'session_used' })
    expect(await refusalOf(api.renewSession({ body: { sessionId: 'nothing' } }))).toMatchObject({ code: 'session_unknown' })
    expect(await refusalOf(api.renewSession({ body: { sessionId: late } }))).toMatchObject({ code: 'session_expired' })
    await expectTokenGood(server, owner, token)
  })
})
