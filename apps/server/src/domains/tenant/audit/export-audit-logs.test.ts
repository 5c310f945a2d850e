import type { AuditFilters } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { type Actor, givenDeployments, useServer } from '#test'

const server = useServer('shared')

const exported = async ({ api }: Actor, query: AuditFilters = {}) => {
  const entries = []
  for await (const entry of api.exportAuditLogs({ query })) entries.push(entry)
  return entries
}

const listed = async ({ api }: Actor, query: AuditFilters = {}) => {
  const entries = []
  for await (const entry of api.items('listAuditLogs', { query })) entries.push(entry)
  return entries
}

describe('exportAuditLogs', () => {
  it('streams what the list holds, one object a line, newest first', async () => {
    const owner = await server.admin()
    await givenDeployments(owner, 'Second', 'Third')

    const answer = await server.request(owner, '/api/v1/audit-logs/export')

    const text = await answer.text()
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
    expect(text.endsWith('\n')).toBe(true)
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(await listed(owner))
  })

  it('takes the filters of the list', async () => {
    const owner = await server.admin()
    const [second = 0] = await givenDeployments(owner, 'Second')
    const filters: AuditFilters[] = [
      { operation: 'createDeployment' },
      { outcome: 'done', targetKind: 'deployment', targetId: String(second) },
      { outcome: 'refused' },
      { to: '2020-01-01T00:00:00Z' },
    ]

    for (const query of filters) expect(await exported(owner, query)).toEqual(await listed(owner, query))
    expect((await exported(owner, { operation: 'createDeployment' })).length).toBe(2)
  })

  it('leaves out none and repeats none of many entries of one moment', async () => {
    const owner = await server.admin()
    await server.database().query(
      `insert into audit_entries (tenant_id, operation, outcome, actor_kind, actor_name, targets)
       select $1, 'load ' || n, 'done', 'operator', 'operator', '[]' from generate_series(1, 1200) n`,
      [owner.tenantId],
    )

    const entries = await exported(owner)

    expect(new Set(entries.map(({ operation }) => operation)).size).toBe(1202)
    expect(entries).toHaveLength(1202)
    expect(entries).toEqual(await listed(owner))
  })

  it.each(['yesterday', '2026-12-31T23:59:60Z'])('refuses %s as a time before it streams anything', async (to) => {
    const owner = await server.admin()

    const answer = await server.request(owner, `/api/v1/audit-logs/export?to=${to}`)

    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/query/to' }] })
  })
})
