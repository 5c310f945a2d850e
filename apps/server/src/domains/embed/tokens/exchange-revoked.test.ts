import { describe, expect, it, vi } from 'vitest'
import { freezeEmbedding } from '#domains/embed/operator'
import {
  type Actor,
  expectTokenGood,
  givenDeployments,
  givenKey,
  givenSession,
  givenToken,
  mint,
  newestSessionId,
  refusalOf,
  useServer,
} from '#test'

const server = useServer('shared')

const exchange = (owner: Actor, sessionId: string) => server.anonymous(owner).exchangeSession({ body: { sessionId } })
const freeze = (owner: Actor, isFrozen: boolean) => freezeEmbedding(server.services().calls, owner.tenantId, isFrozen)

const revoked = { status: 401, code: 'session_revoked' }

type Ending = [what: string, end: (owner: Actor) => Promise<{ sessionId: string; end: () => Promise<unknown> }>]

const endings: Ending[] = [
  [
    'the session was revoked',
    async (owner) => {
      const { sessionId } = await givenSession(owner)
      const embedSessionId = await newestSessionId(owner)
      return { sessionId, end: () => owner.api.revokeEmbedSession({ params: { embedSessionId } }) }
    },
  ],
  [
    'the sessions of the user were revoked',
    async (owner) => {
      const { sessionId, externalId } = await givenSession(owner)
      return { sessionId, end: () => owner.api.revokeEmbedSessions({ body: { externalId } }) }
    },
  ],
  [
    'the deployment was deleted',
    async (owner) => {
      const [deploymentId = 0] = await givenDeployments(owner, 'Second')
      const sessionId = await mint(owner, { externalId: 'user-1', deploymentId })
      return { sessionId, end: () => owner.api.deleteDeployment({ params: { deploymentId } }) }
    },
  ],
  [
    'the key that minted it was deleted',
    async (owner) => {
      const key = await givenKey(server, owner)
      return {
        sessionId: await mint(key, { externalId: 'user-1' }),
        end: () => owner.api.deleteApiKey({ params: { apiKeyId: key.keyId } }),
      }
    },
  ],
  [
    'the internal user was deactivated',
    async (owner) => {
      const { id: userId } = await owner.api.createUser({ body: { email: 'ada@a.example', username: 'ada' } })
      const sessionId = await mint(owner, { internalId: 'ada' })
      return { sessionId, end: () => owner.api.updateUser({ params: { userId }, body: { isDeactivated: true } }) }
    },
  ],
  [
    'the embed tenant was deleted',
    async (owner) => {
      const embedTenantName = 'acme-corp'
      const sessionId = await mint(owner, { externalId: 'user-1', embedTenantName })
      return { sessionId, end: () => owner.api.deleteEmbedTenant({ params: { embedTenantName } }) }
    },
  ],
]

describe('a session waiting to be exchanged', () => {
  it.each(endings)('is refused once %s, and a neighbour is not', async (_, prepare) => {
    const owner = await server.admin()
    const neighbour = await givenSession(owner)
    const { sessionId, end } = await prepare(owner)

    await end()

    expect(await refusalOf(exchange(owner, sessionId))).toMatchObject(revoked)
    expect(await exchange(owner, neighbour.sessionId)).toMatchObject({ expires_in: 86_400 })
  })
})

describe('while the operator has frozen a tenant', () => {
  it('nothing is exchanged, with the time to come back, and the session is not used up', async () => {
    const owner = await server.admin()
    const { sessionId } = await givenSession(owner)
    await freeze(owner, true)

    const refusal = await refusalOf(exchange(owner, sessionId))
    expect(refusal).toMatchObject({ status: 503, code: 'minting_frozen', retryAfterMs: 60_000 })
    await freeze(owner, false)

    await expectTokenGood(server, owner, (await exchange(owner, sessionId)).token)
  })

  it('nothing is minted, tokens go on working, and other tenants are not touched', async () => {
    const [owner, neighbour] = [await server.admin(), await server.admin()]
    const { token } = await givenToken(server, owner)
    await freeze(owner, true)

    const frozen = { status: 503, code: 'minting_frozen', retryAfterMs: 60_000 }
    await vi.waitFor(async () => expect(await refusalOf(mint(owner, { externalId: 'u' }))).toMatchObject(frozen), {
      interval: 5,
      timeout: 30_000,
    })
    await expectTokenGood(server, owner, token)
    expect(await mint(neighbour, { externalId: 'u' })).toMatch(/^es_/)
    await freeze(owner, false)
    await vi.waitFor(() => mint(owner, { externalId: 'u' }), { interval: 5, timeout: 30_000 })
  })
})
