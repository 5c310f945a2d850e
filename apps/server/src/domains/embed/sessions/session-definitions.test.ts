import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Actor, creator, givenCatalogs, markedName, mint, rowCounts, storedUser, useServer } from '#test'

const server = useServer('shared')

const listOf = async (owner: Actor, columns: string, table: string) =>
  server.query<Record<string, unknown>>(`select ${columns} from ${table} where tenant_id = $1 order by id`, [owner.tenantId])

/** Everything a mint stores but its session, the versions of the rows included. */
const everything = async (owner: Actor) => ({
  tenants: await listOf(owner, 'id, name, display_name', 'embed_tenants'),
  groups: await listOf(owner, 'id, xmin::text, embed_tenant_id, namespace, name, description', 'groups'),
  attributes: await listOf(
    owner,
    'id, xmin::text, embed_tenant_id, name, type, display_name, description, default_value',
    'user_attributes',
  ),
  users: await listOf(owner, 'id, xmin::text, email, group_ids, embed_group_ids, tenant_group_ids, attribute_values', 'external_users'),
  members: await listOf(owner, 'id, group_id, user_id', 'group_members'),
})

const group = async (owner: Actor, name: string) => (await everything(owner)).groups.find((row) => row['name'] === name)
const attribute = async (owner: Actor, name: string) =>
  (await everything(owner)).attributes.find((row) => row['name'] === name && row['embed_tenant_id'] !== null)

const user = { externalId: 'user-1', ...creator }
const texts = { displayName: 'Tier', description: 'What they pay for', defaultValue: 'free' }
const tier = { name: 'tier', type: 'string', ...texts } as const

const it = test.extend('owner', () => givenCatalogs(server))

describe('definitions of generateSession', () => {
  it('are made before the names that use them are looked up', async ({ owner }) => {
    await mint(owner, {
      ...user,
      groupDefinitions: [{ name: 'admins' }],
      tenantGroupDefinitions: [{ name: 'support' }],
      userAttributeDefinitions: [tier],
      groups: ['admins', 'editors'],
      tenantGroups: ['support'],
      userAttributes: [{ name: 'tier', value: 'gold' }],
    })

    expect(await storedUser(server, owner, 'user-1', 'acme-corp')).toMatchObject({
      groups: ['groups:editors', 'groups:admins', 'tenantGroups:support'],
      values: { 'embed:tier': 'gold' },
    })
  })

  it('are made in the embed tenant only, also beside a tenant-wide namesake', async ({ owner }) => {
    const wide = async () => [(await owner.api.listGroups({ query: {} })).items, (await owner.api.getUserAttributes({ query: {} })).items]
    const before = await wide()

    await mint(owner, {
      ...user,
      groupDefinitions: [{ name: 'premium', description: 'Theirs' }],
      userAttributeDefinitions: [{ name: 'seats', type: 'string' }],
    })

    expect(await wide()).toEqual(before)
    expect(await attribute(owner, 'seats')).toMatchObject({ type: 'string' })
  })

  it('of one embed tenant are not those of another', async ({ owner }) => {
    await mint(owner, { ...user, embedTenantName: 'other-corp', userAttributeDefinitions: [{ name: 'plan', type: 'string' }] })

    expect((await everything(owner)).attributes.filter(({ name }) => name === 'plan').map(({ type }) => type)).toEqual(['number', 'string'])
  })

  it('sent again leave the same end state, row for row', async ({ owner }) => {
    const request = {
      ...user,
      embedTenantProfile: { displayName: 'Acme' },
      groupDefinitions: [{ name: 'admins', description: 'All rights' }, { name: 'readers' }],
      tenantGroupDefinitions: [{ name: 'sales', description: 'Sells' }],
      userAttributeDefinitions: [tier],
      groups: ['admins'],
      tenantGroups: ['sales'],
      userAttributes: [{ name: 'tier', value: 'gold' }],
    }
    await mint(owner, request)
    const before = await everything(owner)

    await mint(owner, request)
    await mint(owner, request)

    expect(await everything(owner)).toEqual(before)
  })

  it('sent by ten at once make each thing once', async ({ owner }) => {
    const before = await rowCounts(server, owner)

    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        mint(owner, {
          ...user,
          embedTenantName: 'rush-corp',
          externalId: `user-${n}`,
          groupDefinitions: [{ name: 'new' }],
          groups: ['new'],
          userAttributeDefinitions: [tier],
        }),
      ),
    )

    expect(await rowCounts(server, owner)).toMatchObject({
      embed_tenants: (before['embed_tenants'] ?? 0) + 1,
      groups: (before['groups'] ?? 0) + 1,
      user_attributes: (before['user_attributes'] ?? 0) + 1,
      group_members: (before['group_members'] ?? 0) + 10,
    })
  })

  describe('of names that exist', () => {
    // One tenant. Each case has names of its own.
    let owner: Actor
    let name: string
    beforeAll(async () => {
      owner = await givenCatalogs(server)
    })
    beforeEach(() => {
      name = markedName(owner)
    })

    it.each([
      ['replaces it when another is sent', { description: 'Who write' }, 'Who write'],
      ['keeps it when it is left out', {}, 'Who edit'],
      ['keeps it when it is null', { description: null }, 'Who edit'],
      ['keeps it when it is empty', { description: '' }, 'Who edit'],
    ])('reuses the group, and of its description %s', async (_, sent, kept) => {
      await mint(owner, { ...user, groupDefinitions: [{ name, description: 'Who edit' }] })
      const before = await group(owner, name)

      await mint(owner, { ...user, groupDefinitions: [{ name, ...sent }] })

      expect(await group(owner, name)).toMatchObject({ id: before?.['id'], description: kept })
    })

    it.each([
      ['the display name', { displayName: 'Level' }, { display_name: 'Level' }],
      ['the description', { description: 'How much' }, { description: 'How much' }],
      ['the default', { defaultValue: 'gold' }, { default_value: 'gold' }],
      ['nothing when no text is sent', {}, {}],
      ['nothing when the texts are null', { displayName: null, description: null, defaultValue: null }, {}],
    ])('reuses the attribute and updates %s', async (_, sent, changed) => {
      await mint(owner, { ...user, userAttributeDefinitions: [{ ...tier, name }] })
      const before = await attribute(owner, name)

      await mint(owner, { ...user, userAttributeDefinitions: [{ name, type: 'string', ...sent }] })

      const stored = { display_name: texts.displayName, description: texts.description, default_value: texts.defaultValue }
      expect(await attribute(owner, name)).toMatchObject({ id: before?.['id'], type: 'string', ...stored, ...changed })
    })
  })

  it('create attributes of every type', async ({ owner }) => {
    const types = ['string', 'number', 'boolean', 'string_array', 'number_array'] as const

    await mint(owner, { ...user, userAttributeDefinitions: types.map((type) => ({ name: `made-${type}`, type })) })

    for (const type of types) expect(await attribute(owner, `made-${type}`)).toMatchObject({ type })
  })
})
