import { describe, expect, it } from 'vitest'
import { givenEmbedGroup, givenEmbedTenant, givenEmbedUser, givenKey, useServer } from '#test'

const server = useServer('shared')

describe('deleteEmbedTenant', () => {
  it('takes it away at once with its users and groups, and nothing of another', async () => {
    const owner = await server.admin()
    const kept = await givenEmbedTenant(server, owner)
    const group = await givenEmbedGroup(server, owner)
    for (const embedTenant of [kept, group]) await givenEmbedUser(server, owner, embedTenant)
    const params = { embedTenantName: group.embedTenantName }

    expect(await server.outcome(owner, 'deleteEmbedTenant', { params })).toEqual({ status: 204, body: null })

    const { items } = await owner.api.listEmbedTenants()
    expect(items.map(({ name, userCount }) => [name, userCount])).toEqual([[kept.embedTenantName, 1]])
    const notFound = { status: 404, code: 'embed_tenant_not_found' }
    expect(await server.outcome(owner, 'listEmbedUsers', { params })).toEqual(notFound)
    expect(await server.outcome(owner, 'listEmbedGroups', { params })).toEqual(notFound)
    expect(await server.outcome(owner, 'getEmbedGroup', { params: group.params })).toEqual(notFound)
  })

  it('frees the name for an empty one', async () => {
    const owner = await server.admin()
    const { embedTenantName, ...before } = await givenEmbedGroup(server, owner)
    await givenEmbedUser(server, owner, before)
    const params = { embedTenantName }
    await owner.api.deleteEmbedTenant({ params })

    await givenEmbedTenant(server, owner, embedTenantName)

    expect((await owner.api.listEmbedUsers({ params })).items).toEqual([])
    expect((await owner.api.listEmbedGroups({ params })).items).toEqual([])
    expect((await owner.api.listEmbedTenants()).items).toMatchObject([{ name: embedTenantName, userCount: 0 }])
  })

  it('ends the sessions of its users', async () => {
    const owner = await server.admin()
    const { embedTenantId, embedTenantName } = await givenEmbedTenant(server, owner)

    await owner.api.deleteEmbedTenant({ params: { embedTenantName } })

    const ended = await server.database().query('select kind, subject_id from embed_watermarks where tenant_id = $1', [owner.tenantId])
    expect(ended).toEqual([{ kind: 'embed_tenant', subject_id: String(embedTenantId) }])
  })

  it('publishes once that it was removed, however often it is deleted', async () => {
    const owner = await server.admin()
    const { embedTenantId, embedTenantName } = await givenEmbedTenant(server, owner)

    await Promise.all([1, 2, 3].map(() => owner.api.deleteEmbedTenant({ params: { embedTenantName } })))

    const events = await server.database().query('select kind, payload, attempts from outbox_events where tenant_id = $1', [owner.tenantId])
    expect(events).toEqual([{ kind: 'embed_tenant.removed', payload: { embedTenantId }, attempts: 0 }])
  })

  it.each(['never-made', 'a', 'no name at all'])('is done when there is none called %j, and ends nothing', async (embedTenantName) => {
    const owner = await server.admin()

    expect(await server.outcome(owner, 'deleteEmbedTenant', { params: { embedTenantName } })).toEqual({ status: 204, body: null })

    expect(await server.database().query('select 1 from embed_watermarks where tenant_id = $1', [owner.tenantId])).toEqual([])
  })

  it('refuses a name that differs in case and folds nothing', async () => {
    const owner = await server.admin()
    const { embedTenantName } = await givenEmbedTenant(server, owner)

    for (const name of [embedTenantName.toUpperCase(), 'Never-Made'])
      await expect(owner.api.deleteEmbedTenant({ params: { embedTenantName: name } })).rejects.toMatchObject({
        status: 400,
        code: 'embed_tenant_name_invalid',
        message: expect.stringContaining(name.toLowerCase()),
      })

    expect((await owner.api.listEmbedTenants()).items).toHaveLength(1)
  })
})
