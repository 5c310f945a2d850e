import { expect, it } from 'vitest'
import { expectTokenGood, expectTokenRevoked, failureOf, givenSession, givenToken, refusalOf, useServer } from '#test'

const server = useServer()

it('refuses earlier sessions and tokens when the restore epoch rises', async () => {
  const owner = await server.admin()
  const { sessionId } = await givenSession(owner)
  const { token } = await givenToken(server, owner)
  await expectTokenGood(server, owner, token)

  await server.query('update installation set restore_epoch = restore_epoch + 1')

  await expectTokenRevoked(server, owner, token)
  expect(await refusalOf(server.anonymous(owner).exchangeSession({ body: { sessionId } }))).toMatchObject(failureOf('session_revoked'))
  const { items } = await owner.api.listEmbedSessions({ query: {} })
  expect(items.map(({ state }) => state)).toEqual(['revoked', 'revoked'])
  await expectTokenGood(server, owner, (await givenToken(server, owner)).token)
})
