import { describe, expect, it } from 'vitest'
import { createAdmission, createDataTokens, findDataCaller } from '#access'
import { type Actor, dataCallerOf, useServer } from '#test'
import { contextOfOwner } from './context-of-owner.ts'

const server = useServer()

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

describe('a token for the data API that its owner made for themselves', () => {
  it('follows the security context of its owner', async () => {
    const owner = await server.admin()
    const { userId, context } = await givenHolder(owner)
    expect(await context()).toEqual(seen({}))

    for (const region of ['all', 'eu']) {
      await owner.api.updateUser({ params: { userId }, body: { securityContext: { region } } })
      await expectBecomes(context, seen({}, { region }))
    }
  })

  it('follows the values of attributes, from the first to the last', async () => {
    const owner = await server.admin()
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

  it('follows what attributes there are, their defaults and their trust', async () => {
    const owner = await server.admin()
    const { userId, context } = await givenHolder(owner)
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

  it('keeps nothing of who its owner was when they are narrowed while it is looked up', async () => {
    const owner = await server.admin()
    const { userId, token } = await givenHolder(owner)
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

  it('stores nothing of who its owner is', async () => {
    const owner = await server.admin()
    await givenHolder(owner)

    const rows = await server.database().query('select kind, context_sealed from data_tokens where tenant_id = $1', [owner.tenantId])

    expect(rows).toEqual([{ kind: 'deployment', context_sealed: null }])
  })
})
