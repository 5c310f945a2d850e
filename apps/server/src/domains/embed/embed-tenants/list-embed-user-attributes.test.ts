import { describe, expect, it } from 'vitest'
import { givenEmbedAttribute, givenEmbedTenant, itPagesByCursor, useServer } from '#test'

const server = useServer('shared')

describe('listEmbedUserAttributes', () => {
  itPagesByCursor(server, 'listEmbedUserAttributes', {
    fill: async (owner) => {
      const embedTenant = await givenEmbedTenant(server, owner)
      for (let made = 0; made < 3; made++) await givenEmbedAttribute(server, owner, embedTenant)
      return { params: { embedTenantName: embedTenant.embedTenantName } }
    },
  })

  it('lists the definitions of this embed tenant, oldest first', async () => {
    const owner = await server.admin()
    const embedTenant = await givenEmbedTenant(server, owner)
    const region = await givenEmbedAttribute(server, owner, embedTenant, 'region')
    const branch = await givenEmbedAttribute(server, owner, embedTenant, 'branch')
    await givenEmbedAttribute(server, owner, await givenEmbedTenant(server, owner))

    const { items } = await owner.api.listEmbedUserAttributes({ params: { embedTenantName: embedTenant.embedTenantName } })

    expect(items).toEqual([
      { id: region, name: 'region', type: 'string', displayName: null, description: null, defaultValue: null, trusted: true },
      { id: branch, name: 'branch', type: 'string', displayName: null, description: null, defaultValue: null, trusted: true },
    ])
  })

  it('says on every answer, refusals too, since when it is deprecated and when it ends', async () => {
    const owner = await server.admin()
    const { embedTenantName } = await givenEmbedTenant(server, owner)
    const path = (name: string): string => `/api/v1/embed-tenants/${name}/user-attributes`

    const answers = [
      await server.request(owner, path(embedTenantName)),
      await server.request(owner, path('never-made')),
      await server.request({ headers: owner.headers }, path(embedTenantName)),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 404, 401])
    for (const { headers } of answers) {
      expect(headers.get('deprecation')).toBe(`@${Date.UTC(2026, 2, 1) / 1000}`)
      expect(headers.get('sunset')).toBe('Fri, 31 Dec 2027 00:00:00 GMT')
    }
  })
})
