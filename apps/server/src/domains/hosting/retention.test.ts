import { describe, expect } from 'vitest'
import { type Actor, environmentOf, useServer, withOwner } from '#test'
import { removeInBatches, trimDeployments } from './retention.ts'

const server = useServer()
const it = withOwner(server)
const { signal } = new AbortController()

const count = async (table: string, { tenantId }: Actor): Promise<number> => {
  const [row] = await server.query<{ count: string }>(`select count(*) from ${table} where tenant_id = $1`, [tenantId])
  return Number(row?.count)
}

const givenLines = ({ tenantId, deploymentId }: Actor, lines: number, age = '0 days') =>
  server.query(
    `insert into engine_logs (tenant_id, deployment_id, source, pod, container, logged_at, message)
     select $1, $2, 'production', 'pod', 'cubejs-server', now() - $4::interval + make_interval(secs => n / 1000.0), n::text from generate_series(1, $3::int) n`,
    [tenantId, deploymentId, lines, age],
  )

const givenBuilds = async (owner: Actor, builds: number, status = 'built') => {
  const { deploymentId, environmentId } = await environmentOf(owner)
  return server.query<{ id: string }>(
    `insert into builds (tenant_id, deployment_id, environment_id, branch_name, reason, status, artifact_key)
     select $1, $2, $3, 'main', 'test', $4, 'artifact ' || n from generate_series(1, $5::int) n returning id`,
    [owner.tenantId, deploymentId, environmentId, status, builds],
  )
}

describe('what is kept', () => {
  it('of logs are the days of the setting', async ({ owner }) => {
    await givenLines(owner, 1500, '8 days')
    await givenLines(owner, 5, '6 days')

    await removeInBatches(server.services().calls, 'facet_forget_engine_logs($1, $2)', [7], signal)

    expect(await count('engine_logs', owner)).toBe(5)
  })

  it('of logs are the newest ten thousand lines of each deployment', async () => {
    const [owner, other] = [await server.admin(), await server.admin()]
    await givenLines(owner, 13_500)
    await givenLines(other, 20)

    await trimDeployments(server.services().calls, signal)

    expect([await count('engine_logs', owner), await count('engine_logs', other)]).toEqual([10_000, 20])
    const [oldest] = await server.query('select message from engine_logs where tenant_id = $1 order by logged_at limit 1', [owner.tenantId])
    expect(oldest).toEqual({ message: '3501' })
  })

  it('of builds are the newest hundred, those that run, and the one that is served', async ({ owner }) => {
    // The first build of a deployment is asked for with it.
    await server.query('delete from builds where tenant_id = $1', [owner.tenantId])
    const [served] = await givenBuilds(owner, 1)
    await server.query('update environments set build_id = $1 where tenant_id = $2', [served?.id, owner.tenantId])
    await givenBuilds(owner, 1, 'building')
    await givenBuilds(owner, 130)

    await trimDeployments(server.services().calls, signal)

    expect(await count('builds', owner)).toBe(102)
    const states = await server.query('select status from builds where tenant_id = $1 order by id limit 2', [owner.tenantId])
    expect(states).toEqual([{ status: 'built' }, { status: 'building' }])
  })

  it('of artifacts is what some build has; the rest is left to the collector', async ({ owner }) => {
    const listed = async () =>
      (await server.query<{ key: string }>('select key from unreferenced_objects where tenant_id = $1 order by key', [owner.tenantId])).map(
        ({ key }) => key,
      )
    const [first] = await givenBuilds(owner, 2)
    const [again] = await givenBuilds(owner, 1)

    await server.query('delete from builds where id = $1', [first?.id])
    expect(await listed()).toEqual([])
    await server.query('delete from builds where id = $1', [again?.id])
    expect(await listed()).toEqual(['artifact 1'])
    await givenBuilds(owner, 1)
    expect(await listed()).toEqual([])
    await owner.api.deleteDeployment({ params: { deploymentId: owner.deploymentId } })
    expect(await listed()).toEqual(['artifact 1', 'artifact 2'])
  })

  it('of processes are those of nodes that live', async ({ owner }) => {
    const { deploymentId, environmentId } = await environmentOf(owner)
    for (const [name, nodeId, age] of [
      ['lives', server.services().nodeId, '1 hour'],
      ['left', 'gone', '1 hour'],
      ['starting', 'not seen yet', '1 second'],
    ])
      await server.query(
        `insert into engine_processes (tenant_id, name, deployment_id, environment_id, build_id, node_id, status, started_at)
         values ($1, $2, $3, $4, 1, $5, 'ready', now() - $6::interval)`,
        [owner.tenantId, name, deploymentId, environmentId, nodeId, age],
      )

    await removeInBatches(server.services().calls, 'facet_forget_engine_processes($1)', [], signal)

    const rows = await server.query<{ name: string }>('select name from engine_processes where tenant_id = $1 order by name', [
      owner.tenantId,
    ])
    expect(rows.map(({ name }) => name)).toEqual(['lives', 'starting'])
  })
})
