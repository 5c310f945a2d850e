import { describe, expect } from 'vitest'
import {
  type Actor,
  expectTokenGood,
  expectTokenRevoked,
  failureOf,
  givenDeployments,
  givenSession,
  givenToken,
  mint,
  newestSessionId,
  refusalOf,
  type SessionBody,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)
  .extend('session', ({ owner }) => givenSession(owner))
  .extend('token', ({ owner }) => givenToken(server, owner, user))

const secret = 'x'.repeat(43)
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

describe('exchangeSession', () => {
  it('works once: the second use is refused and noted, and the first token lives on', async ({ owner }) => {
    const { sessionId, token } = await givenToken(server, owner)
    const embedSessionId = await newestSessionId(owner)
    expect((await owner.api.getEmbedSession({ params: { embedSessionId } })).secondUseAt ?? null).toBeNull()

    for (let use = 2; use < 4; use++)
      expect(await refusalOf(server.anonymous(owner).exchangeSession({ body: { sessionId } }))).toMatchObject(failureOf('session_used'))

    const session = await owner.api.getEmbedSession({ params: { embedSessionId } })
    expect(session).toMatchObject({ state: 'active', secondUseAt: expect.any(String) as string })
    await expectTokenGood(server, owner, token)
  })

  it('gives one of many at once the token, and that token works', async ({ owner, session: { sessionId } }) => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => server.outcome(owner, 'exchangeSession', { body: { sessionId } })))

    const won = outcomes.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(outcomes.filter(({ code }) => code === 'session_used')).toHaveLength(19)
    await expectTokenGood(server, owner, (won[0] as { body: { token: string } }).body.token)
  })

  it('ends the first token at the second use where the tenant asks for it', async ({ owner }) => {
    await owner.api.updateTenantSettings({ body: { revokeOnSecondUse: true } })
    const { sessionId, token } = await givenToken(server, owner)
    await expectTokenGood(server, owner, token)

    expect(await refusalOf(server.anonymous(owner).exchangeSession({ body: { sessionId } }))).toMatchObject({ code: 'session_used' })

    await expectTokenRevoked(server, owner, token)
    const session = await owner.api.getEmbedSession({ params: { embedSessionId: await newestSessionId(owner) } })
    expect(session).toMatchObject({ state: 'revoked' })
  })

  it('refuses a session older than five minutes with a code of its own', async ({ owner, session: { sessionId } }) => {
    await server.query('update embed_sessions set expires_at = clock_timestamp() where tenant_id = $1', [owner.tenantId])

    expect(await refusalOf(server.anonymous(owner).exchangeSession({ body: { sessionId } }))).toMatchObject(failureOf('session_expired'))
  })

  it('lets a session wait for five minutes by the clock of the database', async ({ owner }) => {
    await givenSession(owner)

    const lives = `select extract(epoch from expires_at - created_at)::int as seconds, expires_at > now() as waits from embed_sessions where tenant_id = $1`
    expect(await server.query(lives, [owner.tenantId])).toEqual([{ seconds: 300, waits: true }])
  })

  it('takes an id of an hour long past for expired, though its row is gone', async ({ owner }) => {
    const call = server.anonymous(owner).exchangeSession({ body: { sessionId: `es_400000_1f4_${secret}` } })

    expect(await refusalOf(call)).toMatchObject({ status: 401, code: 'session_expired' })
  })

  it.each([
    ['nothing like one', 'session'],
    ['a wrong beginning', `ex_999999_1f4_${secret}`],
    ['a short secret', `es_999999_1f4_${'x'.repeat(42)}`],
    ['a long secret', `es_999999_1f4_${'x'.repeat(44)}`],
    ['a number too large', `es_999999_zzzzzzzzzzz_${secret}`],
    ['capitals in the number', `es_999999_1F4_${secret}`],
    ['no hour', `es__1f4_${secret}`],
    ['an hour to come', `es_999999_1f4_${secret}`],
    ['a line break behind', `es_999999_1f4_${secret}\n`],
    ['SQL', "es_1_1_' or 1=1 --"],
  ])('refuses an id that is none: %s', async (_, sessionId) => {
    const owner = await server.admin()

    expect(await refusalOf(server.anonymous(owner).exchangeSession({ body: { sessionId } }))).toMatchObject(failureOf('session_unknown'))
  })

  it('refuses a real id with another secret, and does not use the session up', async ({ owner, session: { sessionId } }) => {
    const guessed = `${sessionId.slice(0, -43)}${secret}`

    expect(await refusalOf(server.anonymous(owner).exchangeSession({ body: { sessionId: guessed } }))).toMatchObject({
      code: 'session_unknown',
    })

    expect(await server.anonymous(owner).exchangeSession({ body: { sessionId } })).toMatchObject({ expires_in: 86_400 })
  })
})

describe('renewSession', () => {
  it('answers the next token of the same user, and both are good', async ({ owner, token: { api, token } }) => {
    const renewed = await api.renewSession({ body: { sessionId: await mint(owner, user) } })

    expect(renewed).toMatchObject({ expires_in: 86_400 })
    expect(renewed.token).not.toBe(token)
    await expectTokenGood(server, owner, token)
    await expectTokenGood(server, owner, renewed.token)
  })

  it('lets what the new session froze hold from then on', async ({ owner }) => {
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

  it('uses the session up like an exchange', async ({ owner, token: { api } }) => {
    const sessionId = await mint(owner, user)
    await api.renewSession({ body: { sessionId } })

    expect(await refusalOf(api.renewSession({ body: { sessionId } }))).toMatchObject({ status: 401, code: 'session_used' })
    expect(await refusalOf(exchange(owner, sessionId))).toMatchObject({ status: 401, code: 'session_used' })
  })

  it('refuses the session behind the token itself, an unknown and an expired one', async ({ owner, token: { api, sessionId, token } }) => {
    const late = await mint(owner, user)
    await server.query('update embed_sessions set expires_at = clock_timestamp() where tenant_id = $1', [owner.tenantId])

    expect(await refusalOf(api.renewSession({ body: { sessionId } }))).toMatchObject({ code: 'session_used' })
    expect(await refusalOf(api.renewSession({ body: { sessionId: 'nothing' } }))).toMatchObject({ code: 'session_unknown' })
    expect(await refusalOf(api.renewSession({ body: { sessionId: late } }))).toMatchObject({ code: 'session_expired' })
    await expectTokenGood(server, owner, token)
  })
})
