import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Actor,
  endWhileInFlight,
  expectTokenGood,
  expectTokenRevoked,
  givenKey,
  givenServiceAccount,
  givenUser,
  installExchangeGate,
  mint,
  newestSessionId,
  type SessionBody,
  useServer,
} from '#test'

const server = useServer()
beforeAll(() => installExchangeGate(server))

const embedTenantName = 'acme-corp'
const user = { externalId: 'user-1', embedTenantName }

/** Who mints, for whom, and how what they stand on is taken away. */
type Ending = { by: Actor; body: SessionBody; end: () => Promise<unknown> }

const exchange = (owner: Actor, sessionId: string) => server.anonymous(owner).exchangeSession({ body: { sessionId } })
const deactivate = (owner: Actor, userId: number) => owner.api.updateUser({ params: { userId }, body: { isDeactivated: true } })

const endings: [what: string, prepare: (owner: Actor) => Promise<Ending>][] = [
  [
    'the session is revoked',
    async (owner) => ({
      by: owner,
      body: user,
      end: async () => owner.api.revokeEmbedSession({ params: { embedSessionId: await newestSessionId(owner) } }),
    }),
  ],
  [
    'the sessions of the user are revoked',
    async (owner) => ({ by: owner, body: user, end: () => owner.api.revokeEmbedSessions({ body: user }) }),
  ],
  [
    'the sessions of the embed tenant are revoked',
    async (owner) => ({ by: owner, body: user, end: () => owner.api.revokeEmbedSessions({ body: { embedTenantName } }) }),
  ],
  [
    'the sessions of the deployment are revoked',
    async (owner) => ({ by: owner, body: user, end: () => owner.api.revokeEmbedSessions({ body: { deploymentId: owner.deploymentId } }) }),
  ],
  [
    'the embed tenant is deleted',
    async (owner) => ({ by: owner, body: user, end: () => owner.api.deleteEmbedTenant({ params: { embedTenantName } }) }),
  ],
  [
    'the internal user is deactivated',
    async (owner) => {
      const { id } = await owner.api.createUser({ body: { email: 'ada@a.example', username: 'ada' } })
      return { by: owner, body: { internalId: 'ada' }, end: () => deactivate(owner, id) }
    },
  ],
  [
    'the key is deleted',
    async (owner) => {
      const key = await givenKey(server, owner)
      return { by: key, body: user, end: () => owner.api.deleteApiKey({ params: { apiKeyId: key.keyId } }) }
    },
  ],
  [
    'the owner of the key is deactivated',
    async (owner) => {
      const colleague = await server.colleague(owner, { role: 'Admin' })
      const { id } = await colleague.api.getCurrentUser()
      return { by: colleague, body: user, end: () => deactivate(owner, id) }
    },
  ],
  [
    'the owner of the key is deleted',
    async (owner) => {
      const account = await givenServiceAccount(server, owner, 'Admin')
      return {
        by: account,
        body: user,
        end: () => owner.api.deleteServiceAccount({ params: { serviceAccountId: account.serviceAccountId } }),
      }
    },
  ],
]

describe('when, while a session is being exchanged,', () => {
  it.each(endings)('%s, the token is worth nothing', async (_, prepare) => {
    const owner = await server.admin()
    const { by, body, end } = await prepare(owner)
    const sessionId = await mint(by, body)

    const { token } = await endWhileInFlight(server, () => exchange(owner, sessionId), end)

    await expectTokenRevoked(server, owner, token)
    expect((await owner.api.listEmbedSessions({ query: {} })).items).toMatchObject([{ state: 'revoked' }])
  })

  it.each(endings)('%s, renewing it leaves no token behind', async (_, prepare) => {
    const owner = await server.admin()
    const { by, body, end } = await prepare(owner)
    const { token: held } = await exchange(owner, await mint(by, body))
    const sessionId = await mint(by, body)
    const frame = server.clientFor(owner, held)

    const { token } = await endWhileInFlight(server, () => frame.renewSession({ body: { sessionId } }), end)

    await expectTokenRevoked(server, owner, token)
  })

  it('something else ends, the token is good', async () => {
    const owner = await server.admin()
    const sessionId = await mint(owner, user)
    const userId = await givenUser(owner)

    const { token } = await endWhileInFlight(
      server,
      () => exchange(owner, sessionId),
      () => deactivate(owner, userId),
    )

    await expectTokenGood(server, owner, token)
  })
})
