import type { AttributeValue } from '@facet/contract'
import { describe, expect } from 'vitest'
import { givenAttribute, givenExternalUser, givenServiceAccount, givenUser, itRefusesBodies, useServer, withOwner } from '#test'

const server = useServer('shared')
const it = withOwner(server)

const pairOf = (userId: number, userAttributeId: number) => ({ userId: String(userId), userAttributeId: String(userAttributeId) })

describe('getUserAttributeValues', () => {
  it('returns per definition the value, else the default, else null', async ({ owner }) => {
    const { api } = owner
    const region = await api.createUserAttribute({ body: { name: 'region', type: 'string', displayName: 'Region', defaultValue: 'eu' } })
    const limits = await api.createUserAttribute({ body: { name: 'limits', type: 'number_array', defaultValue: '1, 2' } })
    const isBeta = await api.createUserAttribute({ body: { name: 'isBeta', type: 'boolean' } })
    const userId = await givenUser(owner)
    await api.upsertUserAttributeValue({ body: { userId: String(userId), userAttributeId: String(region.id), value: 'us' } })

    const none = { displayName: null, description: null }
    expect(await api.getUserAttributeValues({ params: { userId } })).toEqual([
      {
        userId,
        userAttributeId: region.id,
        name: 'region',
        type: 'string',
        displayName: 'Region',
        description: null,
        value: 'us',
        formattedValue: 'us',
      },
      { userId, userAttributeId: limits.id, name: 'limits', type: 'number_array', ...none, value: [1, 2], formattedValue: '1, 2' },
      { userId, userAttributeId: isBeta.id, name: 'isBeta', type: 'boolean', ...none, value: null, formattedValue: null },
    ])
  })

  it.for([null, 'acme-corp'])('returns the values of an external user of embed tenant %j', async (embedTenant, { owner }) => {
    const id = await givenAttribute(owner, 'boolean', 'true')
    const userId = await givenExternalUser(server, owner, { embedTenant })
    const values = () => owner.api.getUserAttributeValues({ params: { userId } })

    expect(await values()).toMatchObject([{ userId, value: true }])
    await owner.api.upsertUserAttributeValue({ body: { userId: String(userId), userAttributeId: String(id), value: false } })
    expect(await values()).toMatchObject([{ userId, value: false, formattedValue: 'false' }])
  })

  it('returns 404 for a service account and for a user of a removed embed tenant', async ({ owner }) => {
    const { serviceAccountId } = await givenServiceAccount(server, owner)
    const external = await givenExternalUser(server, owner, { embedTenant: 'acme-corp' })
    await server.query('update embed_tenants set removed_at = now() where tenant_id = $1', [owner.tenantId])

    for (const userId of [serviceAccountId, external])
      expect(await server.outcome(owner, 'getUserAttributeValues', { params: { userId } })).toEqual({ status: 404, code: 'user_not_found' })
  })
})

describe('upsertUserAttributeValue', () => {
  itRefusesBodies(server, 'upsertUserAttributeValue', [
    [undefined, '/body/userId'],
    [{ userId: 7, userAttributeId: '1' }, '/body/userId'],
    [{ userId: 'ada', userAttributeId: '1' }, '/body/userId'],
    [{ userId: '1', userAttributeId: '0' }, '/body/userAttributeId'],
    [{ userId: '1', userAttributeId: '1', value: {} }, '/body/value'],
    [{ userId: '1', userAttributeId: '1', value: ['a', 1] }, '/body/value'],
  ])

  it('sets, overwrites and clears a value', async ({ owner }) => {
    const [userId, id] = [await givenUser(owner), await givenAttribute(owner, 'string', 'eu')]
    const set = (value?: AttributeValue | null) =>
      owner.api.upsertUserAttributeValue({ body: { ...pairOf(userId, id), ...(value === undefined ? {} : { value }) } })
    const stored = async () => (await owner.api.getUserAttributeValues({ params: { userId } }))[0]

    for (const [sent, holds] of [
      ['us', 'us'],
      ['', ''],
      [null, 'eu'],
      ['asia', 'asia'],
      [undefined, 'eu'],
    ] as const) {
      const answer = await set(sent)
      expect(answer).toMatchObject({ userId, userAttributeId: id, value: holds, formattedValue: holds })
      expect(await stored()).toEqual(answer)
    }
  })

  it('refuses a value of another type', async ({ owner }) => {
    const body = { ...pairOf(await givenUser(owner), await givenAttribute(owner, 'number')), value: '1' }

    const answer = owner.api.upsertUserAttributeValue({ body })

    await expect(answer).rejects.toMatchObject({ status: 400, code: 'user_attribute_value_mismatch', errors: [{ pointer: '/body/value' }] })
  })

  it.for([null, 'acme-corp'])(
    'invalidates the stored fingerprint of an external user of embed tenant %j',
    async (embedTenant, { owner }) => {
      const [first, second] = [await givenAttribute(owner), await givenAttribute(owner, 'string_array')]
      const userId = await givenExternalUser(server, owner, { embedTenant })
      const set = (id: number, value: AttributeValue | null) =>
        owner.api.upsertUserAttributeValue({ body: { ...pairOf(userId, id), value } })
      const row = async () => (await server.query('select attribute_values, fingerprint from external_users where id = $1', [userId]))[0]
      expect(await row()).toMatchObject({ fingerprint: expect.anything() })

      await set(first, 'us')
      expect(await row()).toEqual({ attribute_values: { [first]: 'us' }, fingerprint: null })
      await set(second, ['a', 'b'])
      await set(first, null)

      expect(await row()).toEqual({ attribute_values: { [second]: ['a', 'b'] }, fingerprint: null })
    },
  )

  it('returns 404 for a service account and for an id out of range', async ({ owner }) => {
    const userAttributeId = String(await givenAttribute(owner))
    const { serviceAccountId } = await givenServiceAccount(server, owner)

    for (const userId of [String(serviceAccountId), '9'.repeat(16)])
      expect(await server.outcome(owner, 'upsertUserAttributeValue', { body: { userId, userAttributeId } })).toEqual({
        status: 404,
        code: 'user_not_found',
      })
  })
})
