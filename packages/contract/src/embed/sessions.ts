import type { FailureCode } from '../failures.ts'
import { NoEffect } from '../no-effect.ts'
import { operation } from '../operation.ts'
import { Id, JsonObject, Maybe, schema, type Static, Text, Type } from '../schema.ts'
import { EmbedSessionSettings, EmbedTenantProfile, EmbedTheme, EmbedUserProfile, sessionLists } from './session-parts.ts'

export const GenerateSession = schema(
  'GenerateSession',
  {
    deploymentId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The one deployment the session can reach.' }),
    externalId: Maybe(Text(256, { minLength: 1, description: 'Your stable id of the user: lowercase and trimmed. Created on first use.' })),
    internalId: Maybe(Text(320, { minLength: 1, description: 'Username of an existing user of this tenant, in any case.' })),
    email: Maybe(Text(320, { description: 'Kept on the external user.' })),
    userProfile: Maybe(EmbedUserProfile),
    embedTenantName: Maybe(
      Text(100, { description: 'Your customer. Created on first use. Left out, the user belongs to no embed tenant.' }),
    ),
    embedTenantProfile: Maybe(EmbedTenantProfile),
    creatorMode: Maybe(Type.Boolean({ description: 'Names are those of the embed tenant. Needs the tenant setting `useCreatorMode`.' })),
    ...sessionLists,
    securityContext: Maybe(JsonObject),
    settings: Maybe(EmbedSessionSettings),
    embedTheme: Maybe(EmbedTheme),
    isEphemeral: Maybe(NoEffect(Type.Boolean())),
    publicDashboardId: Maybe(Text(200)),
    roles: Maybe(Type.Array(Text(100), { maxItems: 100, description: 'Refused unless empty: use groups and attributes.' })),
  },
  {
    description:
      'A field that is not listed is refused, with the nearest known name. `tenantId`, `tenantName` and `branchName` of older requests are ignored.',
  },
)
export type GenerateSession = Static<typeof GenerateSession>

const exampleBody = {
  deploymentId: 1042,
  externalId: 'user-1',
  email: 'ada@acme.example',
  embedTenantName: 'acme-corp',
  groups: ['premium'],
  userAttributes: [{ name: 'region', value: 'eu' }],
  securityContext: { customerId: 7 },
}

const failures = [
  'deployment_not_found',
  'embedding_disabled',
  'minting_frozen',
  'unknown_field',
  'roles_not_allowed',
  'user_identifier',
  'external_id_invalid',
  'not_with_internal_id',
  'internal_user_not_found',
  'embed_tenant_name_malformed',
  'picture_invalid',
  'creator_mode_required',
  'embed_tenant_required',
  'creator_mode_disabled',
  'duplicate_name',
  'group_name_reserved',
  'attribute_type_conflict',
  'user_attributes_not_found',
  'groups_not_found',
  'user_attribute_value_mismatch',
  'user_attribute_limit',
  'external_user_limit',
  'security_context_reserved',
  'security_context_too_large',
] as const satisfies FailureCode[]

const common = { tag: 'Embed', action: 'All', reach: 'session', credentials: ['api_key'] } as const

export const generateSession = operation({
  ...common,
  id: 'generateSession',
  method: 'POST',
  database: 'steps',
  path: '/api/v1/embed/generate-session',
  summary: 'Mint an embed session: one page view of one user, to be exchanged within five minutes',
  description:
    'Administrators only; a key scoped to deployments mints for those, one scoped to embed tenants for external users of those, and a mint-only key for external users. ' +
    'Everything is checked before anything is written, and all of it is written or nothing. What the session may see is frozen into it: a later session of the same user changes ' +
    'the stored user and no session that is under way. Of the embed catalog, `groups` reach the security context as `system:tenant:{embedTenantName}:{name}` and ' +
    '`tenantGroups` as `system:tenant:{embedTenantName}:group:{name}`; every user of an embed tenant has `system:tenant:{embedTenantName}`; tenant-wide groups keep their name. ' +
    'Attributes come from the catalog the session resolves names in, the default of a definition where the user has no value; those that are not trusted stay out. ' +
    '`cubeCloud`, `u`, `scope`, registered claims and prototype names are refused in `securityContext`, which is limited to 16 kB and 10 levels. ' +
    'Minting is its own record: there is no Idempotency-Key, a repeated request mints another session, and an audit entry only of what it defines: an embed tenant, groups, attributes.',
  body: GenerateSession,
  returns: schema('GenerateSessionResponse', { sessionId: Type.String({ description: 'Goes into the embed address. Works once.' }) }),
  failures,
  presets: ['mint-only'],
  skipsAutomaticAudit: true,
  example: { body: exampleBody, returns: { sessionId: 'es_489012_1f4_Qm3kQ0m2Zr7uYw5TqvK1bN8cXeHfJdLgPsVaRi4tU6o' } },
})

const Origin = Type.String({ description: 'Where a value comes from: request, stored, default, embed_tenant.' })

const DryRun = schema('SessionDryRun', {
  wouldMint: Type.Boolean(),
  problems: Type.Array(
    schema('SessionProblem', {
      code: Type.String({ description: 'The code generate-session would answer with.' }),
      status: Type.Integer(),
      pointer: Type.String({ description: 'Where in the body.' }),
      message: Type.String(),
    }),
  ),
  user: Maybe(
    schema('SessionDryRunUser', {
      id: Maybe(Id),
      username: Type.String(),
      isNew: Type.Boolean(),
      isInternal: Type.Boolean(),
      email: Maybe(Type.String()),
      displayName: Maybe(Type.String()),
      picture: Maybe(Type.String()),
      embedTenantName: Maybe(Type.String()),
    }),
  ),
  groups: Type.Array(schema('SessionDryRunGroup', { name: Type.String(), contextName: Type.String(), origin: Origin })),
  attributes: Type.Array(
    schema('SessionDryRunAttribute', {
      name: Type.String(),
      type: Type.String(),
      value: Type.Unknown(),
      origin: Origin,
      inContext: Type.Boolean({ description: 'False for attributes that are not trusted.' }),
    }),
  ),
  securityContext: JsonObject,
})
export type SessionDryRun = Static<typeof DryRun>

export const dryRunSession = operation({
  ...common,
  id: 'dryRunSession',
  method: 'POST',
  database: 'whole',
  path: '/api/v1/embed/generate-session/dry-run',
  summary: 'Say everything that is wrong with a session request, and what queries would see if it were minted',
  description:
    'Mints and stores nothing. A mint-only key may not ask: the answer shows what is stored of the user. Every problem at once, each with a pointer into the body; with the user, groups and attributes that would result, and the origin of each value. ' +
    'Definitions of the request count as made.',
  body: GenerateSession,
  returns: DryRun,
  failures: ['deployment_not_found'],
  skipsAutomaticAudit: true,
  own: true,
  example: {
    body: exampleBody,
    returns: {
      wouldMint: true,
      problems: [],
      user: { id: 81, username: 'user-1', isNew: false, isInternal: false, email: 'ada@acme.example', embedTenantName: 'acme-corp' },
      groups: [{ name: 'premium', contextName: 'premium', origin: 'request' }],
      attributes: [{ name: 'region', type: 'string', value: 'eu', origin: 'request', inContext: true }],
      securityContext: {
        customerId: 7,
        cubeCloud: { username: 'user-1', groups: ['premium', 'system:tenant:acme-corp'], userAttributes: { region: 'eu' } },
      },
    },
  },
})
