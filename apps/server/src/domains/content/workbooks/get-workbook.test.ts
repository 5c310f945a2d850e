import { describe, expect, it } from 'vitest'
import { givenCreator, givenDashboard, givenFrame, givenSharer, givenWorkbook, useServer } from '#test'

const server = useServer('shared')
const notFound = { status: 404, code: 'workbook_not_found' }

describe('getWorkbook', () => {
  it('shows the draft and what is published to whoever may view it, and it is not there for others', async () => {
    const owner = await server.admin()
    const { params, workbook, dashboard } = await givenDashboard(owner)
    const viewer = await givenSharer(server, owner, workbook.id, 'view', 'Viewer')
    const stranger = await server.colleague(owner, { role: 'Explorer' })

    const seen = await viewer.api.getWorkbook({ params })

    expect(seen).toEqual(workbook)
    expect(seen).toMatchObject({
      dashboardDraft: dashboard.config,
      meta: { dashboardDraft: dashboard.config },
      dashboardPublished: dashboard.config,
      publishedDashboard: { ...dashboard },
    })
    expect(await server.outcome(stranger, 'getWorkbook', { params })).toEqual(notFound)
  })

  it('does not find what is of another kind or of another deployment', async () => {
    const owner = await server.admin()
    const { reportId, params } = await givenDashboard(owner)
    const { id: deploymentId } = await owner.api.createDeployment({
      body: {
        name: 'Second',
        cloudProvider: 'cubecloud',
        isManaged: true,
        region: 'local',
        targetPlatform: 'aws',
        creationStep: 'project',
      },
    })

    expect(await server.outcome(owner, 'getWorkbook', { params: { ...params, workbookId: reportId } })).toEqual(notFound)
    expect(await server.outcome(owner, 'getWorkbook', { params: { ...params, deploymentId } })).toEqual(notFound)
  })

  it('is for creators among the embed tokens, each in the workspace of their embed tenant', async () => {
    const owner = await server.admin()
    const creator = await givenCreator(server, owner)
    const neighbour = await givenCreator(server, owner)
    const visitor = await givenFrame(server, owner, { embedTenantName: creator.embedTenantName ?? '' })
    const { params } = await givenWorkbook(creator)

    expect(await server.outcome(creator, 'getWorkbook', { params })).toMatchObject({ status: 200 })
    expect(await server.outcome(neighbour, 'getWorkbook', { params })).toEqual(notFound)
    expect(await server.outcome(visitor, 'getWorkbook', { params })).toEqual({ status: 403, code: 'forbidden' })
  })
})
