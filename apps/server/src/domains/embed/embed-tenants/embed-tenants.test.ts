import { describe, expect } from 'vitest'
import { lockCatalog } from '#access'
import {
  givenEmbedAttribute,
  givenEmbedGroup,
  givenEmbedTenant,
  givenEmbedUser,
  itPagesByCursor,
  startTogether,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server).extend('embedTenant', ({ owner }) => givenEmbedTenant(server, owner))

const namesIn = ({ items }: { items: { name: string }[] }): string[] => items.map(({ name }) => name)

describe('listEmbedTenants', () => {
  itPagesByCursor(server, 'listEmbedTenants', {
    fill: async (owner) => {
      for (let made = 0; made < 3; made++) await givenEmbedTenant(server, owner)
      return {}
    },
    grow: (owner) => givenEmbedTenant(server, owner),
  })

  it('lists embed tenants by name with their user counts', async ({ owner }) => {
    const zeta = await givenEmbedTenant(server, owner, 'zeta-corp')
    const acme = await givenEmbedTenant(server, owner, 'acme-corp')
    for (let made = 0; made < 2; made++) await givenEmbedUser(server, owner, acme)

    const { items } = await owner.api.listEmbedTenants()

    expect(items).toEqual([
      { id: acme.embedTenantId, name: 'acme-corp', userCount: 2, displayName: 'About acme-corp', createdAt: expect.any(String) },
      { id: zeta.embedTenantId, name: 'zeta-corp', userCount: 0, displayName: 'About zeta-corp', createdAt: expect.any(String) },
    ])
  })

  it('searches names without case, page by page', async ({ owner }) => {
    for (const name of ['acme-corp', 'acme-labs', 'globex', 'pacme']) await givenEmbedTenant(server, owner, name)

    const first = await owner.api.listEmbedTenants({ query: { search: 'ACME', first: 2 } })
    const second = await owner.api.listEmbedTenants({ query: { search: 'ACME', after: first.pageInfo.endCursor ?? '' } })

    expect([namesIn(first), namesIn(second)]).toEqual([['acme-corp', 'acme-labs'], ['pacme']])
  })

  it.for(['%', '_', '\\', 'a%e'])('matches %j literally in a search', async (search, { owner }) => {
    await givenEmbedTenant(server, owner, 'acme-corp')

    expect(namesIn(await owner.api.listEmbedTenants({ query: { search } }))).toEqual([])
  })

  it('refuses a forged cursor with a NUL', async () => {
    const { api } = await server.admin()
    const after = Buffer.from(JSON.stringify(['listEmbedTenants', '\u0000'])).toString('base64url')

    await expect(api.listEmbedTenants({ query: { after } })).rejects.toMatchObject({ status: 400, code: 'invalid_cursor' })
  })
})

describe('deleteEmbedTenant', () => {
  it('removes the embed tenant with its users and groups only', async ({ owner, embedTenant: kept }) => {
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

  it('frees the name for a new, empty embed tenant', async ({ owner }) => {
    const { embedTenantName, ...before } = await givenEmbedGroup(server, owner)
    await givenEmbedUser(server, owner, before)
    const params = { embedTenantName }
    await owner.api.deleteEmbedTenant({ params })

    await givenEmbedTenant(server, owner, embedTenantName)

    expect((await owner.api.listEmbedUsers({ params })).items).toEqual([])
    expect((await owner.api.listEmbedGroups({ params })).items).toEqual([])
    expect((await owner.api.listEmbedTenants()).items).toMatchObject([{ name: embedTenantName, userCount: 0 }])
  })

  it('ends the sessions of its users', async ({ owner, embedTenant: { embedTenantId, embedTenantName } }) => {
    await owner.api.deleteEmbedTenant({ params: { embedTenantName } })

    const ended = await server.query('select kind, subject_id from embed_watermarks where tenant_id = $1', [owner.tenantId])
    expect(ended).toEqual([{ kind: 'embed_tenant', subject_id: String(embedTenantId) }])
  })

  it('publishes one removal event when deleted several times', async ({ owner, embedTenant: { embedTenantId, embedTenantName } }) => {
    await Promise.all([1, 2, 3].map(() => owner.api.deleteEmbedTenant({ params: { embedTenantName } })))

    const events = await server.query('select kind, payload, attempts from outbox_events where tenant_id = $1', [owner.tenantId])
    expect(events).toEqual([{ kind: 'embed_tenant.removed', payload: { embedTenantId }, attempts: 0 }])
  })

  it.for(['never-made', 'a', 'no name at all'])('returns 204 for the unknown name %j', async (embedTenantName, { owner }) => {
    expect(await server.outcome(owner, 'deleteEmbedTenant', { params: { embedTenantName } })).toEqual({ status: 204, body: null })

    expect(await server.query('select 1 from embed_watermarks where tenant_id = $1', [owner.tenantId])).toEqual([])
  })

  it('refuses a name in another case', async ({ owner, embedTenant: { embedTenantName } }) => {
    for (const name of [embedTenantName.toUpperCase(), 'Never-Made'])
      await expect(owner.api.deleteEmbedTenant({ params: { embedTenantName: name } })).rejects.toMatchObject({
        status: 400,
        code: 'embed_tenant_name_invalid',
        message: expect.stringContaining(name.toLowerCase()),
      })

    expect((await owner.api.listEmbedTenants()).items).toHaveLength(1)
  })
})

describe('an embed tenant in a path', () => {
  it('is found by its name in any case', async ({ owner, embedTenant: { embedTenantName } }) => {
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

  it('returns 404 to a write that waited for its deletion', async ({ owner, embedTenant: { embedTenantId, embedTenantName } }) => {
    const params = { embedTenantName }
    const create = () => server.outcome(owner, 'createEmbedGroup', { params, body: { name: 'late' } })

    const [created] = await startTogether(server, owner, [create], async (db, { tenantId }) => {
      await lockCatalog(db, { tenantId }, embedTenantId)
      await db.updateTable('embed_tenants').set({ removed_at: new Date() }).where('id', '=', embedTenantId).execute()
    })

    expect(created).toEqual({ status: 404, code: 'embed_tenant_not_found' })
  })
})

describe('listEmbedUserAttributes', () => {
  itPagesByCursor(server, 'listEmbedUserAttributes', {
    fill: async (owner) => {
      const embedTenant = await givenEmbedTenant(server, owner)
      for (let made = 0; made < 3; made++) await givenEmbedAttribute(server, owner, embedTenant)
      return { params: { embedTenantName: embedTenant.embedTenantName } }
    },
  })

  it('lists the definitions of the embed tenant, oldest first', async ({ owner, embedTenant }) => {
    const region = await givenEmbedAttribute(server, owner, embedTenant, 'region')
    const branch = await givenEmbedAttribute(server, owner, embedTenant, 'branch')
    await givenEmbedAttribute(server, owner, await givenEmbedTenant(server, owner))

    const { items } = await owner.api.listEmbedUserAttributes({ params: { embedTenantName: embedTenant.embedTenantName } })

    expect(items).toEqual([
      { id: region, name: 'region', type: 'string', displayName: null, description: null, defaultValue: null, trusted: true },
      { id: branch, name: 'branch', type: 'string', displayName: null, description: null, defaultValue: null, trusted: true },
    ])
  })

  it('sends deprecation and sunset headers with every response', async ({ owner, embedTenant: { embedTenantName } }) => {
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

it('deleteEmbedUserAttribute deletes one definition, frees its name and returns 404 when repeated', async ({ owner, embedTenant }) => {
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
