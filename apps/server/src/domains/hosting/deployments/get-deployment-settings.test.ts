import { describe, expect, it } from 'vitest'
import { useServer } from '#test'

const server = useServer({ FACET_ENGINE_CHANNELS: 'latest=1.8.2,release=1.7.43', FACET_ENGINE_VERSIONS: '1.8.2,1.7.43' })

describe('getDeploymentSettings', () => {
  it('answers every setting of a new deployment, on the newest version of the channel latest', async () => {
    const { api, deploymentId } = await server.admin()
    const params = { deploymentId }

    const settings = await api.getDeploymentSettings({ params })

    expect(settings).toEqual({
      ...(await api.getDeployment({ params })),
      autoDomain: null,
      cloudProvider: 'cubecloud',
      creationMethod: null,
      cspsConfig: null,
      cubeImageCloud: null,
      cubeImageVersion: '1.8.2',
      customDomain: null,
      defaultLaunchpadViewGroup: null,
      deployBranchMergeAllowed: true,
      deployBranchName: 'main',
      deployBranchReadOnly: false,
      deployMode: null,
      deployProjectRoot: '',
      isCold: null,
      isCubeSqlEnabled: false,
      isManaged: true,
      isSupportPreAggregations: true,
      launchpadTabs: [],
      region: 'local',
      releaseChannel: 'latest',
      releaseChannelVersion: 'cubejs/cube:v1.8.2',
      releaseChannelVersionHold: false,
      repoType: null,
      targetPlatform: 'aws',
      template: 'single',
      templateVariables: {},
      wideningMerges: 'allow',
      breakingMerges: 'allow',
      modelCodeEdits: 'model',
      embedWithoutPolicy: 'refuse',
    })
  })

  it('answers what an update answered', async () => {
    const { api, deploymentId } = await server.admin()
    const params = { deploymentId }

    const updated = await api.updateDeployment({ params, body: { name: 'Renamed', templateVariables: { replicas: 3 } } })

    expect(await api.getDeploymentSettings({ params })).toEqual(updated)
  })

  it('holds no environment variable', async () => {
    const { api, deploymentId } = await server.admin()
    const params = { deploymentId }
    await api.setEnvVariables({ params, body: { env_variables: [{ name: 'CUBEJS_DB_HOST', value: 'db.hidden.internal' }] } })

    expect(JSON.stringify(await api.getDeploymentSettings({ params }))).not.toContain('hidden')
  })
})
