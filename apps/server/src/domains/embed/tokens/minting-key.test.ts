import { describe, expect, it } from 'vitest'
import { type Actor, expectTokenGood, expectTokenRevoked, givenSession, givenToken, refusalOf, useServer } from '#test'

const server = useServer('shared')

const exchange = (owner: Actor, sessionId: string) => server.anonymous(owner).exchangeSession({ body: { sessionId } })
const statesOf = async (owner: Actor) => (await owner.api.listEmbedSessions({ query: {} })).items.map(({ state }) => state)

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

describe('what a key minted', () => {
  it('stays ended when its owner is activated again', async () => {
    const { owner, userId, token, sessionId } = await givenMinter()

    await setDeactivated(owner, userId, true)
    await setDeactivated(owner, userId, false)

    await expectTokenRevoked(server, owner, token)
    expect(await refusalOf(exchange(owner, sessionId))).toMatchObject({ status: 401, code: 'session_revoked' })
  })

  it('ends when the key expires', async () => {
    const owner = await server.admin()
    const minter = await server.colleague(owner, { role: 'Admin', expiresAt: new Date(Date.now() + 3_600_000) })
    const { sessionId } = await givenSession(minter)
    const { sessionId: late } = await givenSession(minter)
    const keyEnds = `update api_keys set expires_at = clock_timestamp() + $2 * interval '1 ms' where tenant_id = $1 and expires_at is not null`
    await server.database().query(keyEnds, [owner.tenantId, 1_500])

    const { token, expires_in } = await exchange(owner, sessionId)

    expect(expires_in).toBeLessThanOrEqual(2)
    const read = () =>
      server.outcome({ headers: owner.headers, key: token }, 'getDeployment', { params: { deploymentId: owner.deploymentId } })
    await expect.poll(read, { interval: 20, timeout: 30_000 }).toEqual({ status: 401, code: 'embed_token_expired' })
    expect(await refusalOf(exchange(owner, late))).toMatchObject({ status: 401, code: 'session_expired' })
    expect(await statesOf(owner)).toEqual(['expired', 'expired'])
  })
})
