import { describe, expect, it } from 'vitest'
import { dataCallerOf, givenToken, newestSessionId, useServer } from '#test'

const server = useServer()

describe('deploymentToken', () => {
  it('carries who the caller is to a query, for ten minutes', async () => {
    const owner = await server.admin()
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

  it('carries an embed session to a query, and ends with it', async () => {
    const owner = await server.admin()
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
