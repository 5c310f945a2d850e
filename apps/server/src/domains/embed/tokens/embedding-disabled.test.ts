import { describe, expect } from 'vitest'
import { type Actor, expectTokenGood, expectTokenRevoked, givenSession, givenToken, refusalOf, useServer, withOwner } from '#test'

const server = useServer('shared')
const it = withOwner(server).extend('token', ({ owner }) => givenToken(server, owner))

const exchange = (owner: Actor, sessionId: string) => server.anonymous(owner).exchangeSession({ body: { sessionId } })
const read = (owner: Actor, key: string) =>
  server.outcome({ headers: owner.headers, key }, 'getDeployment', { params: { deploymentId: owner.deploymentId } })
const statesOf = async (owner: Actor) => (await owner.api.listEmbedSessions({ query: {} })).items.map(({ state }) => state)
const disabled = { status: 403, code: 'embedding_disabled' }
/** Someone whose key minted a token that works and a session that waits; beside them the owner's own. */
const givenMinter = async () => {
  const owner = await server.admin()
  const minter = await server.colleague(owner, { role: 'Admin' })
  const { id: userId } = await minter.api.getCurrentUser()
  const { token } = await givenToken(server, minter)
  const { sessionId } = await givenSession(minter)
  await expectTokenGood(server, owner, token)
  return { owner, userId, token, sessionId }
}
const setDeactivated = (owner: Actor, userId: number, isDeactivated: boolean) =>
  owner.api.updateUser({ params: { userId }, body: { isDeactivated } })

describe('while embedding is off for a tenant', () => {
  it('refuses exchange, renewal and tokens of this tenant only', async () => {
    const [owner, neighbour] = [await server.admin(), await server.admin()]
    const { token, api, externalId } = await givenToken(server, owner)
    const { sessionId } = await givenSession(owner, { externalId })
    const theirs = await givenToken(server, neighbour)
    await expectTokenGood(server, owner, token)

    await owner.api.updateTenantSettings({ body: { embeddingEnabled: false } })

    await expect.poll(() => read(owner, token), { interval: 5, timeout: 30_000 }).toEqual(disabled)
    expect(await refusalOf(exchange(owner, sessionId))).toMatchObject(disabled)
    expect(await refusalOf(api.renewSession({ body: { sessionId } }))).toMatchObject(disabled)
    expect(await statesOf(owner)).toEqual(['disabled', 'disabled'])
    await expectTokenGood(server, neighbour, theirs.token)
  })

  it('refuses tokens when disabled a second time', async ({ owner, token: { token } }) => {
    for (const embeddingEnabled of [false, true]) await owner.api.updateTenantSettings({ body: { embeddingEnabled } })
    await expect.poll(() => read(owner, token), { interval: 5, timeout: 30_000 }).toMatchObject({ status: 200 })

    await owner.api.updateTenantSettings({ body: { embeddingEnabled: false } })

    await expect.poll(() => read(owner, token), { interval: 5, timeout: 30_000 }).toEqual(disabled)
  })

  it('reports revoked sessions as revoked', async ({ owner, token: { token, externalId } }) => {
    const { sessionId } = await givenSession(owner, { externalId })
    await owner.api.revokeEmbedSessions({ body: { externalId } })
    await owner.api.updateTenantSettings({ body: { embeddingEnabled: false } })

    expect(await read(owner, token)).toEqual({ status: 401, code: 'embed_token_revoked' })
    expect(await refusalOf(exchange(owner, sessionId))).toMatchObject({ status: 401, code: 'session_revoked' })
    expect(await statesOf(owner)).toEqual(['revoked', 'revoked'])
  })

  it('accepts the same session and token when enabled again', async ({ owner, token: { token } }) => {
    const { sessionId } = await givenSession(owner)
    await owner.api.updateTenantSettings({ body: { embeddingEnabled: false } })
    expect(await refusalOf(exchange(owner, sessionId))).toMatchObject(disabled)

    await owner.api.updateTenantSettings({ body: { embeddingEnabled: true } })

    await expect.poll(() => read(owner, token), { interval: 5, timeout: 30_000 }).toMatchObject({ status: 200 })
    await expectTokenGood(server, owner, (await exchange(owner, sessionId)).token)
  })
})

describe('a session of an API key', () => {
  it('stays ended when its owner is activated again', async () => {
    const { owner, userId, token, sessionId } = await givenMinter()

    await setDeactivated(owner, userId, true)
    await setDeactivated(owner, userId, false)

    await expectTokenRevoked(server, owner, token)
    expect(await refusalOf(exchange(owner, sessionId))).toMatchObject({ status: 401, code: 'session_revoked' })
  })

  it('ends when the key expires', async ({ owner }) => {
    const minter = await server.colleague(owner, { role: 'Admin', expiresAt: new Date(Date.now() + 3_600_000) })
    const { sessionId } = await givenSession(minter)
    const { sessionId: late } = await givenSession(minter)
    const keyEnds = `update api_keys set expires_at = clock_timestamp() + $2 * interval '1 ms' where tenant_id = $1 and expires_at is not null`
    await server.query(keyEnds, [owner.tenantId, 1_500])

    const { token, expires_in } = await exchange(owner, sessionId)

    expect(expires_in).toBeLessThanOrEqual(2)
    await expect.poll(() => read(owner, token), { interval: 20, timeout: 30_000 }).toEqual({ status: 401, code: 'embed_token_expired' })
    expect(await refusalOf(exchange(owner, late))).toMatchObject({ status: 401, code: 'session_expired' })
    expect(await statesOf(owner)).toEqual(['expired', 'expired'])
  })
})
