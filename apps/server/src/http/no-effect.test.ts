import { beforeAll, describe, expect, it } from 'vitest'
import { type Actor, useServer } from '#test'

const server = useServer('shared')

let admin: Actor
beforeAll(async () => {
  admin = await server.admin()
})
const write = async (method: string, path: string, json: object): Promise<[status: number, header: string | null]> => {
  const response = await server.request(admin, path, { method, json })
  return [response.status, response.headers.get('facet-no-effect')]
}

describe('the header Facet-No-Effect', () => {
  it.each<[string, string, object, string | null]>([
    ['PUT', '/api/v1/tenant/settings', { oidcEnabled: true, useCreatorMode: true }, '/oidcEnabled'],
    ['PUT', '/api/v1/tenant/settings', { maintenanceWindowDay: 'monday', hasSupportAccess: null }, '/maintenanceWindowDay'],
    ['PUT', '/api/v1/tenant/settings', { useCreatorMode: true }, null],
    ['PUT', '/api/v1/app-config', { embedding: { showDashboardChat: true, locale: 'de-DE' } }, '/embedding/showDashboardChat'],
    ['PUT', '/api/v1/app-config', { creatorMode: { showGeneratedSql: true } }, '/creatorMode/showGeneratedSql'],
    ['PUT', '/api/v1/app-config', { sheetsUi: { showAppliedFilters: false } }, '/sheetsUi/showAppliedFilters'],
  ])('%s %s %j names %s', async (method, path, body, named) => {
    expect(await write(method, path, body)).toEqual([200, named])
  })

  it('names settings of a deployment, of a session and of a dashboard', async () => {
    const deployment = `/api/v1/deployments/${admin.deploymentId}`
    const workbook = await admin.api.createWorkbook({ params: admin, body: {} })
    const draft = (kind: string) => write('PUT', `${deployment}/workbooks/${workbook.id}/dashboard`, { dashboardDraft: { kind } })
    const session = { deploymentId: admin.deploymentId, externalId: 'ada', settings: { showDashboardChat: true } }

    expect(await write('PUT', deployment, { templateVariables: { replicas: 2 }, name: 'First' })).toEqual([200, '/templateVariables'])
    expect(await write('POST', '/api/v1/embed/generate-session', session)).toEqual([200, '/settings/showDashboardChat'])
    expect([await draft('APP'), await draft('CLASSIC')]).toEqual([
      [200, '/dashboardDraft/kind'],
      [200, null],
    ])
  })

  it('is not on refusals', async () => {
    expect(await write('PUT', '/api/v1/tenant/settings', { oidcEnabled: true, oidcEnable: true })).toEqual([400, null])
  })
})
