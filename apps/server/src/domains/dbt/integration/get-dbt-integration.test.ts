import { describe, expect, it } from 'vitest'
import { useGitHost, useServer } from '#test'

const host = useGitHost()
const server = useServer(host.settings)

describe('getDbtIntegration', () => {
  it('says when there is none', async () => {
    const { api, deploymentId } = await server.admin()

    await expect(api.getDbtIntegration({ params: { deploymentId } })).rejects.toMatchObject({ status: 404, code: 'dbt_not_configured' })
  })

  it('says what is missing before the warehouse is set', async () => {
    const { api, deploymentId } = await server.admin()
    const params = { deploymentId }
    await api.setDbtIntegration({ params, body: { url: (await host.addRepository()).url, targetSchema: 'analytics' } })

    const { warehouse, problems } = await api.getDbtIntegration({ params })

    expect([warehouse, problems.map(({ code }) => code)]).toEqual([null, ['warehouse_missing']])
  })

  it('fills in settings that an older build did not know', async () => {
    const { api, deploymentId } = await server.admin()
    const params = { deploymentId }
    await api.setDbtIntegration({ params, body: { url: (await host.addRepository()).url, targetSchema: 'analytics' } })
    await server
      .database()
      .query(`update dbt_integrations set settings = settings #- '{pull,hasJoins}' #- '{timeouts}' where deployment_id = $1`, [
        deploymentId,
      ])

    const { settings } = await api.getDbtIntegration({ params })

    expect([settings.pull.hasJoins, settings.timeouts.parse]).toEqual([true, 1800])
  })

  it('names a version of dbt that this build no longer has', async () => {
    const { api, deploymentId } = await server.admin()
    const params = { deploymentId }
    await api.setDbtIntegration({ params, body: { url: (await host.addRepository()).url, targetSchema: 'analytics' } })
    await server
      .database()
      .query(`update dbt_integrations set settings = jsonb_set(settings, '{dbtVersion}', '"1.3.0"') where deployment_id = $1`, [
        deploymentId,
      ])

    const { problems } = await api.getDbtIntegration({ params })

    expect(problems[0]).toEqual({
      code: 'version_unsupported',
      message: '"1.3.0" is not a dbt version of this build. There are: 1.11.16.',
    })
  })
})
