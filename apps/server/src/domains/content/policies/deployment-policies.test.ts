import type { PolicyAction } from '@facet/contract'
import { describe, expect } from 'vitest'
import { type Actor, failureOf, givenDeployments, givenEmbedGroup, givenGroup, personIdOf, useServer, withOwner } from '#test'

const server = useServer('shared')
const it = withOwner(server).extend('colleague', ({ owner }) => server.colleague(owner, {}))

const on = ({ deploymentId }: Pick<Actor, 'deploymentId'>) => ({ resourceType: 'Deployment', resourceId: deploymentId }) as const

const grant = (owner: Actor, userId: number | null, action: PolicyAction | null) =>
  owner.api.setUserPolicy({ body: { ...on(owner), userId, action } })

/** Which of these operations the caller may do. */
const allowed = async (caller: Actor): Promise<string[]> => {
  const input = { params: { deploymentId: caller.deploymentId } }
  const asked = ['getDeployment', 'listFiles', 'getEnvVariables', 'logs', 'resetCreationStep'] as const
  const outcomes = await Promise.all(asked.map(async (id) => [id, (await server.outcome(caller, id, input)).status] as const))
  return outcomes.filter(([, status]) => status === 200).map(([id]) => id)
}

describe('a policy on a deployment', () => {
  it.each<[PolicyAction, string[]]>([
    ['DeploymentRead', ['getDeployment']],
    ['SchemaRead', ['getDeployment', 'listFiles']],
    ['SchemaUpdateDevBranches', ['getDeployment', 'listFiles']],
    ['SecretsManage', ['getDeployment', 'getEnvVariables']],
    ['APMRead', ['getDeployment', 'logs']],
    ['DeploymentUpdate', ['getDeployment', 'resetCreationStep']],
    ['All', ['getDeployment', 'listFiles', 'getEnvVariables', 'logs', 'resetCreationStep']],
  ])('allows with %s what it includes, and nothing else', async (action, operations) => {
    const owner = await server.admin()
    const colleague = await server.colleague(owner, {})

    await expect.poll(() => allowed(colleague)).toEqual([])
    await grant(owner, await personIdOf(colleague), action)

    await expect.poll(() => allowed(colleague)).toEqual(operations)
  })

  it('is replaced by the next and ended by none, at once; the trail says so', async ({ owner, colleague }) => {
    const userId = await personIdOf(colleague)
    const did = async () => (await owner.api.listAuditLogs({ query: { first: 1 } })).items[0]?.targets
    const trail = (verb: string) => [
      { kind: 'deployment', id: String(owner.deploymentId), did: verb },
      { kind: 'user', id: String(userId) },
    ]

    expect((await grant(owner, userId, 'SecretsManage')).items).toMatchObject([
      { ...on(owner), action: 'SecretsManage', isOrganization: false, isInherited: false, userId },
    ])
    expect(await did()).toEqual(trail('shared'))
    expect((await grant(owner, userId, 'APMRead')).items).toMatchObject([{ action: 'APMRead', userId }])
    await expect.poll(() => allowed(colleague)).toEqual(['getDeployment', 'logs'])
    await grant(owner, userId, 'APMRead')
    expect(await did()).toEqual(trail('unchanged'))
    expect((await grant(owner, userId, null)).items).toEqual([])
    expect(await did()).toEqual(trail('unshared'))
    await expect.poll(() => allowed(colleague)).toEqual([])
  })

  it('holds for the members of a group, and ends when a member leaves', async ({ owner, colleague }) => {
    const groupId = await givenGroup(owner)
    const members = { params: { groupId }, body: { userIds: [await personIdOf(colleague)] } }
    await owner.api.setGroupPolicy({ body: { ...on(owner), groupId, action: 'DeploymentRead' } })
    await expect.poll(() => allowed(colleague)).toEqual([])

    await owner.api.addUserGroupMembers(members)
    await expect.poll(() => allowed(colleague)).toEqual(['getDeployment'])
    await owner.api.removeUserGroupMembers(members)

    await expect.poll(() => allowed(colleague)).toEqual([])
  })

  it('holds for the whole organization when userId is null, on this deployment alone', async ({ owner, colleague }) => {
    const [other = 0] = await givenDeployments(owner, 'Second')

    const { items } = await grant(owner, null, 'DeploymentRead')

    expect(items).toMatchObject([{ isOrganization: true }])
    expect(items[0]).not.toHaveProperty('userId')
    await expect.poll(() => allowed(colleague)).toEqual(['getDeployment'])
    await expect.poll(() => allowed({ ...colleague, deploymentId: other })).toEqual([])
  })

  it('is set and listed only by those who may do everything to the deployment', async ({ owner, colleague, developer, stranger }) => {
    const userId = await personIdOf(colleague)
    const body = { ...on(owner), userId, action: 'DeploymentRead' } as const
    const outcomes = async (caller: Actor) => [
      await server.outcome(caller, 'setUserPolicy', { body }),
      await server.outcome(caller, 'listResourcePolicies', { query: on(owner) }),
    ]

    expect(await outcomes(developer)).toEqual([failureOf('forbidden'), failureOf('forbidden')])
    expect(await outcomes(stranger)).toEqual([failureOf('deployment_not_found'), failureOf('deployment_not_found')])
    const administrator = await server.colleague(owner, { role: 'Admin', deploymentIds: [owner.deploymentId] })
    expect((await outcomes(administrator)).map(({ status }) => status)).toEqual([200, 200])
  })

  it('refuses actions of other types, and users and groups that are not of the tenant', async ({ owner, stranger }) => {
    const set = (userId: number, action: PolicyAction) => server.outcome(owner, 'setUserPolicy', { body: { ...on(owner), userId, action } })
    const setGroup = (groupId: number) =>
      server.outcome(owner, 'setGroupPolicy', { body: { ...on(owner), groupId, action: 'DeploymentRead' } })

    expect(await set(await personIdOf(owner), 'WorkbookRead')).toEqual(failureOf('policy_action_invalid'))
    expect(await set(await personIdOf(stranger), 'DeploymentRead')).toEqual(failureOf('user_not_found'))
    expect(await setGroup(await givenGroup(stranger))).toEqual(failureOf('group_not_found'))
    expect(await setGroup((await givenEmbedGroup(server, owner)).groupId)).toEqual(failureOf('group_not_found'))
  })

  it('shows names to administrators of the tenant alone', async ({ owner, colleague }) => {
    await grant(owner, await personIdOf(colleague), 'DeploymentRead')
    const administrator = await server.colleague(owner, { role: 'Admin', deploymentIds: [owner.deploymentId] })

    const seen = async (caller: Actor) => (await caller.api.listResourcePolicies({ query: on(owner) })).items[0]?.user?.email

    expect(await seen(owner)).toContain('@')
    expect(await seen(administrator)).toBeNull()
  })

  it('stops at the number of policies that a deployment may have', async ({ owner, colleague }) => {
    await server.query(
      `with g as (insert into groups (tenant_id, namespace, name) select $1, 'groups', 'many-' || n from generate_series(1, 1000) n returning id)
       insert into deployment_grants (tenant_id, deployment_id, group_id, action, actions) select $1, $2, id, 'DeploymentRead', '{DeploymentRead}' from g`,
      [owner.tenantId, owner.deploymentId],
    )
    const body = { ...on(owner), userId: await personIdOf(colleague), action: 'DeploymentRead' } as const

    expect(await server.outcome(owner, 'setUserPolicy', { body })).toEqual(failureOf('grant_limit'))
  })
})
