import { type FailureCode, failureCodes } from '@facet/contract'
import { beforeAll, expect, it } from 'vitest'
import { type Actor, type RawRequest, useServer } from './server.ts'

const server = useServer()
const generate = '/api/v1/embed/generate-session'
const exchange = '/api/v1/embed/session/token'
const renew = '/api/v1/embed/session/renew'

let admin: Actor
let token: string

type Sent = Record<string, unknown>
type Provocation = () => Promise<Response> | Response

const mint = (body: Sent, as: Actor = admin): Promise<Response> =>
  server.request(as, generate, { method: 'POST', json: { deploymentId: as.deploymentId, ...body } })
const external =
  (body: Sent): Provocation =>
  async () =>
    mint({ externalId: 'ada', embedTenantName: 'acme-corp', ...body })
const post = (path: string, raw: RawRequest, key?: string): Promise<Response> =>
  server.request({ headers: admin.headers, ...(key === undefined ? {} : { key }) }, path, { method: 'POST', ...raw })
const minted = async (body: Sent = {}): Promise<string> =>
  ((await (await mint({ externalId: 'ada', ...body })).json()) as { sessionId: string }).sessionId
const exchanged = (sessionId: string, headers: Record<string, string> = {}): Promise<Response> =>
  post(exchange, { json: { sessionId }, headers })
const settings = (json: Sent, of = admin) => server.request(of, '/api/v1/tenant/settings', { method: 'PUT', json })
const query = (text: string, values: unknown[]) => server.query(text, values)

const tokenOf = async (externalId: string): Promise<string> =>
  ((await (await exchanged(await minted({ externalId }))).json()) as { token: string }).token
const deployment = (key: string) => server.request({ headers: admin.headers, key }, `/api/v1/deployments/${admin.deploymentId}`)

/** How each message of the page of errors comes about. */
const provocations: Partial<Record<FailureCode, Provocation>> = {
  invalid_request: () => mint({ deploymentId: 'one', externalId: 'ada' }),
  unauthenticated: () => post(generate, { json: {} }),
  embed_token_expired: async () => {
    const minter = await server.colleague(admin, { role: 'Admin', expiresAt: new Date(Date.now() + 3_600_000) })
    const { sessionId } = await minter.api.generateSession({ body: { deploymentId: admin.deploymentId, externalId: 'late' } })
    const { token: ended } = (await (await exchanged(sessionId)).json()) as { token: string }
    await query('update api_keys set expires_at = now() where tenant_id = $1 and expires_at is not null', [admin.tenantId])
    return deployment(ended)
  },
  embed_token_revoked: async () => {
    const other = await tokenOf('gone')
    await admin.api.revokeEmbedSessions({ body: { externalId: 'gone' } })
    return deployment(other)
  },
  forbidden: () => post(generate, { json: { deploymentId: admin.deploymentId, externalId: 'ada' } }, token),
  outside_key_scope: async () => {
    const narrow = await server.colleague(admin, { role: 'Admin', scope: { embedTenants: ['acme-corp'] } })
    return mint({ externalId: 'ada', embedTenantName: 'globex' }, narrow)
  },
  unknown_host: () => server.request({ headers: { 'x-forwarded-host': 'facet.internal' } }, generate, { method: 'POST', json: {} }),
  body_too_large: external({ securityContext: { text: 'x'.repeat(4_000_000) } }),
  unsupported_media_type: () => post(generate, { headers: { 'content-type': 'text/plain' }, json: {} }, admin.key),
  deployment_not_found: external({ deploymentId: 999_999 }),
  embedding_disabled: async () => {
    const other = await server.admin()
    await settings({ embeddingEnabled: false }, other)
    return mint({ externalId: 'ada' }, other)
  },
  minting_frozen: async () => {
    const other = await server.admin()
    await query('update tenants set embed_frozen_at = now() where id = $1', [other.tenantId])
    return mint({ externalId: 'ada' }, other)
  },
  unknown_field: external({ embedTenant: 'acme-corp' }),
  roles_not_allowed: external({ roles: ['Admin'] }),
  user_identifier: () => mint({}),
  external_id_invalid: external({ externalId: 'Ada ' }),
  not_with_internal_id: () => mint({ internalId: 'nobody', groups: [] }),
  internal_user_not_found: () => mint({ internalId: 'nobody' }),
  embed_tenant_name_malformed: external({ embedTenantName: 'Acme' }),
  picture_invalid: external({ userProfile: { picture: '/ada.png' } }),
  creator_mode_required: external({ tenantGroups: [] }),
  embed_tenant_required: () => mint({ externalId: 'ada', embedTenantProfile: {} }),
  creator_mode_disabled: external({ creatorMode: true }),
  duplicate_name: external({ userAttributes: [{ name: 'region' }, { name: 'region' }] }),
  group_name_reserved: async () => {
    const creator = await server.admin()
    await settings({ useCreatorMode: true }, creator)
    return mint(
      { externalId: 'ada', embedTenantName: 'acme-corp', creatorMode: true, groupDefinitions: [{ name: 'system:root' }] },
      creator,
    )
  },
  attribute_type_conflict: async () => {
    const creator = await server.admin()
    await settings({ useCreatorMode: true }, creator)
    const define = (type: string) =>
      mint(
        { externalId: 'ada', embedTenantName: 'acme-corp', creatorMode: true, userAttributeDefinitions: [{ name: 'plan', type }] },
        creator,
      )
    await define('string')
    return define('number')
  },
  user_attributes_not_found: external({ userAttributes: [{ name: 'shoe', value: 'red' }] }),
  groups_not_found: external({ groups: ['gold'] }),
  user_attribute_value_mismatch: external({ userAttributes: [{ name: 'region', value: 7 }] }),
  security_context_reserved: external({ securityContext: { cubeCloud: {} } }),
  security_context_too_large: external({ securityContext: { a: 'x'.repeat(20_002) } }),
  too_many_streams: async () => {
    const [own, other] = [await tokenOf('watcher'), await tokenOf('watcher')]
    const open = (key: string) => server.request({ headers: admin.headers, key }, '/api/v1/embed/session/watch')
    const streams = await Promise.all(Array.from({ length: 32 }, () => open(own)))
    const refused = await open(other)
    for (const { body } of streams) await body?.cancel()
    return refused
  },
  session_unknown: () => exchanged('es_1_1_none'),
  session_expired: async () => {
    const sessionId = await minted({ externalId: 'late' })
    await query(`update embed_sessions set expires_at = now() - interval '1 second' where tenant_id = $1`, [admin.tenantId])
    return exchanged(sessionId)
  },
  session_used: async () => {
    const sessionId = await minted()
    await exchanged(sessionId)
    return exchanged(sessionId)
  },
  session_revoked: async () => {
    const sessionId = await minted({ externalId: 'leaver' })
    await admin.api.revokeEmbedSessions({ body: { externalId: 'leaver' } })
    return exchanged(sessionId)
  },
  session_mismatch: async () => post(renew, { json: { sessionId: await minted({ externalId: 'bob' }) } }, token),
  origin_not_allowed: async () => exchanged(await minted(), { origin: 'https://evil.example' }),
}

/** Needs a server that takes no plain HTTP; transport.test.ts has one. */
const provokedElsewhere = new Set(['https_required'])

const examples = Object.entries(failureCodes).flatMap(([code, { example }]) => (example === undefined ? [] : [[code, example] as const]))

beforeAll(async () => {
  // Every host name leads to a tenant that is alone.
  await server.admin()
  admin = await server.admin()
  await admin.api.createUserAttribute({ body: { name: 'region', type: 'string' } })
  token = ((await (await exchanged(await minted())).json()) as { token: string }).token
})

it.each(examples.filter(([code]) => !provokedElsewhere.has(code)))('answers %s as the page of errors shows it', async (code, message) => {
  const answer = await provocations[code as FailureCode]?.()

  expect(await answer?.json()).toMatchObject({ code, message })
})
