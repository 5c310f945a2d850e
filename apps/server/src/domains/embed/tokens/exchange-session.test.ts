import { describe, expect, it } from 'vitest'
import { expectTokenGood, expectTokenRevoked, givenSession, givenToken, mint, newestSessionId, refusalOf, useServer } from '#test'

const server = useServer('shared')

const secret = 'x'.repeat(43)

describe('exchangeSession', () => {
  it('works once: the second use is refused and noted, and the first token lives on', async () => {
    const owner = await server.admin()
    const { sessionId, token } = await givenToken(server, owner)

    for (let use = 2; use < 4; use++)
      expect(await refusalOf(server.anonymous(owner).exchangeSession({ body: { sessionId } }))).toMatchObject({
        status: 401,
        code: 'session_used',
      })

    const session = await owner.api.getEmbedSession({ params: { embedSessionId: await newestSessionId(owner) } })
    expect(session).toMatchObject({ state: 'active', secondUseAt: expect.any(String) as string })
    await expectTokenGood(server, owner, token)
  })

  it('notes no second use of a session that was used once', async () => {
    const owner = await server.admin()
    await givenToken(server, owner)

    const session = await owner.api.getEmbedSession({ params: { embedSessionId: await newestSessionId(owner) } })
    expect(session.secondUseAt ?? null).toBeNull()
  })

  it('gives one of many at once the token, and that token works', async () => {
    const owner = await server.admin()
    const { sessionId } = await givenSession(owner)

    const outcomes = await Promise.all(Array.from({ length: 20 }, () => server.outcome(owner, 'exchangeSession', { body: { sessionId } })))

    const won = outcomes.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(outcomes.filter(({ code }) => code === 'session_used')).toHaveLength(19)
    await expectTokenGood(server, owner, (won[0] as { body: { token: string } }).body.token)
  })

  it('ends the first token at the second use where the tenant asks for it', async () => {
    const owner = await server.admin()
    await owner.api.updateTenantSettings({ body: { revokeOnSecondUse: true } })
    const { sessionId, token } = await givenToken(server, owner)
    await expectTokenGood(server, owner, token)

    expect(await refusalOf(server.anonymous(owner).exchangeSession({ body: { sessionId } }))).toMatchObject({ code: 'session_used' })

    await expectTokenRevoked(server, owner, token)
    const session = await owner.api.getEmbedSession({ params: { embedSessionId: await newestSessionId(owner) } })
    expect(session).toMatchObject({ state: 'revoked' })
  })

  it('refuses a session older than five minutes with a code of its own', async () => {
    const owner = await server.admin()
    const { sessionId } = await givenSession(owner)
    await server.database().query('update embed_sessions set expires_at = clock_timestamp() where tenant_id = $1', [owner.tenantId])

    expect(await refusalOf(server.anonymous(owner).exchangeSession({ body: { sessionId } }))).toMatchObject({
      status: 401,
      code: 'session_expired',
    })
  })

  it('lets a session wait for five minutes by the clock of the database', async () => {
    const owner = await server.admin()
    await givenSession(owner)

    const lives = `select extract(epoch from expires_at - created_at)::int as seconds, expires_at > now() as waits from embed_sessions where tenant_id = $1`
    expect(await server.database().query(lives, [owner.tenantId])).toEqual([{ seconds: 300, waits: true }])
  })

  it('takes an id of an hour long past for expired, though its row is gone', async () => {
    const owner = await server.admin()

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

    expect(await refusalOf(server.anonymous(owner).exchangeSession({ body: { sessionId } }))).toMatchObject({
      status: 401,
      code: 'session_unknown',
    })
  })

  it('refuses a real id with another secret, and does not use the session up', async () => {
    const owner = await server.admin()
    const { sessionId } = await givenSession(owner)
    const guessed = `${sessionId.slice(0, -43)}${secret}`

    expect(await refusalOf(server.anonymous(owner).exchangeSession({ body: { sessionId: guessed } }))).toMatchObject({
      code: 'session_unknown',
    })

    expect(await server.anonymous(owner).exchangeSession({ body: { sessionId } })).toMatchObject({ expires_in: 86_400 })
  })

  it('passes over an Authorization header, whatever it holds', async () => {
    const owner = await server.admin()
    for (const authorization of ['Bearer nonsense', 'Api-Key sk-unknown', 'Basic YTpi', `Bearer ${owner.key}`]) {
      const answer = await server.request({ headers: owner.headers }, '/api/v1/embed/session/token', {
        method: 'POST',
        headers: { authorization },
        json: { sessionId: await mint(owner, { externalId: 'user-1' }) },
      })
      expect(answer.status).toBe(200)
    }
  })
})
