import { operation } from '../operation.ts'
import { page, pageQuery } from '../paging.ts'
import { Id, JsonObject, Maybe, OneOf, schema, strictSchema, type Static, Text, Timestamp, Type } from '../schema.ts'

export const EmbedSessionState = OneOf('EmbedSessionState', ['pending', 'active', 'revoked', 'expired', 'disabled'])

const sessionFields = {
  id: Type.String({ description: 'Names the session; it is not the secret that can be exchanged.' }),
  state: EmbedSessionState,
  deploymentId: Id,
  userId: Id,
  username: Type.String(),
  isInternal: Type.Boolean(),
  embedTenantName: Maybe(Type.String()),
  apiKeyId: Id,
  creatorMode: Type.Boolean(),
  mintedAt: Timestamp,
  exchangedAt: Maybe(Timestamp),
  expiresAt: Timestamp,
  revokedAt: Maybe(Timestamp),
}
export const EmbedSession = schema('EmbedSession', sessionFields)
export type EmbedSession = Static<typeof EmbedSession>

const exampleSession: EmbedSession = {
  id: '489012-500',
  state: 'active',
  deploymentId: 1042,
  userId: 81,
  username: 'user-1',
  isInternal: false,
  embedTenantName: 'acme-corp',
  apiKeyId: 12,
  creatorMode: false,
  mintedAt: '2026-11-15T09:30:00.000Z',
  exchangedAt: '2026-11-15T09:30:02.000Z',
  expiresAt: '2026-11-16T09:30:02.000Z',
}
const common = { tag: 'Embed Sessions', action: 'All', reach: 'session', credentials: ['api_key'], own: true } as const
const SessionParams = Type.Object({ embedSessionId: Text(40, { minLength: 1 }) })

const subject = {
  userId: Maybe(Id),
  externalId: Maybe(Text(256, { description: 'With `embedTenantName`, or of users outside any embed tenant.' })),
  embedTenantName: Maybe(Text(100)),
  deploymentId: Maybe(Id),
  apiKeyId: Maybe(Id),
}

export const listEmbedSessions = operation({
  ...common,
  id: 'listEmbedSessions',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/embed/sessions',
  summary: 'List embed sessions, newest first: who is looking at what, minted by which key',
  description:
    'Filters join. A key scoped to deployments or embed tenants sees sessions of those, here and by id: the ones it could have minted. Sessions waiting to be exchanged are `pending`; those whose token lives are `active`; both are `disabled` while embedding is turned off in the tenant settings. `revokedAt` is when a revocation came; what a session depends on may also have been deleted without one. Kept for a day past the end of the token.',
  query: Type.Object({ ...pageQuery, ...subject, state: Maybe(EmbedSessionState) }),
  returns: page('EmbedSessionsListResponse', EmbedSession),
  failures: ['invalid_cursor'],
  example: {
    query: { embedTenantName: 'acme-corp', state: 'active' },
    returns: { items: [exampleSession], data: [exampleSession], pageInfo: { hasNextPage: false, hasPreviousPage: false } },
  },
})

export const getEmbedSession = operation({
  ...common,
  id: 'getEmbedSession',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/embed/sessions/{embedSessionId}',
  summary: 'Get one embed session with what was frozen into it',
  params: SessionParams,
  returns: schema('EmbedSessionDetails', {
    ...sessionFields,
    secondUseAt: Maybe(Timestamp),
    groups: Type.Array(Type.String()),
    userAttributes: JsonObject,
    securityContext: JsonObject,
    settings: JsonObject,
  }),
  failures: ['session_not_found'],
  example: {
    params: { embedSessionId: '489012-500' },
    returns: { ...exampleSession, groups: ['premium'], userAttributes: { region: 'eu' }, securityContext: { customerId: 7 }, settings: {} },
  },
})

export const revokeEmbedSession = operation({
  ...common,
  id: 'revokeEmbedSession',
  method: 'DELETE',
  database: 'whole',
  path: '/api/v1/embed/sessions/{embedSessionId}',
  summary: 'Revoke one embed session; every process refuses its token within a second',
  params: SessionParams,
  returns: EmbedSession,
  failures: ['session_not_found'],
  audit: ['embed_session'],
  example: {
    params: { embedSessionId: '489012-500' },
    returns: { ...exampleSession, state: 'revoked', revokedAt: '2026-11-15T10:00:00.000Z' },
  },
})

export const revokeEmbedSessions = operation({
  ...common,
  id: 'revokeEmbedSessions',
  method: 'POST',
  database: 'whole',
  path: '/api/v1/embed/sessions/revoke',
  summary: 'Revoke every session minted so far for a user, an embed tenant, a deployment or by a key',
  description:
    'Exactly one of the four; `externalId` may come with its `embedTenantName`. A key scoped to embed tenants names one of those, one scoped to deployments one of those; one scoped to both ends its sessions one by one. Tokens for the data API that were made for the deployment, or with the key, end as well. What is made afterwards is not touched. An id that no longer exists is accepted: what depends on it ends.',
  body: strictSchema('RevokeEmbedSessionsInput', subject),
  returns: schema('RevokeEmbedSessionsResponse', { revokedBefore: Timestamp }),
  failures: ['embed_user_not_found', 'embed_tenant_not_found'],
  audit: ['user', 'external_user', 'embed_tenant', 'deployment', 'api_key'],
  example: { body: { embedTenantName: 'acme-corp' }, returns: { revokedBefore: '2026-11-15T10:00:00.000Z' } },
})
