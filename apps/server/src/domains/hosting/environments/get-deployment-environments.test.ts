import { describe, expect, it } from 'vitest'
import { type Actor, givenDeployments, itPagesByCursor, useServer } from '#test'

const server = useServer()

const givenStaging = ({ tenantId, deploymentId }: Actor, count: number) =>
  server.query("insert into environments (tenant_id, deployment_id, type) select $1, $2, 'staging' from generate_series(1, $3::int)", [
    tenantId,
    deploymentId,
    count,
  ])

describe('getDeploymentEnvironments', () => {
  itPagesByCursor(server, 'getDeploymentEnvironments', {
    fill: async (owner) => {
      await givenStaging(owner, 3)
      return { params: { deploymentId: owner.deploymentId } }
    },
    grow: (owner) => givenStaging(owner, 1),
  })

  it('has the production environment from creation, with the address of its data API', async () => {
    const { api, deploymentId } = await server.admin()
    const { deploymentUrl } = await api.getDeployment({ params: { deploymentId } })

    const list = await api.getDeploymentEnvironments({ params: { deploymentId } })

    expect(list).toMatchObject({
      data: [
        {
          id: expect.stringMatching(/^\d+$/),
          type: 'production',
          branch: 'main',
          api_credentials: [{ type: 'rest', version: 1, url: `${deploymentUrl}/cubejs-api/v1` }],
        },
      ],
      pagination: { total: 1, offset: 0 },
    })
    expect(list.items).toEqual(list.data)
  })

  it('names the branch that is deployed', async () => {
    const { api, deploymentId } = await server.admin()
    await api.updateDeployment({ params: { deploymentId }, body: { deployBranchName: 'release' } })

    expect((await api.getDeploymentEnvironments({ params: { deploymentId } })).items).toMatchObject([{ branch: 'release' }])
  })

  it('lists those of one type, by offset and limit as well', async () => {
    const owner = await server.admin()
    await givenStaging(owner, 3)

    const staging = await owner.api.getDeploymentEnvironments({ params: owner, query: { type: 'staging', offset: 1, limit: 1 } })

    expect(staging).toMatchObject({
      data: [{ type: 'staging', api_credentials: [] }],
      pageInfo: null,
      pagination: { total: 3, offset: 1, limit: 1 },
    })
    expect((await owner.api.getDeploymentEnvironments({ params: owner, query: { type: 'development' } })).items).toEqual([])
  })

  it('shows none of another deployment, and none is left of a deleted one', async () => {
    const owner = await server.admin()
    const [second = 0] = await givenDeployments(owner, 'Second')
    const own = await owner.api.getDeploymentEnvironments({ params: { deploymentId: second } })
    expect(own.items).toHaveLength(1)

    await owner.api.deleteDeployment({ params: { deploymentId: second } })

    expect(await server.query('select id from environments where id = $1', [own.items[0]?.id])).toEqual([])
  })
})
