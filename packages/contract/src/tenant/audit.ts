import { AuditTarget } from '../audit-targets.ts'
import { operation } from '../operation.ts'
import { page, pageQuery } from '../paging.ts'
import { Id, Maybe, OneOf, schema, type Static, Text, Timestamp, Type } from '../schema.ts'

/** An entry can name a thousand targets, and a page hold a thousand entries. */
export const listedTargets = 20

export const AuditEntry = schema('AuditEntry', {
  id: Id,
  at: Timestamp,
  operation: Type.String({ description: 'Operation id, or the command of the operator.' }),
  outcome: OneOf('AuditOutcome', ['done', 'refused']),
  actorKind: OneOf('ActorKind', ['user', 'service_account', 'external_user', 'operator', 'remote', 'node']),
  actorId: Maybe(Id),
  actorName: Type.String(),
  credentialId: Maybe(Id),
  targetKind: Maybe(Type.String({ description: 'Of the first of `targets`.' })),
  targetId: Maybe(Type.String({ description: 'Of the first of `targets`.' })),
  targets: Type.Array(AuditTarget, {
    description: `What was touched and what was done to each; none where nothing was there to change. The list shows the first ${listedTargets}, the export all.`,
  }),
  targetCount: Type.Integer({ minimum: 0, description: 'How many targets the entry has.' }),
  requestId: Maybe(Type.String()),
  failureCode: Maybe(Type.String({ description: 'Why it was refused.' })),
})
export type AuditEntry = Static<typeof AuditEntry>

const exampleEntry: AuditEntry = {
  id: 90071,
  at: '2026-11-15T09:30:00.000Z',
  operation: 'createDeployment',
  outcome: 'done',
  actorKind: 'user',
  actorId: 7,
  actorName: 'ada@example.com',
  credentialId: 12,
  targetKind: 'deployment',
  targetId: '1042',
  targets: [{ kind: 'deployment', id: '1042', did: 'created' }],
  targetCount: 1,
  requestId: '01K1',
}

const filters = {
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Entries at or after this time.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Entries before this time.' })),
  operation: Type.Optional(Text(200)),
  outcome: Type.Optional(OneOf('AuditOutcome', ['done', 'refused'])),
  actorId: Type.Optional(Id),
  targetKind: Type.Optional(Text(100, { description: 'Entries of which a target is of this kind.' })),
  targetId: Type.Optional(Text(255, { description: 'Entries of which a target has this id; with `targetKind` the same one.' })),
}
export const AuditFilters = Type.Object(filters)
export type AuditFilters = Static<typeof AuditFilters>

export const listAuditLogs = operation({
  id: 'listAuditLogs',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/audit-logs',
  tag: 'Audit Logs',
  summary: 'List audit entries, newest first',
  query: Type.Object({ ...filters, ...pageQuery }),
  returns: page('AuditLogsListResponse', AuditEntry),
  failures: ['invalid_cursor'],
  action: 'AuditLogManage',
  reach: 'tenant',
  credentials: ['api_key'],
  own: true,
  example: {
    query: { operation: 'createDeployment' },
    returns: { items: [exampleEntry], data: [exampleEntry], pageInfo: { hasNextPage: false, hasPreviousPage: false } },
  },
})

export const exportAuditLogs = operation({
  id: 'exportAuditLogs',
  method: 'GET',
  database: 'steps',
  path: '/api/v1/audit-logs/export',
  tag: 'Audit Logs',
  summary: 'Stream audit entries as JSON lines, newest first',
  description: 'The same filters as the list. The stream is read in short steps, so an export of any length holds no transaction open.',
  query: AuditFilters,
  returns: AuditEntry,
  streams: 'application/x-ndjson',
  failures: [],
  action: 'AuditLogManage',
  reach: 'tenant',
  credentials: ['api_key'],
  own: true,
  example: { query: { from: '2026-11-01T00:00:00Z' }, returns: exampleEntry },
})
