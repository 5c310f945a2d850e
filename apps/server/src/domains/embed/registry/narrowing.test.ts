import { expect, it } from 'vitest'
import {
  type Actor,
  creator,
  expectTokenGood,
  expectTokenRevoked,
  givenCatalogs,
  givenDeployments,
  givenSession,
  givenToken,
  mint,
  newestSessionId,
  refusalOf,
  type SessionEndingCase,
  sessionEndings,
  useServer,
} from '#test'

const server = useServer('shared')

const exchange = (owner: Actor, sessionId: string) => server.anonymous(owner).exchangeSession({ body: { sessionId } })

const groupIn = async (owner: Actor, name: string) => {
  const { items } = await owner.api.listEmbedGroups({ params: { embedTenantName: creator.embedTenantName }, query: {} })
  return { embedTenantName: creator.embedTenantName, groupId: items.find((group) => group.name === name)?.id ?? 0 }
}
const userOf = (groups: string[]) => ({ ...creator, externalId: 'user-1', groups })
const neighbourOf = (groups: string[]) => ({ ...creator, externalId: 'user-2', groups })
const givenAda = async (owner: Actor) => (await owner.api.createUser({ body: { email: 'ada@a.example', username: 'ada' } })).id

const endings: SessionEndingCase[] = [
  ...sessionEndings,
  [
    'a member is removed from an embed group',
    async (_, owner) => {
      const call = { params: await groupIn(owner, 'editors'), body: { members: [{ externalId: 'user-1' }] } }
      const [body, neighbour] = [userOf(['editors']), neighbourOf(['editors'])]
      return { by: owner, body, neighbour, end: () => owner.api.removeEmbedGroupMembers(call) }
    },
  ],
  [
    'a tenant-wide group is deleted',
    async (_, owner) => {
      const groupId = (await owner.api.listGroups({ query: {} })).items.find(({ name }) => name === 'premium')?.id ?? 0
      const [body, neighbour] = [
        { externalId: 'user-1', groups: ['premium'] },
        { externalId: 'user-2', groups: ['basic'] },
      ]
      return { by: owner, body, neighbour, end: () => owner.api.deleteGroup({ params: { groupId } }) }
    },
  ],
  [
    'an embed group is deleted that its last member left by a later mint',
    async (_, owner) => {
      const params = await groupIn(owner, 'readers')
      const end = async () => {
        await mint(owner, userOf([]))
        await owner.api.deleteEmbedGroup({ params })
      }
      return { by: owner, body: userOf(['readers']), neighbour: neighbourOf(['editors']), end }
    },
  ],
  [
    'the internal user is deleted',
    async (_, owner) => {
      const userId = await givenAda(owner)
      const end = () => owner.api.deleteUser({ params: { userId } })
      return { by: owner, body: { internalId: 'ada' }, neighbour: { externalId: 'ada' }, end }
    },
  ],
  [
    'the owner of the key is deactivated by a bulk action',
    async (_, owner) => {
      const by = await server.colleague(owner, { role: 'Admin' })
      const { id } = await by.api.getCurrentUser()
      const end = () => owner.api.bulkUserAction({ body: { action: 'DEACTIVATE', userIds: [id] } })
      return { by, body: { externalId: 'user-1' }, end }
    },
  ],
  [
    'the owner of the key is deleted',
    async (_, owner) => {
      const by = await server.colleague(owner, { role: 'Admin' })
      const { id: userId } = await by.api.getCurrentUser()
      return { by, body: { externalId: 'user-1' }, end: () => owner.api.deleteUser({ params: { userId } }) }
    },
  ],
  [
    'the deployment is deleted',
    async (_, owner) => {
      const [deploymentId = 0] = await givenDeployments(owner, 'Second')
      return {
        by: owner,
        body: { externalId: 'user-1', deploymentId },
        end: () => owner.api.deleteDeployment({ params: { deploymentId } }),
      }
    },
  ],
]

it.each(endings)('ends an embed session, exchanged or not, when %s, and keeps its neighbour', async (_, prepare) => {
  const owner = await givenCatalogs(server)
  const { by, body, neighbour = { externalId: 'user-1' }, end } = await prepare(server, owner)
  const other = await givenToken(server, owner, neighbour)
  const otherWaiting = await givenSession(owner, neighbour)
  const waiting = await mint(by, body)
  const { token } = await exchange(owner, await mint(by, body))
  const embedSessionId = await newestSessionId(owner)
  await expectTokenGood(server, owner, token, body.deploymentId)
  await expectTokenGood(server, owner, other.token)

  await end()

  await expectTokenRevoked(server, owner, token, body.deploymentId)
  expect(await refusalOf(exchange(owner, waiting))).toMatchObject({ status: 401, code: 'session_revoked' })
  await expectTokenGood(server, owner, other.token)
  expect(await exchange(owner, otherWaiting.sessionId)).toMatchObject({ expires_in: 86_400 })
  expect(await owner.api.getEmbedSession({ params: { embedSessionId } })).toMatchObject({ state: 'revoked' })
})
