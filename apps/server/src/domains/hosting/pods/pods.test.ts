import { describe, expect, it } from 'vitest'
import { type Actor, environmentOf, useServer } from '#test'

const server = useServer()

const givenProcess = async (owner: Actor, name: string, nodeId: string, status = 'ready') => {
  const { deploymentId, environmentId } = await environmentOf(owner)
  await server.query(
    'insert into engine_processes (tenant_id, name, deployment_id, environment_id, build_id, node_id, status, restarts) values ($1, $2, $3, $4, 1, $5, $6, 2)',
    [owner.tenantId, name, deploymentId, environmentId, nodeId, status],
  )
}

describe('pods', () => {
  it('has none of a deployment that sleeps', async () => {
    const { api, deploymentId } = await server.admin()

    expect(await api.pods({ params: { deploymentId } })).toEqual({ items: [] })
  })

  it('shows the processes of nodes that live, by name', async () => {
    const owner = await server.admin()
    const { nodeId } = server.services()
    await givenProcess(owner, 'sales-2', nodeId, 'starting')
    await givenProcess(owner, 'sales-1', nodeId)
    await givenProcess(owner, 'sales-0', 'a node that died')

    const { items } = await owner.api.pods({ params: { deploymentId: owner.deploymentId } })

    expect(items).toEqual([
      { name: 'sales-1', type: 'api', status: 'ready', ready: true, restartCount: 2, containers: ['cubejs-server'] },
      { name: 'sales-2', type: 'api', status: 'starting', ready: false, restartCount: 2, containers: ['cubejs-server'] },
    ])
  })
})
