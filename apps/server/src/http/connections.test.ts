import { describe, expect, it, vi } from 'vitest'
import { createClient } from '#db'
import { deploymentInput, useServer, waitingBackends } from '#test'

describe('the connections of a node', () => {
  const server = useServer({ FACET_POOL_SIZE: '4' })

  /** The rows of one tenant's deployments stay locked until they are let go. */
  const lockDeployments = async (tenantId: number): Promise<() => Promise<void>> => {
    const { adminUrl } = server.database()
    const client = createClient(adminUrl)
    await client.connect()
    await client.query('begin')
    await client.query('select from deployments where tenant_id = $1 for update', [tenantId])
    return async () => {
      await client.query('rollback')
      await client.end()
    }
  }

  it('are not all held by one tenant, however many of its requests wait', async () => {
    const [busy, quiet] = [await server.admin(), await server.admin()]
    const release = await lockDeployments(busy.tenantId)
    const renames = Array.from({ length: 20 }, (_, n) =>
      server.outcome(busy, 'updateDeployment', {
        params: { deploymentId: busy.deploymentId },
        body: { name: `Name ${n}` },
      }),
    )
    await vi.waitFor(async () => expect((await waitingBackends(server.database())).length).toBeGreaterThanOrEqual(3))

    const answers = []
    for (let n = 0; n < 20; n++) answers.push(await server.outcome(quiet, 'createDeployment', { body: deploymentInput(`Quiet ${n}`) }))
    await release()

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect((await Promise.all(renames)).filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  })
})
