import { describe, expect } from 'vitest'
import { type Actor, itPagesByCursor, useServer, withOwner } from '#test'

const server = useServer({
  FACET_ENGINE_CHANNELS: 'latest=1.10.0,release=1.7.43',
  FACET_ENGINE_VERSIONS: '1.10.0,1.9.12,1.9.10,1.9.9,1.9.0,1.8.30,1.7.43,1.7.40,1.7.9',
})
const it = withOwner(server)

const givenRuns = async (owner: Actor, channel: string, ...versions: string[]) => {
  for (const version of versions)
    await server.query('insert into engine_versions_run (tenant_id, release_channel, version) values ($1, $2, $3)', [
      owner.tenantId,
      channel,
      version,
    ])
}

const versionsOf = async ({ api, deploymentId }: Actor) => {
  const { items } = await api.listDeploymentVersions({ params: { deploymentId } })
  return items.map(({ releaseChannel, version }) => `${releaseChannel} ${version}`)
}

describe('listDeploymentVersions', () => {
  itPagesByCursor(server, 'listDeploymentVersions', {
    fill: async (owner) => {
      await givenRuns(owner, 'latest', '1.9.0')
      await givenRuns(owner, 'release', '1.7.9')
      return { params: { deploymentId: owner.deploymentId } }
    },
    grow: (owner) => givenRuns(owner, 'latest', '1.9.12'),
  })

  it('offers a new tenant the newest of each channel', async () => {
    const { api, deploymentId } = await server.admin()

    const list = await api.listDeploymentVersions({ params: { deploymentId } })

    const latest = { releaseChannelVersion: 'cubejs/cube:v1.10.0', version: '1.10.0', releaseChannel: 'latest' }
    const release = { releaseChannelVersion: 'cubejs/cube:v1.7.43', version: '1.7.43', releaseChannel: 'release' }
    expect(list.items).toEqual([
      { ...latest, isLatestInChannel: true, isCurrent: true },
      { ...release, isLatestInChannel: true, isCurrent: false },
    ])
  })

  it('adds what the tenant has run, newest first by number and not by letter', async ({ owner }) => {
    await givenRuns(owner, 'latest', '1.9.9', '1.9.10', '1.8.30')

    expect(await versionsOf(owner)).toEqual(['latest 1.10.0', 'latest 1.9.10', 'latest 1.9.9', 'latest 1.8.30', 'release 1.7.43'])
  })

  it('offers nothing that cannot run here, and shows it where a deployment is on it', async ({ owner }) => {
    await givenRuns(owner, 'latest', '1.6.0', '1.6.1')
    await server.query("update deployments set release_channel_version = '1.6.1' where id = $1", [owner.deploymentId])

    expect(await versionsOf(owner)).toEqual(['latest 1.10.0', 'latest 1.6.1', 'release 1.7.43'])
  })

  it('does not show what another tenant has run', async ({ owner, stranger }) => {
    await givenRuns(owner, 'latest', '1.9.9')

    expect(await versionsOf(stranger)).toEqual(['latest 1.10.0', 'release 1.7.43'])
  })

  it('marks the version the deployment is on, and only in its channel', async ({ owner }) => {
    await givenRuns(owner, 'release', '1.10.0', '1.7.40')

    await owner.api.updateDeployment({ params: owner, body: { releaseChannel: 'release', releaseChannelVersion: '1.7.40' } })

    const { items } = await owner.api.listDeploymentVersions({ params: owner })
    expect(items.filter(({ isCurrent }) => isCurrent)).toEqual([
      {
        releaseChannelVersion: 'cubejs/cube:v1.7.40',
        version: '1.7.40',
        releaseChannel: 'release',
        isLatestInChannel: false,
        isCurrent: true,
      },
    ])
  })
})
