import { describe, expect, it } from 'vitest'
import { type Actor, useGitHost, useServer } from '#test'

const host = useGitHost()
const server = useServer(host.settings)

const given = async ({ api, deploymentId }: Actor) => {
  const body = { url: (await host.addRepository()).url, token: host.token, targetSchema: 'analytics' }
  await api.setDbtIntegration({ params: { deploymentId }, body })
  return { params: { deploymentId } }
}

const rowsOf = ({ deploymentId }: Actor) =>
  server.database().query('select url from dbt_integrations where deployment_id = $1', [deploymentId])

describe('deleteDbtIntegration', () => {
  it('forgets the settings with their secrets, and says when there are none', async () => {
    const admin = await server.admin()
    const { params } = await given(admin)

    expect(await admin.api.deleteDbtIntegration({ params })).toEqual({ success: true })

    expect(await rowsOf(admin)).toEqual([])
    await expect(admin.api.deleteDbtIntegration({ params })).rejects.toMatchObject({ status: 404, code: 'dbt_not_configured' })
  })

  it('is not needed before the deployment is deleted', async () => {
    const admin = await server.admin()
    const { params } = await given(admin)

    await admin.api.deleteDeployment({ params })

    expect(await rowsOf(admin)).toEqual([])
  })
})
