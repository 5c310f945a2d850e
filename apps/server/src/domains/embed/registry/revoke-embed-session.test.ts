import { describe, expect, it } from 'vitest'
import { expectTokenGood, expectTokenRevoked, givenSession, givenToken, newestSessionId, refusalOf, useServer } from '#test'

const server = useServer('shared')

describe('revokeEmbedSession', () => {
  it('ends the token within a second, and no other token of the same user', async () => {
    const owner = await server.admin()
    const neighbour = await givenToken(server, owner, { externalId: 'user-1' })
    const { token } = await givenToken(server, owner, { externalId: 'user-1' })
    await expectTokenGood(server, owner, token)

    const revoked = await owner.api.revokeEmbedSession({ params: { embedSessionId: await newestSessionId(owner) } })

    expect(revoked).toMatchObject({ state: 'revoked', revokedAt: expect.any(String) as string })
    await expectTokenRevoked(server, owner, token)
    await expectTokenGood(server, owner, neighbour.token)
  })

  it('may be repeated, and the first time stands', async () => {
    const owner = await server.admin()
    await givenToken(server, owner)
    const params = { embedSessionId: await newestSessionId(owner) }

    const first = await owner.api.revokeEmbedSession({ params })

    expect(await owner.api.revokeEmbedSession({ params })).toEqual(first)
  })

  it('ends a session that waits, which then cannot be exchanged', async () => {
    const owner = await server.admin()
    const { sessionId } = await givenSession(owner)

    expect(await owner.api.revokeEmbedSession({ params: { embedSessionId: await newestSessionId(owner) } })).toMatchObject({
      state: 'revoked',
    })

    expect(await refusalOf(server.anonymous(owner).exchangeSession({ body: { sessionId } }))).toMatchObject({ code: 'session_revoked' })
  })

  it.each(['1-1', 'nothing', '499999-99999999999999999', '-1-1', "1-1' or true"])('knows no session %j', async (embedSessionId) => {
    const owner = await server.admin()

    expect(await refusalOf(owner.api.revokeEmbedSession({ params: { embedSessionId } }))).toMatchObject({
      status: 404,
      code: 'session_not_found',
    })
  })

  it('is in the audit trail', async () => {
    const owner = await server.admin()
    await givenSession(owner)
    const embedSessionId = await newestSessionId(owner)

    await owner.api.revokeEmbedSession({ params: { embedSessionId } })

    const { items } = await owner.api.listAuditLogs({ query: {} })
    expect(JSON.stringify(items[0])).toContain('revokeEmbedSession')
    expect(JSON.stringify(items[0])).toContain(embedSessionId)
  })
})
