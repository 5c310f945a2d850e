import { describe, expect, it } from 'vitest'
import { environmentOf, givenDataToken, itPagesByCursor, useServer } from '#test'

const server = useServer()

describe('getDeploymentEnvironmentTokens', () => {
  itPagesByCursor(server, 'getDeploymentEnvironmentTokens', {
    fill: async (owner) => {
      for (let count = 0; count < 3; count++) await givenDataToken(owner)
      return { params: await environmentOf(owner) }
    },
    grow: (owner) => givenDataToken(owner),
  })

  it('gives back tokens with their contexts, of both kinds, oldest first', async () => {
    const owner = await server.admin()
    const params = await environmentOf(owner)
    const first = await owner.api.createDeploymentEnvironmentToken({ params, body: { security_context: { place: 1 } } })
    const second = await owner.api.createDeploymentEnvironmentTokenForMetaSync({ params, body: { security_context: { place: 2 } } })
    await owner.api.deploymentToken({ params: { deploymentId: owner.deploymentId } })

    const list = await owner.api.getDeploymentEnvironmentTokens({ params })
    const paged = await owner.api.getDeploymentEnvironmentTokens({ params, query: { offset: 1, limit: 5 } })

    expect(list.data).toEqual([first.data, second.data])
    expect(list.pagination).toMatchObject({ total: 2, offset: 0 })
    expect(paged).toMatchObject({ data: [second.data], pageInfo: null, pagination: { total: 2, offset: 1, limit: 5 } })
  })

  it('shows none that has expired', async () => {
    const owner = await server.admin()
    await givenDataToken(owner)
    await server.database().query("update data_tokens set expires_at = now() - interval '1 second' where tenant_id = $1", [owner.tenantId])

    expect((await owner.api.getDeploymentEnvironmentTokens({ params: await environmentOf(owner) })).items).toEqual([])
  })
})
