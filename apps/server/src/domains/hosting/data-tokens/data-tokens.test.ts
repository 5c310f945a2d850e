import { describe, expect } from 'vitest'
import { dataCallerOf, environmentOf, givenDataToken, givenToken, itPagesByCursor, newestSessionId, useServer, withOwner } from '#test'

const server = useServer()
const it = withOwner(server).extend('params', ({ owner }) => environmentOf(owner))

describe('createDeploymentEnvironmentToken', () => {
  it('makes a token for an hour, whose holder queries with that context', async ({ owner, params }) => {
    const context = { region: 'eu', customer: { id: 7 } }

    const { data } = await owner.api.createDeploymentEnvironmentToken({ params, body: { security_context: context } })

    expect(data.security_context).toEqual(context)
    expect(Date.parse(data.expires_at) - Date.parse(data.created_at)).toBe(3_600_000)
    expect(await dataCallerOf(server, owner, data.token)).toMatchObject({
      kind: 'environment',
      tenantId: owner.tenantId,
      ...params,
      scopes: ['meta', 'data', 'sql', 'graphql'],
      context,
    })
  })

  it('lives as long as was asked for, with the scopes that were asked for', async ({ owner, params }) => {
    const { data } = await owner.api.createDeploymentEnvironmentToken({
      params,
      body: { security_context: {}, expires_in: 60, scopes: ['data', 'meta', 'data'] },
    })

    expect(Date.parse(data.expires_at) - Date.parse(data.created_at)).toBe(60_000)
    expect(await dataCallerOf(server, owner, data.token)).toMatchObject({ scopes: ['meta', 'data'] })
  })

  it('looks like a JWT and says nothing of the context', async ({ owner }) => {
    const token = await givenDataToken(owner, { security_context: { secret: 'canary' } })

    const [header, payload] = token.split('.', 2).map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object)
    expect(header).toEqual({ alg: 'HS256', typ: 'JWT', kid: 'facet-data' })
    expect(Object.keys(payload ?? {})).toEqual(['jti', 'kind', 'deploymentId', 'environmentId', 'iat', 'exp'])
  })

  it('keeps neither token nor context in the open', async ({ owner }) => {
    const token = await givenDataToken(owner, { security_context: { secret: 'canary' } })

    const rows = await server.query('select row_to_json(t)::text as text from data_tokens t where tenant_id = $1', [owner.tenantId])

    const stored = JSON.stringify(rows)
    for (const secret of ['canary', token, Buffer.from('canary').toString('hex'), Buffer.from(token).toString('hex')])
      expect(stored).not.toContain(secret)
  })

  it.each([
    ['cubeCloud', { cubeCloud: { groups: ['admin'] } }],
    ['u', { u: {} }],
    ['scope', { scope: ['dev-token'] }],
    ['exp', { exp: 1 }],
    ['constructor', { nested: { constructor: 1 } }],
  ])('refuses a context with %s, which is not the caller’s to set', async (_, security_context) => {
    const owner = await server.admin()

    const outcome = await server.outcome(owner, 'createDeploymentEnvironmentToken', {
      params: await environmentOf(owner),
      body: { security_context },
    })

    expect(outcome).toEqual({ status: 400, code: 'security_context_reserved' })
  })

  it.each([
    [{ security_context: { text: 'x'.repeat(17_000) } }, 'security_context_too_large'],
    [{ security_context: {}, scopes: ['jobs'] }, 'data_scope_invalid'],
    [{ security_context: null }, 'invalid_request'],
    [{ security_context: {}, expires_in: 3601 }, 'invalid_request'],
    [{ security_context: {}, expires_in: 0 }, 'invalid_request'],
    [{}, 'invalid_request'],
  ])('refuses %o by its own code', async (body, code) => {
    const owner = await server.admin()
    const { deploymentId, environmentId } = await environmentOf(owner)
    const path = `/api/v1/deployments/${deploymentId}/environments/${environmentId}/tokens`

    const answer = await server.request(owner, path, { method: 'POST', json: body })

    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code })])
  })
})

describe('createDeploymentEnvironmentTokenForMetaSync', () => {
  it('makes a token for metadata and nothing else', async ({ owner }) => {
    const { data } = await owner.api.createDeploymentEnvironmentTokenForMetaSync({
      params: await environmentOf(owner),
      body: { security_context: { region: 'eu' } },
    })

    expect(await dataCallerOf(server, owner, data.token)).toMatchObject({ kind: 'meta_sync', scopes: ['meta'], context: { region: 'eu' } })
  })

  it.for(['data', 'sql', 'graphql'])('refuses to give it the scope %s', async (scope, { owner }) => {
    const outcome = await server.outcome(owner, 'createDeploymentEnvironmentTokenForMetaSync', {
      params: await environmentOf(owner),
      body: { security_context: {}, scopes: ['meta', scope] },
    })

    expect(outcome).toEqual({ status: 400, code: 'data_scope_invalid' })
  })
})

describe('getDeploymentEnvironmentTokens', () => {
  itPagesByCursor(server, 'getDeploymentEnvironmentTokens', {
    fill: async (owner) => {
      for (let count = 0; count < 3; count++) await givenDataToken(owner)
      return { params: await environmentOf(owner) }
    },
    grow: (owner) => givenDataToken(owner),
  })

  it('gives back tokens with their contexts, of both kinds, oldest first', async ({ owner, params }) => {
    const first = await owner.api.createDeploymentEnvironmentToken({ params, body: { security_context: { place: 1 } } })
    const second = await owner.api.createDeploymentEnvironmentTokenForMetaSync({ params, body: { security_context: { place: 2 } } })
    await owner.api.deploymentToken({ params: { deploymentId: owner.deploymentId } })

    const list = await owner.api.getDeploymentEnvironmentTokens({ params })
    const paged = await owner.api.getDeploymentEnvironmentTokens({ params, query: { offset: 1, limit: 5 } })

    expect(list.data).toEqual([first.data, second.data])
    expect(list.pagination).toMatchObject({ total: 2, offset: 0 })
    expect(paged).toMatchObject({ data: [second.data], pageInfo: null, pagination: { total: 2, offset: 1, limit: 5 } })
  })

  it('shows none that has expired', async ({ owner }) => {
    await givenDataToken(owner)
    await server.query("update data_tokens set expires_at = now() - interval '1 second' where tenant_id = $1", [owner.tenantId])

    expect((await owner.api.getDeploymentEnvironmentTokens({ params: await environmentOf(owner) })).items).toEqual([])
  })
})

describe('deploymentToken', () => {
  it('carries who the caller is to a query, for ten minutes', async ({ owner }) => {
    const params = { deploymentId: owner.deploymentId }
    await owner.api.createUserAttribute({ body: { name: 'region', type: 'string', defaultValue: 'eu' } })
    const before = performance.now()

    const { cubeApiToken } = await owner.api.deploymentToken({ params })

    const caller = await dataCallerOf(server, owner, cubeApiToken)
    expect(caller).toMatchObject({
      kind: 'deployment',
      ...params,
      grant: null,
      context: { cubeCloud: { username: expect.stringContaining('admin@'), groups: [], userAttributes: { region: 'eu' } } },
    })
    const { endsAtMs } = caller as { endsAtMs: number }
    expect(endsAtMs - before).toBeGreaterThan(590_000)
    expect(endsAtMs - performance.now()).toBeLessThanOrEqual(600_000)
  })

  it('carries an embed session to a query, and ends with it', async ({ owner }) => {
    await owner.api.createGroup({ body: { name: 'premium' } })
    const frame = await givenToken(server, owner, { groups: ['premium'], securityContext: { customer: 7 } })

    const { cubeApiToken } = await frame.api.deploymentToken({ params: { deploymentId: owner.deploymentId } })

    expect(await dataCallerOf(server, owner, cubeApiToken)).toMatchObject({
      kind: 'embed',
      // Whose requests it is counted with.
      grant: { userId: expect.any(Number), isInternal: false },
      deploymentId: owner.deploymentId,
      context: { customer: 7, cubeCloud: { username: frame.externalId, groups: ['premium'] } },
    })
    await owner.api.revokeEmbedSession({ params: { embedSessionId: await newestSessionId(owner) } })
    await expect.poll(() => dataCallerOf(server, owner, cubeApiToken), { interval: 5, timeout: 30_000 }).toBe('data_token_revoked')
  })
})
