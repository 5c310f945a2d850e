import { describe, expect, it } from 'vitest'
import { givenCreator, givenDashboard, givenDeployments, itRefusesBodies, useServer } from '#test'

const server = useServer('shared')
const notFound = { status: 404, code: 'dashboard_not_found' }

describe('updateDashboardEmbedding', () => {
  itRefusesBodies(server, 'updateDashboardEmbedding', [
    [{}, '/body/allowEmbed'],
    [{ allowEmbed: null }, '/body/allowEmbed'],
  ])

  it('allows embedding and ends that, without a new version', async () => {
    const owner = await server.admin()
    const { params: workbook, dashboard } = await givenDashboard(owner)
    const { publicId } = dashboard
    const set = (allowEmbed: boolean) =>
      owner.api.updateDashboardEmbedding({ params: { dashboardPublicId: publicId }, body: { allowEmbed } })

    expect(await set(true)).toEqual({ publicId, allowEmbed: true })
    expect((await owner.api.getWorkbook({ params: workbook })).publishedDashboard).toEqual({ ...dashboard, allowEmbed: true })
    expect(await set(true)).toEqual({ publicId, allowEmbed: true })
    expect(await set(false)).toEqual({ publicId, allowEmbed: false })
    const did = await server
      .database()
      .query<{ did: string }>(
        `select targets -> 0 ->> 'did' as did from audit_entries where tenant_id = $1 and operation = 'updateDashboardEmbedding' order by at, id`,
        [owner.tenantId],
      )
    expect(did.map((entry) => entry.did)).toEqual(['updated', 'unchanged', 'updated'])
  })

  it('is for administrators of the deployment, and not for what creators make', async () => {
    const owner = await server.admin()
    const [second = 0] = await givenDeployments(owner, 'Second')
    const { dashboard } = await givenDashboard(owner)
    const { dashboard: own } = await givenDashboard(await givenCreator(server, owner))
    const send = (caller: typeof owner, publicId: string) =>
      server.outcome(caller, 'updateDashboardEmbedding', { params: { dashboardPublicId: publicId }, body: { allowEmbed: true } })

    expect(await send(await server.colleague(owner, { role: 'Admin', deploymentIds: [second] }), dashboard.publicId)).toEqual(notFound)
    expect(
      await send(await server.colleague(owner, { role: 'Admin', deploymentIds: [owner.deploymentId] }), dashboard.publicId),
    ).toMatchObject({ status: 200 })
    expect(await send(owner, own.publicId)).toEqual(notFound)
    expect(await send(owner, 'nothing')).toEqual(notFound)
  })
})
