import type { AuditTarget } from '@facet/contract'
import { describe, expect } from 'vitest'
import {
  type Actor,
  givenAttribute,
  givenEmbedGroup,
  givenEmbedTenant,
  givenEmbedUser,
  givenExternalUser,
  givenUser,
  setVariables,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)

const newest = async ({ api }: Actor) => (await api.listAuditLogs({ query: { first: 1 } })).items[0]
const targetsOf = async (owner: Actor) => (await newest(owner))?.targets
const touched = (kind: AuditTarget['kind'], id: string | number, did: NonNullable<AuditTarget['did']>) => ({ kind, id: String(id), did })
const place = (kind: AuditTarget['kind'], id: string | number) => ({ kind, id: String(id) })
const operationsAbout = async ({ api }: Actor, query: { targetKind?: string; targetId?: string }) =>
  (await api.listAuditLogs({ query })).items.map(({ operation }) => operation)
const myself = async ({ api }: Actor) => ({ id: (await api.getCurrentUser()).id, keyId: (await api.listApiKeys()).items[0]?.id ?? 0 })

describe('the targets of an audit entry', () => {
  it('are every user that a bulk deletion removed, with the keys that went with them, and nobody whom it did not', async ({ owner }) => {
    const colleague = await myself(await server.colleague(owner, { role: 'Viewer' }))
    const other = await givenUser(owner)
    const me = await myself(owner)

    await owner.api.bulkUserAction({ body: { action: 'DELETE', userIds: [colleague.id, me.id, other, 999_999] } })

    expect(await targetsOf(owner)).toEqual([
      touched('user', colleague.id, 'deleted'),
      touched('api_key', colleague.keyId, 'deleted'),
      touched('user', other, 'deleted'),
    ])
  })

  it('say of a user only what was done to them', async ({ owner, userId }) => {
    const update = async (body: Parameters<typeof owner.api.updateUser>[0]['body']) => {
      await owner.api.updateUser({ params: { userId }, body })
      return targetsOf(owner)
    }

    expect(await update({ isAdmin: true })).toEqual([touched('user', userId, 'promoted')])
    expect(await update({ isAdmin: true })).toEqual([touched('user', userId, 'unchanged')])
    expect(await update({ isAdmin: false, isDeactivated: true })).toEqual([
      touched('user', userId, 'demoted'),
      touched('user', userId, 'deactivated'),
    ])
  })

  it('are none of a bulk action that changed nobody, and unchanged ones where that was all there was to do', async ({ owner }) => {
    const user = await givenUser(owner)

    await owner.api.bulkUserAction({ body: { action: 'DELETE', userIds: [999_999] } })
    expect(await targetsOf(owner)).toEqual([])

    await owner.api.bulkUserAction({ body: { action: 'ACTIVATE', userIds: [user] } })
    expect(await targetsOf(owner)).toEqual([touched('user', user, 'unchanged')])
  })

  it('are the user and the attribute of a value, whosever user it is', async ({ owner }) => {
    const [attribute, user, external] = [await givenAttribute(owner), await givenUser(owner), await givenExternalUser(server, owner)]
    const set = (userId: number, value: string | null) =>
      owner.api.upsertUserAttributeValue({ body: { userId: String(userId), userAttributeId: String(attribute), value } })

    await set(user, null)
    expect(await targetsOf(owner)).toEqual([touched('user', user, 'updated'), touched('user_attribute', attribute, 'cleared')])

    await set(external, 'gold')
    expect(await targetsOf(owner)).toEqual([
      touched('external_user', external, 'updated'),
      touched('user_attribute', attribute, 'assigned'),
    ])
  })

  it('are whom or what sessions were ended of', async ({ owner }) => {
    const embedTenant = await givenEmbedTenant(server, owner)
    const { embedTenantName } = embedTenant
    const { embedUserId, externalId } = await givenEmbedUser(server, owner, embedTenant)
    const me = await myself(owner)
    const ended = async (body: Parameters<typeof owner.api.revokeEmbedSessions>[0]['body']) => {
      await owner.api.revokeEmbedSessions({ body })
      return targetsOf(owner)
    }

    expect(await ended({ userId: me.id })).toEqual([touched('user', me.id, 'sessions_ended')])
    expect(await ended({ userId: embedUserId })).toEqual([touched('external_user', embedUserId, 'sessions_ended')])
    expect(await ended({ externalId, embedTenantName })).toEqual([touched('external_user', embedUserId, 'sessions_ended')])
    expect(await ended({ embedTenantName: embedTenantName.toUpperCase() })).toEqual([
      touched('embed_tenant', embedTenantName, 'sessions_ended'),
    ])
    expect(await ended({ deploymentId: owner.deploymentId })).toEqual([touched('deployment', owner.deploymentId, 'sessions_ended')])
    expect(await ended({ apiKeyId: me.keyId })).toEqual([touched('api_key', me.keyId, 'sessions_ended')])
  })

  it('are found by any of them, and by kind and id of the same one', async ({ owner }) => {
    const { groupId, embedTenantName, params } = await givenEmbedGroup(server, owner)
    await owner.api.deleteEmbedGroup({ params })

    expect(await operationsAbout(owner, { targetKind: 'embed_tenant', targetId: embedTenantName })).toEqual([
      'deleteEmbedGroup',
      'createEmbedGroup',
    ])
    expect(await operationsAbout(owner, { targetKind: 'group', targetId: String(groupId) })).toEqual([
      'deleteEmbedGroup',
      'createEmbedGroup',
    ])
    expect(await operationsAbout(owner, { targetKind: 'group', targetId: embedTenantName })).toEqual([])
  })

  it('are shown in part in the list, and all of them in the export', async ({ owner }) => {
    const names = Array.from({ length: 30 }, (_, index) => `VARIABLE_${String(index).padStart(2, '0')}`)
    await setVariables(owner, ...names.map((name) => ({ name, value: 'x' })))

    const listed = await newest(owner)
    const exported = []
    for await (const entry of owner.api.exportAuditLogs({ query: { operation: 'setEnvVariables' } })) exported.push(entry)

    const all = [...names.map((name) => touched('env_variable', name, 'created')), place('deployment', owner.deploymentId)]
    expect(listed).toMatchObject({ targetKind: 'env_variable', targetId: 'VARIABLE_00', targetCount: 31, targets: all.slice(0, 20) })
    expect(exported).toMatchObject([{ targetCount: 31, targets: all }])
    expect(await operationsAbout(owner, { targetKind: 'env_variable', targetId: 'VARIABLE_29' })).toEqual(['setEnvVariables'])
  })

  it('of what was refused are all that the path named, with nothing done to them', async ({ owner }) => {
    const viewer = await server.colleague(owner, { role: 'Viewer' })
    const { groupId, embedTenantName, params } = await givenEmbedGroup(server, owner)

    expect(await server.outcome(viewer, 'deleteEmbedGroup', { params })).toMatchObject({ status: 403 })
    expect(await newest(owner)).toMatchObject({
      outcome: 'refused',
      targets: [place('embed_tenant', embedTenantName), place('group', groupId)],
    })

    expect(
      await server.outcome(viewer, 'deleteEnvVariable', { params: { deploymentId: owner.deploymentId, name: 'DB_PASS' } }),
    ).toMatchObject({ status: 403 })
    expect(await targetsOf(owner)).toEqual([place('deployment', owner.deploymentId), place('env_variable', 'DB_PASS')])
  })
})
