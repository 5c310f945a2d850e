import { describe, expect } from 'vitest'
import {
  type Actor,
  givenCreator,
  givenDashboard,
  givenDeployments,
  givenFolder,
  givenFrame,
  givenGrant,
  givenGroup,
  givenKey,
  givenRole,
  givenSharer,
  itRefusesBodies,
  personIdOf,
  refusalOf,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)
const notFound = { status: 404, code: 'dashboard_not_found' }
const notAllowed = { status: 403, code: 'embedding_not_allowed' }
type Caller = { headers: Record<string, string>; key: string }

const getter =
  ({ publicId }: { publicId: string }) =>
  (caller: Caller) =>
    server.outcome(caller, 'getDashboard', { params: { dashboardPublicId: publicId } })

const grantAlone = (owner: Actor, dashboardId: number, column: 'principal_id' | 'group_id', id: number) =>
  server.query(`insert into dashboard_grants (tenant_id, dashboard_id, ${column}) values ($1, $2, $3)`, [owner.tenantId, dashboardId, id])

describe('getDashboard by a key', () => {
  it('answers whoever may view the workbook, whatever allowEmbed says', async ({ owner, explorer: stranger }) => {
    const folderId = (await givenFolder(owner)).id
    const { dashboard } = await givenDashboard(owner, { folderId })
    const get = getter(dashboard)
    const viewer = await givenSharer(server, owner, folderId, 'view', 'Viewer')

    expect(await get(owner)).toEqual({ status: 200, body: { ...dashboard, fromSharedWorkspace: false } })
    expect(await get(viewer)).toMatchObject({ status: 200 })
    expect(await get(stranger)).toEqual(notFound)
    for (const publicId of ['nothing', 'A'.repeat(12)]) expect(await getter({ publicId })(owner)).toEqual(notFound)
  })

  it('answers whom the dashboard alone was granted, also without the right to read workbooks', async ({ owner, viewer: member }) => {
    const { dashboard } = await givenDashboard(owner)
    const get = getter(dashboard)
    const role = await givenRole(server, owner, ['DeploymentRead', 'EmbedDashboardRead'])
    const groupId = await givenGroup(owner)
    const [roleId, memberId] = [await personIdOf(role), await personIdOf(member)]
    await server.query('insert into user_group_members (tenant_id, group_id, user_id) values ($1, $2, $3)', [
      owner.tenantId,
      groupId,
      memberId,
    ])
    expect([await get(role), await get(member)]).toEqual([notFound, notFound])

    await grantAlone(owner, dashboard.id, 'principal_id', roleId)
    await grantAlone(owner, dashboard.id, 'group_id', groupId)

    expect([await get(role), await get(member)]).toMatchObject([{ status: 200 }, { status: 200 }])
  })

  it('looks in the deployments that the key and the role reach', async ({ owner, second, dashboard: { dashboard } }) => {
    const get = getter(dashboard)

    expect(await get(await givenKey(server, owner, { deploymentIds: [second] }))).toEqual(notFound)
    expect(await get(await givenKey(server, owner, { deploymentIds: [owner.deploymentId] }))).toMatchObject({ status: 200 })
    expect(await get(await server.colleague(owner, { role: 'Admin', deploymentIds: [second] }))).toEqual(notFound)
    expect(await get(await server.colleague(owner, { role: 'Admin', deploymentIds: [owner.deploymentId] }))).toMatchObject({ status: 200 })
    expect(await get(await givenRole(server, owner, ['EmbedDashboardRead']))).toEqual(notFound)
  })
})

describe('getDashboard in a frame', () => {
  it('shows what is shared with the embed tenant, with a group or with the user, once embedding is allowed', async ({ owner }) => {
    const { name: groupName } = await owner.api.createGroup({ body: { name: 'premium' } })
    const ofTenant = await givenFrame(server, owner, { embedTenantName: 'acme-corp' })
    const ofGroup = await givenFrame(server, owner, { groups: [groupName] })
    const alone = await givenFrame(server, owner)
    const stranger = await givenFrame(server, owner, { embedTenantName: 'globex-corp' })
    const { dashboard, params } = await givenDashboard(owner)
    const get = getter(dashboard)
    const frames = [ofTenant, ofGroup, alone]
    const outcomes = async () => [await get(ofTenant), await get(ofGroup), await get(alone)]
    expect(await outcomes()).toEqual(frames.map(() => notFound))

    const { query } = server.database()
    const [group] = await query<{ id: string }>("select id from groups where tenant_id = $1 and name = 'premium'", [owner.tenantId])
    const [user] = await query<{ id: string }>('select id from external_users where tenant_id = $1 and external_id = $2', [
      owner.tenantId,
      alone.externalId,
    ])
    const share = (grantee: Parameters<typeof givenGrant>[3]) => givenGrant(server, owner, params.workbookId, grantee, 'view')
    await share({ grantee_kind: 'embed_tenant', embed_tenant_id: ofTenant.embedTenantId })
    await share({ grantee_kind: 'group', group_id: Number(group?.id) })
    await share({ grantee_kind: 'external_user', external_user_id: Number(user?.id) })

    expect(await outcomes()).toEqual(frames.map(() => notAllowed))
    await owner.api.updateDashboardEmbedding({ params: { dashboardPublicId: dashboard.publicId }, body: { allowEmbed: true } })
    expect(await outcomes()).toMatchObject(frames.map(() => ({ status: 200 })))
    expect(await get(stranger)).toEqual(notFound)
    const { body } = await get(ofTenant)
    expect(body).toMatchObject({ publicId: dashboard.publicId, fromSharedWorkspace: false, restrictDataDownload: false })
    expect(body).not.toHaveProperty('createdBy')
  })

  it('shows a dashboard alone that was granted to a group of the user', async ({ owner }) => {
    const { id, name } = await owner.api.createGroup({ body: { name: 'premium' } })
    const frame = await givenFrame(server, owner, { groups: [name] })
    const { dashboard } = await givenDashboard(owner, { allowEmbed: true })
    expect(await getter(dashboard)(frame)).toEqual(notFound)

    await grantAlone(owner, dashboard.id, 'group_id', id)

    expect(await getter(dashboard)(frame)).toMatchObject({ status: 200 })
  })

  it('shows nobody in a frame a dashboard alone that was granted to the organisation of the console', async ({ owner }) => {
    const { dashboard } = await givenDashboard(owner, { allowEmbed: true })
    const [frame, colleague] = [await givenFrame(server, owner), await server.colleague(owner, { role: 'Viewer' })]

    await owner.api.setUserPolicy({
      body: { resourceType: 'Dashboard', resourceId: dashboard.id, userId: null, action: 'EmbedDashboardRead' },
    })

    expect(await getter(dashboard)(colleague)).toMatchObject({ status: 200 })
    expect(await getter(dashboard)(frame)).toEqual(notFound)
  })

  it('shows what is shared with all embed users without allowEmbed, by a folder too', async ({ owner }) => {
    const folderId = (await givenFolder(owner)).id
    const { dashboard } = await givenDashboard(owner, { folderId })
    const frame = await givenFrame(server, owner)
    await givenGrant(server, owner, folderId, { grantee_kind: 'all_embed_users' }, 'view')

    expect(await getter(dashboard)(frame)).toMatchObject({ status: 200, body: { allowEmbed: false } })
  })

  it('is not for grants to the organisation of the console, nor for another deployment of the session', async ({ owner, second }) => {
    const { dashboard, params } = await givenDashboard(owner, { allowEmbed: true })
    await givenGrant(server, owner, params.workbookId, { grantee_kind: 'organisation' }, 'full')
    expect(await getter(dashboard)(await givenFrame(server, owner))).toEqual(notFound)

    await givenGrant(server, owner, params.workbookId, { grantee_kind: 'all_embed_users' }, 'view')

    expect(await getter(dashboard)(await givenFrame(server, owner))).toMatchObject({ status: 200 })
    expect(await getter(dashboard)(await givenFrame(server, owner, { deploymentId: second }))).toEqual(notFound)
  })

  it('shows creators their own workspace and shared console dashboards, without allowEmbed', async ({ owner, creator }) => {
    const visitor = await givenFrame(server, owner, { embedTenantName: creator.embedTenantName ?? '' })
    const neighbour = await givenCreator(server, owner)
    const colleague = await givenCreator(server, owner, { embedTenantName: creator.embedTenantName ?? '' })
    const { dashboard: own, params: ownParams } = await givenDashboard(creator)
    const { dashboard: shared, params } = await givenDashboard(owner)
    await givenGrant(server, owner, params.workbookId, { grantee_kind: 'embed_tenant', embed_tenant_id: creator.embedTenantId }, 'view')

    expect(await getter(own)(creator)).toMatchObject({ status: 200, body: { fromSharedWorkspace: false } })
    expect(await getter(shared)(creator)).toMatchObject({ status: 200, body: { fromSharedWorkspace: true } })
    for (const caller of [owner, visitor, neighbour, colleague]) expect(await getter(own)(caller)).toEqual(notFound)
    expect(await getter(shared)(visitor)).toEqual(notAllowed)
    expect(await getter(shared)(neighbour)).toEqual(notFound)
    const organisation = { grantee_kind: 'organisation', embed_tenant_id: creator.embedTenantId } as const
    await givenGrant(server, owner, ownParams.workbookId, organisation, 'view')
    expect(await getter(own)(colleague)).toMatchObject({ status: 200 })
    for (const caller of [visitor, neighbour]) expect(await getter(own)(caller)).toEqual(notFound)
  })

  it('gives a session of an internal user what that user has, once embedding is allowed', async ({ owner }) => {
    const { dashboard, params } = await givenDashboard(owner)
    const { dashboard: other } = await givenDashboard(owner, { allowEmbed: true })
    const framed = async ({ api }: Actor) => {
      const { username } = await api.getCurrentUser({})
      const { sessionId } = await owner.api.generateSession({ body: { deploymentId: owner.deploymentId, internalId: username } })
      const { token } = await server.anonymous(owner).exchangeSession({ body: { sessionId } })
      return { headers: owner.headers, key: token }
    }
    const viewer = await framed(await givenSharer(server, owner, params.workbookId, 'view', 'Viewer'))
    const blind = await givenRole(server, owner, ['DeploymentRead', 'EmbedDashboardRead'])
    const person = { grantee_kind: 'user', principal_id: await personIdOf(blind) } as const
    await givenGrant(server, owner, params.workbookId, person, 'view')
    const [administrator, blindFrame] = [await framed(owner), await framed(blind)]
    const outcomes = async () => [
      await getter(dashboard)(viewer),
      await getter(dashboard)(administrator),
      await getter(dashboard)(blindFrame),
    ]
    expect(await outcomes()).toEqual([notAllowed, notAllowed, notFound])

    await owner.api.updateDashboardEmbedding({ params: { dashboardPublicId: dashboard.publicId }, body: { allowEmbed: true } })

    expect(await outcomes()).toMatchObject([{ status: 200 }, { status: 200 }, notFound])
    expect(await getter(other)(viewer)).toEqual(notFound)
    const elsewhere = await server.colleague(owner, { role: 'Admin', deploymentIds: await givenDeployments(owner, 'Elsewhere') })
    expect(await getter(other)(await framed(elsewhere))).toEqual(notFound)
    expect(await getter(other)(administrator)).toMatchObject({ status: 200 })
  })
})

const givenRun = async (actor: Actor) => {
  const { dashboard, reportId, params } = await givenDashboard(actor)
  const body = { reportId, reportVersionId: dashboard.reportSnapshots[0]?.versionId ?? 0, sqlQuery: 'select 1' }
  return { input: { params: { dashboardPublicId: dashboard.publicId }, body }, workbookId: params.workbookId }
}

describe('postDashboardPythonRun', () => {
  itRefusesBodies(server, 'postDashboardPythonRun', [
    [{}, '/body/reportId'],
    [{ reportId: 1, reportVersionId: 0, sqlQuery: '' }, '/body/reportVersionId'],
  ])

  it('is disabled for whoever may get the dashboard, and for nobody else is there one', async ({ owner, explorer: stranger }) => {
    const { input, workbookId } = await givenRun(owner)
    const frame = await givenFrame(server, owner)
    const send = (caller: { headers: Record<string, string>; key: string }) => server.outcome(caller, 'postDashboardPythonRun', input)

    expect((await refusalOf(owner.api.postDashboardPythonRun(input))).message).toContain('This version cannot run Python.')
    expect(await send(stranger)).toEqual({ status: 404, code: 'dashboard_not_found' })
    expect(await send(frame)).toEqual({ status: 404, code: 'dashboard_not_found' })
    await givenGrant(server, owner, workbookId, { grantee_kind: 'all_embed_users' }, 'view')
    expect(await send(frame)).toEqual({ status: 403, code: 'python_disabled' })
  })
})
