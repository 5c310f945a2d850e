import type { UpdateDeploymentInput } from '@facet/contract'
import { describe, expect, test } from 'vitest'
import { type Actor, useServer } from '#test'

const server = useServer({ FACET_ENGINE_CHANNELS: 'latest=1.8.2,release=1.7.43', FACET_ENGINE_VERSIONS: '1.8.2,1.8.0,1.7.43' })

const update = ({ api, deploymentId }: Actor, body: UpdateDeploymentInput) => api.updateDeployment({ params: { deploymentId }, body })
/** An administrator whose tenant ran 1.8.0 when that was the newest. */
const givenOlderRun = async (): Promise<Actor> => {
  const owner = await server.admin()
  await server.query(`insert into engine_versions_run (tenant_id, release_channel, version) values ($1, 'latest', '1.8.0')`, [
    owner.tenantId,
  ])
  return owner
}

const it = test.extend('owner', () => givenOlderRun())

describe('the version of updateDeployment', () => {
  it.each(['1.8.0', 'v1.8.0', 'cubejs/cube:v1.8.0'])('moves to an older version sent as %s, and holds it there', async (version) => {
    const owner = await givenOlderRun()

    const settings = await update(owner, { releaseChannelVersion: version })

    expect(settings).toMatchObject({
      releaseChannel: 'latest',
      releaseChannelVersion: 'cubejs/cube:v1.8.0',
      cubeImageVersion: '1.8.0',
      releaseChannelVersionHold: true,
    })
  })

  it('holds an older version or not as the request says, when it says so', async ({ owner }) => {
    const free = await update(owner, { releaseChannelVersion: '1.8.0', releaseChannelVersionHold: false })
    const held = await update(owner, { releaseChannelVersion: '1.8.2', releaseChannelVersionHold: true })

    expect(free).toMatchObject({ cubeImageVersion: '1.8.0', releaseChannelVersionHold: false })
    expect(held).toMatchObject({ cubeImageVersion: '1.8.2', releaseChannelVersionHold: true })
  })

  it('keeps the hold, which was not sent, on a move to the newest version', async ({ owner }) => {
    expect(await update(owner, { releaseChannelVersion: '1.8.2' })).toMatchObject({ releaseChannelVersionHold: false })
    await update(owner, { releaseChannelVersionHold: true })
    expect(await update(owner, { releaseChannelVersion: '1.8.2' })).toMatchObject({ releaseChannelVersionHold: true })
  })

  it('moves to the newest of a channel when only the channel is sent', async ({ owner }) => {
    const released = await update(owner, { releaseChannel: 'release' })
    const latest = await update(owner, { releaseChannel: 'latest' })

    expect(released).toMatchObject({ releaseChannel: 'release', cubeImageVersion: '1.7.43', releaseChannelVersionHold: false })
    expect(latest).toMatchObject({ releaseChannel: 'latest', cubeImageVersion: '1.8.2' })
  })

  it.each(['9.9.9', '1.7.43', 'latest', ''])('refuses %j, which the versions list does not have for the channel', async (version) => {
    const owner = await givenOlderRun()

    const answer = update(owner, { releaseChannelVersion: version, name: 'Not renamed' })

    await expect(answer).rejects.toMatchObject({
      status: 400,
      code: 'version_not_listed',
      message: expect.stringContaining('Use one of: 1.8.2, 1.8.0.'),
    })
    expect(await owner.api.getDeployment({ params: { deploymentId: owner.deploymentId } })).toMatchObject({ name: 'First' })
  })

  it('refuses a version that only another tenant has run', async () => {
    await givenOlderRun()
    const owner = await server.admin()

    const answer = update(owner, { releaseChannelVersion: '1.8.0' })

    await expect(answer).rejects.toMatchObject({ status: 400, code: 'version_not_listed' })
  })
})

it('getDeploymentSettings returns every setting of a new deployment', async () => {
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
