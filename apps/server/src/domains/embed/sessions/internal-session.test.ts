import { describe, expect } from 'vitest'
import {
  type Actor,
  creator,
  dryRun,
  frozenOf,
  givenToken,
  givenUser,
  itRefusesSessions,
  mint,
  refusalOf,
  type RefusedSession,
  refusedSessions,
  rowCounts,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server).extend('userId', ({ owner }) => givenAda(owner))

const givenAda = async (owner: Actor, username = 'Ada.Lovelace'): Promise<number> =>
  (await owner.api.createUser({ body: { email: 'ada@a.example', username } })).id

const describing = {
  email: 'ada@a.example',
  userProfile: {},
  groups: [],
  tenantGroups: [],
  userAttributes: [],
  groupDefinitions: [],
  tenantGroupDefinitions: [],
  userAttributeDefinitions: [],
  securityContext: {},
}
const forbidden = Object.entries(describing).map(
  ([name, value]): RefusedSession => [
    `${name} with internalId`,
    { internalId: 'ada.lovelace', ...creator, [name]: value },
    400,
    'not_with_internal_id',
    new RegExp(`^${name} describes`),
  ],
)

const notFound = { status: 404, code: 'internal_user_not_found' }

describe('a session of an internal user', () => {
  itRefusesSessions(
    server,
    [
      ...forbidden,
      ...refusedSessions('roles_not_allowed', { 'roles with internalId': { internalId: 'ada.lovelace', roles: ['Admin'] } }),
      ...refusedSessions(
        'internal_user_not_found',
        {
          'an unknown internalId': [{ internalId: 'nobody' }, /"nobody"/],
          'an unknown internalId beside a new embed tenant': { internalId: 'nobody', embedTenantName: 'brand-new' },
          'an email as internalId': { internalId: 'ada@a.example' },
          'an external id as internalId': { internalId: 'user-1' },
          'the name of a service account as internalId': { internalId: 'backend' },
          'a user of another tenant': { internalId: 'stranger' },
        },
        404,
      ),
      ...refusedSessions(
        'deployment_not_found',
        {
          'an unknown deployment before an unknown user': { internalId: 'nobody', deploymentId: 999_999_999 },
          'an unknown deployment of a known user': { internalId: 'ada.lovelace', deploymentId: 999_999_999 },
        },
        404,
      ),
    ],
    async () => {
      const [owner, stranger] = [await server.admin(), await server.admin()]
      await owner.api.updateTenantSettings({ body: { useCreatorMode: true } })
      await givenAda(owner)
      await givenAda(stranger, 'stranger')
      await owner.api.createServiceAccount({ body: { name: 'backend', role: 'Viewer' } })
      await mint(owner, { externalId: 'user-1' })
      return owner
    },
  )

  it.for(['Ada.Lovelace', 'ada.lovelace', 'ADA.LOVELACE', '  ada.lovelace '])('finds the user as %j', async (internalId, { owner }) => {
    const userId = await givenAda(owner)

    expect(await frozenOf(server, owner, await mint(owner, { internalId }))).toMatchObject({
      userId,
      isInternal: true,
      username: 'ada.lovelace',
    })
  })

  it('is refused while the user is deactivated', async ({ owner, userId }) => {
    await owner.api.updateUser({ params: { userId }, body: { isDeactivated: true } })

    expect(await refusalOf(mint(owner, { internalId: 'ada.lovelace' }))).toMatchObject(notFound)
    await owner.api.updateUser({ params: { userId }, body: { isDeactivated: false } })
    expect(await mint(owner, { internalId: 'ada.lovelace' })).toMatch(/^es_/)
  })

  it('changes no user', async ({ owner }) => {
    await givenUser(owner)
    await givenAda(owner)
    const users = () => server.query('select xmin::text, u.* from users u where tenant_id = $1 order by id', [owner.tenantId])
    const [before, counts] = [await users(), await rowCounts(server, owner)]

    await mint(owner, { internalId: 'ada.lovelace', embedTenantName: 'acme-corp', settings: { showDashboardChat: false } })

    expect(await users()).toEqual(before)
    expect(await rowCounts(server, owner)).toEqual({ ...counts, embed_tenants: 1, embed_sessions: 1 })
  })

  it('uses the stored attributes and security context', async ({ owner, userId }) => {
    const attribute = await owner.api.createUserAttribute({ body: { name: 'region', type: 'string' } })
    await owner.api.upsertUserAttributeValue({ body: { userId: String(userId), userAttributeId: String(attribute.id), value: 'eu' } })
    await owner.api.updateUser({ params: { userId }, body: { securityContext: { team: 'blue' } } })

    const frozen = await frozenOf(server, owner, await mint(owner, { internalId: 'ada.lovelace' }))

    expect(frozen).toMatchObject({ userAttributes: { region: 'eu' }, securityContext: { team: 'blue' }, groups: [] })
  })

  it('contains the groups of the user and ends when one is removed', async ({ owner, userId }) => {
    const { id: groupId } = await owner.api.createGroup({ body: { name: 'premium' } })
    const body = { internalId: 'ada.lovelace' }
    await owner.api.addUserGroupMembers({ params: { groupId }, body: { userIds: [userId] } })

    const sessionId = await mint(owner, body)
    expect(await frozenOf(server, owner, sessionId)).toMatchObject({ groups: ['premium'] })
    expect((await dryRun(owner, body)).securityContext).toMatchObject({ cubeCloud: { groups: ['premium'] } })
    const { token } = await givenToken(server, owner, { ...body, externalId: null })
    const ask = async () => (await server.outcome({ headers: owner.headers, key: token }, 'getCurrentUser', {})).status
    expect(await ask()).toBe(200)
    await owner.api.removeUserGroupMembers({ params: { groupId }, body: { userIds: [userId] } })
    await expect.poll(ask, { timeout: 10_000 }).toBe(401)
    expect(await frozenOf(server, owner, await mint(owner, body))).toMatchObject({ groups: [] })
  })
})
