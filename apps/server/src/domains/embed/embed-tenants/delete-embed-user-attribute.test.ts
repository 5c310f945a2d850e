import { describe, expect, it } from 'vitest'
import { givenEmbedAttribute, givenEmbedTenant, useServer } from '#test'

const server = useServer('shared')

describe('deleteEmbedUserAttribute', () => {
  it('deletes one definition, whose name can then be defined anew, and is not found the second time', async () => {
    const owner = await server.admin()
    const embedTenant = await givenEmbedTenant(server, owner)
    const { embedTenantName } = embedTenant
    const kept = await givenEmbedAttribute(server, owner, embedTenant)
    const userAttributeId = await givenEmbedAttribute(server, owner, embedTenant, 'region')
    const params = { embedTenantName, userAttributeId }

    expect(await server.outcome(owner, 'deleteEmbedUserAttribute', { params })).toEqual({ status: 204, body: null })

    const { items } = await owner.api.listEmbedUserAttributes({ params: { embedTenantName } })
    expect(items.map(({ id }) => id)).toEqual([kept])
    const again = await server.outcome(owner, 'deleteEmbedUserAttribute', { params })
    expect(again).toEqual({ status: 404, code: 'user_attribute_not_found' })
    await expect(givenEmbedAttribute(server, owner, embedTenant, 'region')).resolves.toBeGreaterThan(userAttributeId)
  })

  it('says on every answer, refusals too, since when it is deprecated and when it ends', async () => {
    const owner = await server.admin()
    const embedTenant = await givenEmbedTenant(server, owner)
    const id = await givenEmbedAttribute(server, owner, embedTenant)
    const path = `/api/v1/embed-tenants/${embedTenant.embedTenantName}/user-attributes/${id}`

    const answers = [await server.request(owner, path, { method: 'DELETE' }), await server.request(owner, path, { method: 'DELETE' })]

    expect(answers.map(({ status }) => status)).toEqual([204, 404])
    for (const { headers } of answers) {
      expect(headers.get('deprecation')).toBe(`@${Date.UTC(2026, 2, 1) / 1000}`)
      expect(headers.get('sunset')).toBe('Fri, 31 Dec 2027 00:00:00 GMT')
    }
  })
})
