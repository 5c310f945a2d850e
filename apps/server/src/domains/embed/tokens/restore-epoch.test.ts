import { describe, expect, it } from 'vitest'
import { expectTokenGood, expectTokenRevoked, givenSession, givenToken, refusalOf, useServer } from '#test'

const server = useServer()

describe('when the restore epoch rises', () => {
  it('what was minted and exchanged before is refused, and what comes after works', async () => {
    const owner = await server.admin()
    const { sessionId } = await givenSession(owner)
    const { token } = await givenToken(server, owner)
    await expectTokenGood(server, owner, token)

    await server.database().query('update installation set restore_epoch = restore_epoch + 1')

    await expectTokenRevoked(server, owner, token)
    expect(await refusalOf(server.anonymous(owner).exchangeSession({ body: { sessionId } }))).toMatchObject({
      status: 401,
      code: 'session_revoked',
    })
    const { items } = await owner.api.listEmbedSessions({ query: {} })
    expect(items.map(({ state }) => state)).toEqual(['revoked', 'revoked'])
    await expectTokenGood(server, owner, (await givenToken(server, owner)).token)
  })
})
