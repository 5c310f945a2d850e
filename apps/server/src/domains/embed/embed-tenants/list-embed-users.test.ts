import { describe, expect, test } from 'vitest'
import { inTransaction } from '#db'
import { givenEmbedTenant, givenEmbedUser, itPagesByCursor, useServer } from '#test'
import { usersAfter } from './embed-user-queries.ts'
import type { EmbedTenantAccess } from './require-embed-tenant.ts'

const server = useServer()

const someUsers = async () => {
  const owner = await server.admin()
  const embedTenant = await givenEmbedTenant(server, owner)
  const users = [
    { externalId: 'user-3', email: 'zoe@acme.example' },
    { externalId: 'user-2', email: null },
    { externalId: '100%_sure', email: 'Ada@acme.example' },
    { externalId: 'user-1', email: null },
    { externalId: 'user-4', email: 'zoe@acme.example' },
  ]
  for (const user of users) await givenEmbedUser(server, owner, embedTenant, user)
  const params = { embedTenantName: embedTenant.embedTenantName }
  const found = async (search: string) =>
    (await owner.api.listEmbedUsers({ params, query: { search } })).items.map(({ username }) => username)
  return { owner, params, found }
}

const it = test.extend('users', () => someUsers())

describe('listEmbedUsers', () => {
  itPagesByCursor(server, 'listEmbedUsers', {
    fill: async (owner) => {
      const embedTenant = await givenEmbedTenant(server, owner, 'paged-corp')
      await givenEmbedUser(server, owner, embedTenant, { email: 'b@acme.example' })
      await givenEmbedUser(server, owner, embedTenant)
      await givenEmbedUser(server, owner, embedTenant)
      await givenEmbedUser(server, owner, embedTenant, { email: 'a@acme.example' })
      return { params: { embedTenantName: embedTenant.embedTenantName } }
    },
    grow: async (owner) => {
      const [of] = (await owner.api.listEmbedTenants()).items
      await givenEmbedUser(server, owner, { embedTenantId: of?.id ?? 0 })
    },
  })

  it('lists by email, those without one first, and among equals the oldest', async ({ users: { owner, params } }) => {
    await givenEmbedUser(server, owner, await givenEmbedTenant(server, owner))

    const { items } = await owner.api.listEmbedUsers({ params })

    expect(items.map(({ username }) => username)).toEqual(['user-2', 'user-1', '100%_sure', 'user-3', 'user-4'])
    expect(items[2]).toEqual({
      id: expect.any(Number),
      username: '100%_sure',
      externalId: '100%_sure',
      email: 'Ada@acme.example',
      firstName: null,
      createdAt: expect.any(String),
    })
  })

  it('finds a part of the email or of the external id, in any case', async ({ users: { found } }) => {
    expect(await found('ZOE@')).toEqual(['user-3', 'user-4'])
    expect(await found('ada')).toEqual(['100%_sure'])
    expect(await found('User-')).toEqual(['user-2', 'user-1', 'user-3', 'user-4'])
    expect(await found('nobody')).toEqual([])
  })

  it('takes wildcards in a search as themselves', async ({ users: { found } }) => {
    expect(await found('0%_S')).toEqual(['100%_sure'])
    expect(await found('%')).toEqual(['100%_sure'])
    expect(await found('a%e')).toEqual([])
    expect(await found('\\')).toEqual([])
  })

  it('reads a page along the index of emails', async ({ users: { owner, params } }) => {
    const [of] = (await owner.api.listEmbedTenants({ query: { search: params.embedTenantName } })).items
    await server.query(
      `insert into external_users (tenant_id, embed_tenant_id, external_id, email)
       select $1, $2, 'many-' || n, n || '@many.example' from generate_series(1, 5000) n`,
      [owner.tenantId, of?.id],
    )
    await server.query('analyze external_users')

    // As the service, under row security: its policies decide which conditions may reach an index.
    const access = { tenantId: owner.tenantId, embedTenantId: of?.id } as EmbedTenantAccess
    const plan = await inTransaction(server.services().pool, owner.tenantId, 'read only', (db) =>
      usersAfter(db, access, { search: undefined, after: ['2@many.example', 1], limit: 101 }).explain(),
    )

    expect(JSON.stringify(plan)).toMatch(/external_users_email_idx.*Index Cond: [^"]*CASE/)
    expect(JSON.stringify(plan)).not.toContain('Sort')
    expect((await owner.api.listEmbedUsers({ params, query: { first: 1000 } })).items).toHaveLength(1000)
  })
})
