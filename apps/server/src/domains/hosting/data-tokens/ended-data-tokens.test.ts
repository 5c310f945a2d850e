import type { DataTokenKind } from '@facet/contract'
import { describe, expect } from 'vitest'
import { createAdmission, createDataTokens, findDataCaller } from '#access'
import { contextOfOwner } from './context-of-owner.ts'
import { type Actor, dataCallerOf, environmentOf, givenDataToken, givenKey, givenServiceAccount, useServer, withOwner } from '#test'

const server = useServer()
const it = withOwner(server).extend('holder', ({ owner }) => givenHolder(owner))

type Known = { principalId: number }
/** Tokens of each kind, by the one who made them. */
const givenOfEachKind = async (maker: Actor): Promise<Record<DataTokenKind, string>> => {
  const params = await environmentOf(maker)
  const body = { security_context: {} }
  return {
    environment: (await maker.api.createDeploymentEnvironmentToken({ params, body })).data.token,
    meta_sync: (await maker.api.createDeploymentEnvironmentTokenForMetaSync({ params, body })).data.token,
    deployment: (await maker.api.deploymentToken({ params: { deploymentId: maker.deploymentId } })).cubeApiToken,
  }
}
const expectEnded = async (owner: Actor, token: string, what: string | undefined): Promise<void> => {
  await expect.poll(() => dataCallerOf(server, owner, token), { interval: 5, timeout: 30_000 }).toBe(what)
}
/** Somebody who may read, and what a query sees of them by a token of theirs. */
const givenHolder = async (owner: Actor) => {
  const holder = await server.colleague(owner, { role: 'Viewer' })
  const { id: userId } = await holder.api.getCurrentUser()
  const { cubeApiToken: token } = await holder.api.deploymentToken({ params: { deploymentId: owner.deploymentId } })
  const context = async (): Promise<unknown> => {
    const caller = await dataCallerOf(server, owner, token)
    return typeof caller === 'object' ? caller.context : caller
  }
  return { userId, token, context }
}
const expectBecomes = async (context: () => Promise<unknown>, expected: object): Promise<void> => {
  await expect.poll(context, { interval: 5, timeout: 30_000 }).toEqual(expected)
}
const seen = (userAttributes: object, own: object = {}) => ({
  ...own,
  cubeCloud: { username: expect.any(String), groups: [], userAttributes },
})

describe('a token for the data API', () => {
  it('ends with the key that made it', async ({ owner }) => {
    const maker = await givenKey(server, owner)
    const token = await givenDataToken(maker)
    expect(await dataCallerOf(server, owner, token)).toMatchObject({ kind: 'environment' })

    await owner.api.deleteApiKey({ params: { apiKeyId: maker.keyId } })

    await expectEnded(owner, token, 'data_token_revoked')
  })

  it('ends with the owner of that key', async ({ owner }) => {
    const maker = await givenServiceAccount(server, owner)
    const token = await givenDataToken(maker)
    expect(await dataCallerOf(server, owner, token)).toMatchObject({ kind: 'environment' })

    await owner.api.deleteServiceAccount({ params: { serviceAccountId: maker.serviceAccountId } })

    await expectEnded(owner, token, 'data_token_revoked')
  })

  it('stays ended when its owner is deactivated and activated again, and holds for one made after that', async ({ owner }) => {
    const maker = await server.colleague(owner, { role: 'Developer' })
    const tokens = await givenOfEachKind(maker)
    const { principalId: userId } = (await dataCallerOf(server, owner, tokens.environment)) as Known

    await owner.api.updateUser({ params: { userId }, body: { isDeactivated: true } })
    await owner.api.updateUser({ params: { userId }, body: { isDeactivated: false } })

    for (const token of Object.values(tokens)) await expectEnded(owner, token, 'data_token_revoked')
    await expect.poll(() => server.outcome(maker, 'getCurrentUser', {}), { interval: 5, timeout: 30_000 }).toMatchObject({ status: 200 })
    expect(await dataCallerOf(server, owner, await givenDataToken(maker))).toMatchObject({ kind: 'environment' })
  })

  it('stays ended also when it was being made while its owner was deactivated', async ({ owner, developer: maker }) => {
    const token = await givenDataToken(maker)
    const { principalId: userId } = (await dataCallerOf(server, owner, token)) as Known

    await owner.api.updateUser({ params: { userId }, body: { isDeactivated: true } })
    await server.query('update data_tokens set created_at = clock_timestamp() where tenant_id = $1', [owner.tenantId])
    await owner.api.updateUser({ params: { userId }, body: { isDeactivated: false } })

    await expectEnded(owner, token, 'data_token_revoked')
  })

  it.for(['key', 'deployment'] as const)('ends with what is revoked by its %s', async (kind, { owner }) => {
    const maker = await givenKey(server, owner)
    const [token, others] = [await givenDataToken(maker), await givenDataToken(owner)]

    await owner.api.revokeEmbedSessions({ body: kind === 'key' ? { apiKeyId: maker.keyId } : { deploymentId: owner.deploymentId } })

    await expectEnded(owner, token, 'data_token_revoked')
    if (kind === 'key') expect(await dataCallerOf(server, owner, others)).toMatchObject({ kind: 'environment' })
    else await expectEnded(owner, others, 'data_token_revoked')
  })

  it('ends with the role that let it be made', async ({ owner, developer: maker }) => {
    const token = await givenDataToken(maker)
    const caller = await dataCallerOf(server, owner, token)

    await server.query('delete from role_grants where tenant_id = $1 and principal_id = $2', [
      owner.tenantId,
      (caller as Known).principalId,
    ])

    await expectEnded(owner, token, 'data_token_revoked')
  })

  it('ends with a narrower role, unless the owner might still make it', async ({ owner, developer: maker }) => {
    const tokens = await givenOfEachKind(maker)
    const { principalId } = (await dataCallerOf(server, owner, tokens.environment)) as Known

    await server.query(
      `update role_grants set role_id = (select id from roles where tenant_id = $1 and name = 'Viewer')
       where tenant_id = $1 and principal_id = $2`,
      [owner.tenantId, principalId],
    )

    await expectEnded(owner, tokens.environment, 'data_token_revoked')
    await expectEnded(owner, tokens.meta_sync, 'data_token_revoked')
    expect(await dataCallerOf(server, owner, tokens.deployment)).toMatchObject({ kind: 'deployment' })
  })

  it('ends by the clock of the database, and is forgotten an hour later', async ({ owner }) => {
    const token = await givenDataToken(owner)
    const { query } = server.database()
    await query("update data_tokens set expires_at = now() - interval '1 second' where tenant_id = $1", [owner.tenantId])

    expect(await dataCallerOf(server, owner, token)).toBe('data_token_expired')
    await query('select facet_forget_data_tokens(100)')
    expect(await query('select id from data_tokens where tenant_id = $1', [owner.tenantId])).toHaveLength(1)
    await query("update data_tokens set expires_at = now() - interval '2 hours' where tenant_id = $1", [owner.tenantId])
    await query('select facet_forget_data_tokens(100)')
    expect(await query('select id from data_tokens where tenant_id = $1', [owner.tenantId])).toEqual([])
  })

  it('ends with its deployment', async ({ owner }) => {
    const token = await givenDataToken(owner)
    expect(await dataCallerOf(server, owner, token)).toMatchObject({ kind: 'environment' })

    await owner.api.deleteDeployment({ params: { deploymentId: owner.deploymentId } })

    await expectEnded(owner, token, undefined)
  })

  it('ends no later than a key that expires', async ({ owner }) => {
    const maker = await server.colleague(owner, { role: 'Developer', expiresAt: new Date(Date.now() + 60_000) })

    const caller = await dataCallerOf(server, owner, await givenDataToken(maker))

    expect((caller as { endsAtMs: number }).endsAtMs - performance.now()).toBeLessThanOrEqual(60_000)
  })
})

describe('a token for the data API that its owner made for themselves', () => {
  it('follows the security context of its owner', async ({ owner, holder: { userId, context } }) => {
    expect(await context()).toEqual(seen({}))

    for (const region of ['all', 'eu']) {
      await owner.api.updateUser({ params: { userId }, body: { securityContext: { region } } })
      await expectBecomes(context, seen({}, { region }))
    }
  })

  it('follows the values of attributes, from the first to the last', async ({ owner }) => {
    const { id } = await owner.api.createUserAttribute({ body: { name: 'region', type: 'string', defaultValue: 'all' } })
    const { userId, context } = await givenHolder(owner)
    expect(await context()).toEqual(seen({ region: 'all' }))

    for (const [value, region] of [
      ['eu', 'eu'],
      ['us', 'us'],
      [null, 'all'],
    ] as const) {
      await owner.api.upsertUserAttributeValue({ body: { userId: String(userId), userAttributeId: String(id), value } })
      await expectBecomes(context, seen({ region }))
    }
  })

  it('follows what attributes there are, their defaults and their trust', async ({ owner, holder: { userId, context } }) => {
    expect(await context()).toEqual(seen({}))

    const { id } = await owner.api.createUserAttribute({ body: { name: 'region', type: 'string', defaultValue: 'all' } })
    await expectBecomes(context, seen({ region: 'all' }))
    const params = { userAttributeId: id }
    await owner.api.updateUserAttribute({ params, body: { defaultValue: 'eu' } })
    await expectBecomes(context, seen({ region: 'eu' }))
    await owner.api.updateUserAttribute({ params, body: { trusted: false } })
    await expectBecomes(context, seen({}))
    await owner.api.updateUserAttribute({ params, body: { trusted: true } })
    await owner.api.upsertUserAttributeValue({ body: { userId: String(userId), userAttributeId: String(id), value: 'us' } })
    await expectBecomes(context, seen({ region: 'us' }))
    await owner.api.deleteUserAttribute({ params })
    await expectBecomes(context, seen({}))
  })

  it('keeps nothing of who its owner was when they are narrowed while it is looked up', async ({ owner, holder: { userId, token } }) => {
    await owner.api.updateUser({ params: { userId }, body: { securityContext: { region: 'all' } } })
    const { calls, pool, keyRing, revocations } = server.services()
    let isNarrowed = false
    const tokens = createDataTokens(
      calls,
      {
        pool,
        keyRing,
        contextOfOwner: async (db, of) => {
          const read = await contextOfOwner(db, of)
          if (isNarrowed) return read
          isNarrowed = true
          const before = revocations.epoch()
          await owner.api.updateUser({ params: { userId }, body: { securityContext: { region: 'eu' } } })
          await expect.poll(revocations.epoch, { interval: 5, timeout: 30_000 }).toBeGreaterThan(before)
          return read
        },
      },
      revocations,
      createAdmission(1000, () => 1),
    )
    const regionOf = async () => (await findDataCaller(tokens, owner.tenantId, token))?.context['region']

    expect(await regionOf()).toBe('all')
    expect(await regionOf()).toBe('eu')
  })

  it('stores nothing of who its owner is', async ({ owner }) => {
    await givenHolder(owner)

    const rows = await server.query('select kind, context_sealed from data_tokens where tenant_id = $1', [owner.tenantId])

    expect(rows).toEqual([{ kind: 'deployment', context_sealed: null }])
  })
})
