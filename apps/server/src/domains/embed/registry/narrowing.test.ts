import { describe, expect, it } from 'vitest'
import {
  type Actor,
  creator,
  expectTokenGood,
  expectTokenRevoked,
  givenCatalogs,
  givenDeployments,
  givenKey,
  givenToken,
  mint,
  newestSessionId,
  type SessionBody,
  useServer,
} from '#test'

const server = useServer('shared')

const embedTenantName = 'acme-corp'

const groupIn = async (owner: Actor, name: string) => {
  const { items } = await owner.api.listEmbedGroups({ params: { embedTenantName }, query: {} })
  return { embedTenantName, groupId: items.find((group) => group.name === name)?.id ?? 0 }
}

/** What an administrator takes away, the session that stands on it and the one that does not. */
type Narrowing = {
  what: string
  body: SessionBody
  neighbour: SessionBody
  prepare?: (owner: Actor) => Promise<{ by?: Actor; body?: SessionBody; narrow: () => Promise<unknown> }>
}

const narrowings: Narrowing[] = [
  {
    what: 'a member is removed from an embed group',
    body: { ...creator, externalId: 'user-1', groups: ['editors'] },
    neighbour: { ...creator, externalId: 'user-2', groups: ['editors'] },
    prepare: async (owner) => {
      const params = await groupIn(owner, 'editors')
      return { narrow: () => owner.api.removeEmbedGroupMembers({ params, body: { members: [{ externalId: 'user-1' }] } }) }
    },
  },
  {
    what: 'a tenant-wide group is deleted',
    body: { externalId: 'user-1', groups: ['premium'] },
    neighbour: { externalId: 'user-2', groups: ['basic'] },
    prepare: async (owner) => {
      const { items } = await owner.api.listGroups({ query: {} })
      return { narrow: () => owner.api.deleteGroup({ params: { groupId: items.find(({ name }) => name === 'premium')?.id ?? 0 } }) }
    },
  },
  {
    what: 'an embed group is deleted that its last member has left by a later mint',
    body: { ...creator, externalId: 'user-1', groups: ['readers'] },
    neighbour: { ...creator, externalId: 'user-2', groups: ['editors'] },
    prepare: async (owner) => {
      const params = await groupIn(owner, 'readers')
      return {
        narrow: async () => {
          await mint(owner, { ...creator, externalId: 'user-1', groups: [] })
          await owner.api.deleteEmbedGroup({ params })
        },
      }
    },
  },
  {
    what: 'the embed tenant is deleted',
    body: { externalId: 'user-1', embedTenantName },
    neighbour: { externalId: 'user-1', embedTenantName: 'other-corp' },
    prepare: (owner) => Promise.resolve({ narrow: () => owner.api.deleteEmbedTenant({ params: { embedTenantName } }) }),
  },
  {
    what: 'the internal user is deactivated',
    body: { internalId: 'ada' },
    neighbour: { externalId: 'ada' },
    prepare: async (owner) => {
      const { id: userId } = await owner.api.createUser({ body: { email: 'ada@a.example', username: 'ada' } })
      return { narrow: () => owner.api.updateUser({ params: { userId }, body: { isDeactivated: true } }) }
    },
  },
  {
    what: 'the internal user is deleted',
    body: { internalId: 'ada' },
    neighbour: { externalId: 'ada' },
    prepare: async (owner) => {
      const { id: userId } = await owner.api.createUser({ body: { email: 'ada@a.example', username: 'ada' } })
      return { narrow: () => owner.api.deleteUser({ params: { userId } }) }
    },
  },
  {
    what: 'the key that minted it is deleted',
    body: { externalId: 'user-1' },
    neighbour: { externalId: 'user-1' },
    prepare: async (owner) => {
      const by = await givenKey(server, owner)
      return { by, narrow: () => owner.api.deleteApiKey({ params: { apiKeyId: by.keyId } }) }
    },
  },
  {
    what: 'the deployment is deleted',
    body: { externalId: 'user-1' },
    neighbour: { externalId: 'user-1' },
    prepare: async (owner) => {
      const [deploymentId = 0] = await givenDeployments(owner, 'Second')
      return { body: { deploymentId }, narrow: () => owner.api.deleteDeployment({ params: { deploymentId } }) }
    },
  },
]

describe('a token ends within a second when', () => {
  it.each(narrowings.map((row) => [row.what, row] as const))('%s, and a neighbour lives on', async (_, { body, neighbour, prepare }) => {
    const owner = await givenCatalogs(server)
    const prepared = await prepare?.(owner)
    const request = { ...body, ...prepared?.body }
    const other = await givenToken(server, owner, neighbour)
    const sessionId = await mint(prepared?.by ?? owner, request)
    const { token } = await server.anonymous(owner).exchangeSession({ body: { sessionId } })
    const embedSessionId = await newestSessionId(owner)
    await expectTokenGood(server, owner, token, request.deploymentId)
    await expectTokenGood(server, owner, other.token)

    await prepared?.narrow()

    await expectTokenRevoked(server, owner, token, request.deploymentId)
    await expectTokenGood(server, owner, other.token)
    expect(await owner.api.getEmbedSession({ params: { embedSessionId } })).toMatchObject({ state: 'revoked' })
  })
})
