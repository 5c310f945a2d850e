import { describe, expect } from 'vitest'
import { type Actor, useServer, withOwner } from '#test'

const server = useServer()
const it = withOwner(server)

type Line = { source?: string; pod?: string; container?: string; second: number }

const givenLines = async ({ tenantId, deploymentId }: Actor, ...lines: Line[]) => {
  for (const { source = 'production', pod = 'pod-1', container = 'cubejs-server', second } of lines)
    await server.query(
      `insert into engine_logs (tenant_id, deployment_id, source, pod, container, logged_at, message)
         values ($1, $2, $3, $4, $5, timestamptz '2026-11-16 12:00:00Z' + make_interval(secs => $6), 'line ' || $6)`,
      [tenantId, deploymentId, source, pod, container, second],
    )
}

const read = async ({ api, deploymentId }: Actor, query: object = {}): Promise<string[]> =>
  (await api.logs({ params: { deploymentId }, query })).items.map(({ message }) => message)

describe('logs', () => {
  it('merges production and development by time, oldest first', async ({ owner }) => {
    await givenLines(owner, { second: 3 }, { source: 'dev', container: 'worker', second: 2 }, { second: 1 })

    const { items } = await owner.api.logs({ params: { deploymentId: owner.deploymentId } })

    expect(items).toMatchObject([
      { message: 'line 1' },
      { message: 'line 2' },
      { message: 'line 3', date: '2026-11-16T12:00:03.000Z', pod: 'pod-1' },
    ])
    expect(await read(owner, { source: 'production' })).toEqual(['line 1', 'line 3'])
    expect(await read(owner, { source: 'dev', pod: 'any', container: 'INIT' })).toEqual(['line 2'])
  })

  it('shows the server’s container unless told, and one pod if told', async ({ owner }) => {
    await givenLines(owner, { second: 1 }, { container: 'INIT', second: 2 }, { pod: 'pod-2', second: 3 })

    expect(await read(owner)).toEqual(['line 1', 'line 3'])
    expect(await read(owner, { container: 'INIT' })).toEqual(['line 2'])
    expect(await read(owner, { container: 'svc-server' })).toEqual(['line 1', 'line 3'])
    expect(await read(owner, { pod: 'pod-2' })).toEqual(['line 3'])
  })

  it('gives the last thousand', async ({ owner }) => {
    await server.query(
      `insert into engine_logs (tenant_id, deployment_id, source, pod, container, logged_at, message)
       select $1, $2, 'production', 'pod-1', 'cubejs-server', now() + make_interval(secs => n), 'line ' || n from generate_series(1, 1100) n`,
      [owner.tenantId, owner.deploymentId],
    )

    const lines = await read(owner)

    expect([lines.length, lines[0], lines.at(-1)]).toEqual([1000, 'line 101', 'line 1100'])
  })
})
