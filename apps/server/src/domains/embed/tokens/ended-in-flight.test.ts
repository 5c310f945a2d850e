import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Actor,
  endWhileInFlight,
  expectTokenGood,
  expectTokenRevoked,
  givenUser,
  installExchangeGate,
  mint,
  newestSessionId,
  type SessionEndingCase,
  sessionEndings,
  useServer,
} from '#test'

const server = useServer()
beforeAll(() => installExchangeGate(server))

const user = { externalId: 'user-1', embedTenantName: 'acme-corp' }
const exchange = (owner: Actor, sessionId: string) => server.anonymous(owner).exchangeSession({ body: { sessionId } })

const endings: SessionEndingCase[] = [
  [
    'the session is revoked',
    (_, owner) => ({
      by: owner,
      body: user,
      end: async () => owner.api.revokeEmbedSession({ params: { embedSessionId: await newestSessionId(owner) } }),
    }),
  ],
  ...sessionEndings,
]

describe('an exchange in flight', () => {
  it.each(endings)('yields a revoked token when %s', async (_, prepare) => {
    const owner = await server.admin()
    const { by, body, end } = await prepare(server, owner)
    const sessionId = await mint(by, body)

    const { token } = await endWhileInFlight(server, () => exchange(owner, sessionId), end)

    await expectTokenRevoked(server, owner, token, body.deploymentId)
    expect((await owner.api.listEmbedSessions({ query: {} })).items).toMatchObject([{ state: 'revoked' }])
  })

  it.each(endings)('yields a revoked token on renewal when %s', async (_, prepare) => {
    const owner = await server.admin()
    const { by, body, end } = await prepare(server, owner)
    const { token: held } = await exchange(owner, await mint(by, body))
    const sessionId = await mint(by, body)
    const frame = server.clientFor(owner, held)

    const { token } = await endWhileInFlight(server, () => frame.renewSession({ body: { sessionId } }), end)

    await expectTokenRevoked(server, owner, token, body.deploymentId)
  })

  it('yields a good token when something else ends', async () => {
    const owner = await server.admin()
    const sessionId = await mint(owner, user)
    const userId = await givenUser(owner)
    const deactivate = () => owner.api.updateUser({ params: { userId }, body: { isDeactivated: true } })

    const { token } = await endWhileInFlight(server, () => exchange(owner, sessionId), deactivate)

    await expectTokenGood(server, owner, token)
  })
})
