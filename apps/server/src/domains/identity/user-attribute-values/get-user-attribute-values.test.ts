import { describe, expect, it } from 'vitest'
import { givenAttribute, givenExternalUser, givenServiceAccount, givenUser, useServer } from '#test'

const server = useServer('shared')

describe('getUserAttributeValues', () => {
  it('shows one entry per definition, oldest first: the own value, else the default, else nothing', async () => {
    const owner = await server.admin()
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

  it.each([null, 'acme-corp'])('shows those of an external user of the embed tenant %j too', async (embedTenant) => {
    const owner = await server.admin()
    const id = await givenAttribute(owner, 'boolean', 'true')
    const userId = await givenExternalUser(server, owner, { embedTenant })
    const values = () => owner.api.getUserAttributeValues({ params: { userId } })

    expect(await values()).toMatchObject([{ userId, value: true }])
    await owner.api.upsertUserAttributeValue({ body: { userId: String(userId), userAttributeId: String(id), value: false } })
    expect(await values()).toMatchObject([{ userId, value: false, formattedValue: 'false' }])
  })

  it('does not find a service account, nor a user of a removed embed tenant', async () => {
    const owner = await server.admin()
    const { serviceAccountId } = await givenServiceAccount(server, owner)
    const external = await givenExternalUser(server, owner, { embedTenant: 'acme-corp' })
    await server.database().query('update embed_tenants set removed_at = now() where tenant_id = $1', [owner.tenantId])

    for (const userId of [serviceAccountId, external])
      expect(await server.outcome(owner, 'getUserAttributeValues', { params: { userId } })).toEqual({ status: 404, code: 'user_not_found' })
  })
})
