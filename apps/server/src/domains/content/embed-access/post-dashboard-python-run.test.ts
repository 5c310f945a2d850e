import { describe, expect, it } from 'vitest'
import { type Actor, givenDashboard, givenFrame, givenGrant, itRefusesBodies, refusalOf, useServer } from '#test'

const server = useServer('shared')

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

  it('is disabled for whoever may get the dashboard, and for nobody else is there one', async () => {
    const owner = await server.admin()
    const { input, workbookId } = await givenRun(owner)
    const frame = await givenFrame(server, owner)
    const stranger = await server.colleague(owner, { role: 'Explorer' })
    const send = (caller: { headers: Record<string, string>; key: string }) => server.outcome(caller, 'postDashboardPythonRun', input)

    expect((await refusalOf(owner.api.postDashboardPythonRun(input))).message).toBe('Python analysis is disabled')
    expect(await send(stranger)).toEqual({ status: 404, code: 'dashboard_not_found' })
    expect(await send(frame)).toEqual({ status: 404, code: 'dashboard_not_found' })
    await givenGrant(server, owner, workbookId, { grantee_kind: 'all_embed_users' }, 'view')
    expect(await send(frame)).toEqual({ status: 403, code: 'python_disabled' })
  })
})
