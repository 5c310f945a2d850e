import { describe, expect, it } from 'vitest'
import { givenEmbedTenant, givenKey, startTogether, useServer } from '#test'
import { lockCatalog } from '#access'

const server = useServer('shared')

describe('an embed tenant in a path', () => {
  it('is found by its name in any case', async () => {
    const owner = await server.admin()
    const { embedTenantName } = await givenEmbedTenant(server, owner)

    const answer = owner.api.listEmbedUsers({ params: { embedTenantName: embedTenantName.toUpperCase() } })

    await expect(answer).resolves.toMatchObject({ items: [] })
  })

  it.each(['absent', 'a', 'has space', '%', "quote'd", 'käthe-corp', 'x'.repeat(100)])(
    'is not found when it is called %j',
    async (name) => {
      const { api } = await server.admin()

      const answer = api.listEmbedUsers({ params: { embedTenantName: name } })

      await expect(answer).rejects.toMatchObject({ status: 404, code: 'embed_tenant_not_found', message: expect.stringContaining(name) })
    },
  )

  it('is gone for a write that waited while it was deleted', async () => {
    const owner = await server.admin()
    const { embedTenantId, embedTenantName } = await givenEmbedTenant(server, owner)
    const params = { embedTenantName }
    const create = () => server.outcome(owner, 'createEmbedGroup', { params, body: { name: 'late' } })

    const [created] = await startTogether(server, owner, [create], async (db, { tenantId }) => {
      await lockCatalog(db, { tenantId }, embedTenantId)
      await db.updateTable('embed_tenants').set({ removed_at: new Date() }).where('id', '=', embedTenantId).execute()
    })

    expect(created).toEqual({ status: 404, code: 'embed_tenant_not_found' })
  })
})
