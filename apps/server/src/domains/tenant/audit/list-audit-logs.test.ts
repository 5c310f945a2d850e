import type { AuditFilters } from '@facet/contract'
import { describe, expect } from 'vitest'
import {
  type Actor,
  deploymentInput,
  givenDeployments,
  givenServiceAccount,
  itPagesByCursor,
  markedName,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)

const entriesOf = async ({ api }: Actor, query: Parameters<Actor['api']['listAuditLogs']>[0] = {}) => (await api.listAuditLogs(query)).items
const namesOf = async (actor: Actor, query: NonNullable<Parameters<Actor['api']['listAuditLogs']>[0]>['query']) =>
  (await entriesOf(actor, { query })).map(({ operation }) => operation)
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

describe('listAuditLogs', () => {
  itPagesByCursor(server, 'listAuditLogs', {
    fill: async (owner) => {
      await givenDeployments(owner, 'Second', 'Third')
      return {}
    },
    grow: (owner) => givenDeployments(owner, markedName(owner)),
  })

  it('begins with what the operator did, and puts the newest first', async ({ owner }) => {
    const [created, tenant] = await entriesOf(owner)

    expect(created).toMatchObject({ operation: 'createDeployment', actorKind: 'user', targetId: String(owner.deploymentId) })
    expect(tenant).toEqual({
      id: tenant?.id,
      at: expect.any(String),
      operation: 'facet tenants create',
      outcome: 'done',
      actorKind: 'operator',
      actorId: null,
      actorName: 'operator',
      credentialId: null,
      targetKind: 'tenant',
      targetId: String(owner.tenantId),
      targets: [
        { kind: 'tenant', id: String(owner.tenantId), did: 'created' },
        { kind: 'user', id: expect.any(String), did: 'created' },
        { kind: 'api_key', id: expect.any(String), did: 'created' },
      ],
      targetCount: 3,
      requestId: null,
      failureCode: null,
    })
  })

  it('names a service account and its key as the actor, also after both are gone', async ({ owner }) => {
    const account = await givenServiceAccount(server, owner)
    await givenDeployments(account, 'By machine')
    await owner.api.deleteServiceAccount({ params: { serviceAccountId: account.serviceAccountId } })

    const [entry] = await entriesOf(owner, { query: { actorId: account.serviceAccountId } })

    expect(entry).toMatchObject({
      operation: 'createDeployment',
      actorKind: 'service_account',
      actorName: account.name,
      credentialId: account.keyId,
    })
  })

  it('records who was refused what, and why', async ({ owner }) => {
    const viewer = await server.colleague(owner, { role: 'Viewer' })
    const scoped = await server.colleague(owner, { role: 'Admin', scope: { preset: 'read-only' } })
    await expect(viewer.api.deleteDeployment({ params: owner }, { headers: { 'x-request-id': 'refused-1' } })).rejects.toMatchObject({
      status: 403,
    })
    await expect(scoped.api.createDeployment({ body: deploymentInput('No') })).rejects.toMatchObject({ status: 403 })

    const [outside, forbidden, ...others] = await entriesOf(owner, { query: { outcome: 'refused' } })

    expect(others).toEqual([])
    expect(outside).toMatchObject({ operation: 'createDeployment', failureCode: 'outside_key_scope', targetKind: null, targetId: null })
    expect(forbidden).toMatchObject({
      operation: 'deleteDeployment',
      outcome: 'refused',
      actorId: (await viewer.api.getCurrentUser()).id,
      targetKind: 'deployment',
      targetId: String(owner.deploymentId),
      requestId: 'refused-1',
      failureCode: 'forbidden',
    })
  })

  it('records neither reads nor writes that failed for another reason', async ({ owner }) => {
    const before = await entriesOf(owner)
    await owner.api.getDeployments()
    await expect(owner.api.createDeployment({ body: deploymentInput('First') })).rejects.toMatchObject({ status: 409 })
    await expect(owner.api.deleteDeployment({ params: { deploymentId: 999_999_999 } })).rejects.toMatchObject({ status: 404 })

    expect(await entriesOf(owner)).toEqual(before)
  })

  it('filters by operation, outcome, actor and target, each with the others', async ({ owner, second }) => {
    const viewer = await server.colleague(owner, { role: 'Viewer' })
    await expect(viewer.api.resetCreationStep({ params: { deploymentId: second } })).rejects.toMatchObject({ status: 403 })
    const { id: viewerId } = await viewer.api.getCurrentUser()

    expect(await namesOf(owner, { operation: 'createDeployment' })).toEqual(['createDeployment', 'createDeployment'])
    expect(await namesOf(owner, { outcome: 'refused' })).toEqual(['resetCreationStep'])
    expect(await namesOf(owner, { actorId: viewerId })).toEqual(['resetCreationStep'])
    expect(await namesOf(owner, { targetKind: 'tenant' })).toEqual(['facet tenants create'])
    expect(await namesOf(owner, { targetKind: 'deployment', targetId: String(second) })).toEqual(['resetCreationStep', 'createDeployment'])
    expect(await namesOf(owner, { targetId: String(second), outcome: 'done' })).toEqual(['createDeployment'])
    expect(await namesOf(owner, { operation: 'createDeployment', actorId: viewerId })).toEqual([])
  })

  it('filters by time, from one moment on and up to another', async ({ owner }) => {
    const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
    const [first, second, third] = [inHours(1), inHours(2), inHours(3)]
    await server.query(
      `insert into audit_entries (tenant_id, at, operation, outcome, actor_kind, actor_name, targets)
       select $1, at, 'moment ' || n, 'done', 'operator', 'operator', '[]' from unnest($2::timestamptz[]) with ordinality as moments (at, n)`,
      [owner.tenantId, [first, second, third]],
    )

    expect(await namesOf(owner, { from: first, to: third })).toEqual(['moment 2', 'moment 1'])
    expect(await namesOf(owner, { from: second.replace('Z', '+00:00') })).toEqual(['moment 3', 'moment 2'])
    expect(await namesOf(owner, { from: second, to: second })).toEqual([])
  })

  it.for(['yesterday', '2026-02-30T00:00:00Z', '2026-12-31T23:59:60Z'])('refuses %s as a time', async (from, { owner }) => {
    const answer = await server.request(owner, `/api/v1/audit-logs?from=${from}`)

    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/query/from' }] })
  })
})

describe('exportAuditLogs', () => {
  it('streams what the list holds, one object a line, newest first', async ({ owner }) => {
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

  it('takes the filters of the list', async ({ owner, second }) => {
    const filters: AuditFilters[] = [
      { operation: 'createDeployment' },
      { outcome: 'done', targetKind: 'deployment', targetId: String(second) },
      { outcome: 'refused' },
      { to: '2020-01-01T00:00:00Z' },
    ]

    for (const query of filters) expect(await exported(owner, query)).toEqual(await listed(owner, query))
    expect((await exported(owner, { operation: 'createDeployment' })).length).toBe(2)
  })

  it('leaves out none and repeats none of many entries of one moment', async ({ owner }) => {
    await server.query(
      `insert into audit_entries (tenant_id, operation, outcome, actor_kind, actor_name, targets)
       select $1, 'load ' || n, 'done', 'operator', 'operator', '[]' from generate_series(1, 1200) n`,
      [owner.tenantId],
    )

    const entries = await exported(owner)

    expect(new Set(entries.map(({ operation }) => operation)).size).toBe(1202)
    expect(entries).toHaveLength(1202)
    expect(entries).toEqual(await listed(owner))
  })

  it.for(['yesterday', '2026-12-31T23:59:60Z'])('refuses %s as a time before it streams anything', async (to, { owner }) => {
    const answer = await server.request(owner, `/api/v1/audit-logs/export?to=${to}`)

    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/query/to' }] })
  })
})
