import { describe, expect } from 'vitest'
import { failureOf, givenAttribute, givenUser, itPagesByCursor, itRefusesBodies, useServer, withOwner } from '#test'

const server = useServer('shared')
const it = withOwner(server)

const idsOf = ({ items }: { items: readonly { id: number }[] }): number[] => items.map(({ id }) => id)

describe('getUserAttributes', () => {
  itPagesByCursor(server, 'getUserAttributes', {
    fill: async (owner) => {
      for (let made = 0; made < 3; made++) await givenAttribute(owner)
      return {}
    },
    grow: givenAttribute,
  })

  it('pages by offset and limit and returns the total', async ({ owner }) => {
    const ids = [await givenAttribute(owner), await givenAttribute(owner), await givenAttribute(owner)]

    const middle = await owner.api.getUserAttributes({ query: { offset: 1, limit: 1 } })
    const rest = await owner.api.getUserAttributes({ query: { offset: 1 } })

    expect(idsOf(middle)).toEqual([ids[1]])
    expect(middle).toMatchObject({ data: middle.items, count: 3, pageInfo: { hasNextPage: true, hasPreviousPage: true } })
    expect(idsOf(rest)).toEqual(ids.slice(1))
    expect(rest.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true })
  })

  it('filters by name and by type', async ({ owner }) => {
    const region = await owner.api.createUserAttribute({ body: { name: 'region', type: 'string' } })
    const limit = await owner.api.createUserAttribute({ body: { name: 'limit', type: 'number' } })
    const city = await owner.api.createUserAttribute({ body: { name: 'city', type: 'string' } })
    const list = (query: object) => owner.api.getUserAttributes({ query })

    expect(await list({ name: 'region' })).toMatchObject({ items: [region], count: 1 })
    expect(await list({ name: 'regio' })).toMatchObject({ items: [], count: 0 })
    expect(await list({ type: 'string' })).toMatchObject({ items: [region, city], count: 2 })
    expect(await list({ type: 'number', limit: 5 })).toMatchObject({ items: [limit], count: 1 })
  })

  it('refuses cursor and offset together', async ({ owner }) => {
    expect(await server.outcome(owner, 'getUserAttributes', { query: { first: 1, offset: 0 } })).toEqual(failureOf('mixed_paging'))
  })

  it('omits definitions of embed tenants', async ({ owner }) => {
    await server.query(
      `with e as (insert into embed_tenants (tenant_id, name) values ($1, 'acme-corp') returning tenant_id, id)
       insert into user_attributes (tenant_id, embed_tenant_id, name, type) select tenant_id, id, 'theirs', 'string' from e`,
      [owner.tenantId],
    )

    expect(await owner.api.getUserAttributes()).toMatchObject({ items: [], count: 0 })
  })
})

describe('createUserAttribute', () => {
  itRefusesBodies(server, 'createUserAttribute', [
    [undefined, '/body/name'],
    [{ name: 'region' }, '/body/type'],
    [{ name: 'region', type: 'date' }, '/body/type'],
    [{ name: '', type: 'string' }, '/body/name'],
    [{ name: 'region', type: 'string', defaultValue: 7 }, '/body/defaultValue'],
    [{ name: 'region', type: 'string', defaultValue: 'x'.repeat(4001) }, '/body/defaultValue'],
  ])

  it('creates an attribute that is trusted by default', async ({ owner: { api } }) => {
    const plain = await api.createUserAttribute({ body: { name: 'region', type: 'string', defaultValue: '' } })
    const full = {
      name: 'tags',
      type: 'string_array',
      displayName: 'Tags',
      description: 'Of the user',
      defaultValue: 'a, b',
      trusted: false,
    }

    const none = { displayName: null, description: null, defaultValue: null }
    expect(plain).toEqual({ id: expect.any(Number), name: 'region', type: 'string', ...none, trusted: true })
    expect(await api.createUserAttribute({ body: { ...full, type: 'string_array' } })).toEqual({ id: expect.any(Number), ...full })
  })

  it('refuses a default that does not fit the type', async ({ owner: { api } }) => {
    const answer = api.createUserAttribute({ body: { name: 'region', type: 'number', defaultValue: 'many' } })

    const mismatch = { status: 400, code: 'user_attribute_value_mismatch', errors: [{ pointer: '/body/defaultValue' }] }
    await expect(answer).rejects.toMatchObject(mismatch)
  })

  it('refuses a name in use, but accepts it in another tenant', async () => {
    const [owner, other] = [await server.admin(), await server.admin()]
    const body = { name: 'region', type: 'string' } as const
    await owner.api.createUserAttribute({ body })

    const again = owner.api.createUserAttribute({ body: { ...body, type: 'number' } })

    await expect(again).rejects.toMatchObject({ status: 409, code: 'user_attribute_name_taken' })
    await expect(other.api.createUserAttribute({ body })).resolves.toMatchObject(body)
  })

  it('refuses more than a thousand definitions, without those of embed tenants', async ({ owner }) => {
    await server.query(
      `with e as (insert into embed_tenants (tenant_id, name) values ($1, 'acme-corp') returning id)
       insert into user_attributes (tenant_id, embed_tenant_id, name, type)
       select $1, case when n > 999 then (select id from e) end, 'a' || n, 'string' from generate_series(1, 1010) n`,
      [owner.tenantId],
    )
    const create = (name: string) => owner.api.createUserAttribute({ body: { name, type: 'string' } })

    const answers = await Promise.allSettled([create('one'), create('more')])

    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(create('late')).rejects.toMatchObject({ status: 400, code: 'user_attribute_limit' })
  })
})

describe('updateUserAttribute', () => {
  itRefusesBodies(server, 'updateUserAttribute', [
    [{ displayName: 7 }, '/body/displayName'],
    [{ trusted: 'no' }, '/body/trusted'],
  ])

  it('keeps omitted and null fields and clears empty ones', async ({ owner: { api } }) => {
    const body = { name: 'region', type: 'string', displayName: 'Region', description: 'Where', defaultValue: 'eu' } as const
    const made = await api.createUserAttribute({ body })
    const params = { userAttributeId: made.id }

    const kept = await api.updateUserAttribute({ params, body: { displayName: null } })
    const changed = await api.updateUserAttribute({ params, body: { displayName: 'Sales region', defaultValue: '', trusted: false } })

    expect(kept).toEqual(made)
    expect(changed).toEqual({ ...made, displayName: 'Sales region', defaultValue: null, trusted: false })
    expect((await api.getUserAttributes()).items).toEqual([changed])
  })

  it('refuses name and type, which stay', async ({ owner }) => {
    const made = await owner.api.createUserAttribute({ body: { name: 'region', type: 'string' } })

    const json = { name: 'other', type: 'number', displayName: 'Shown' }
    const answer = await server.request(owner, `/api/v1/user-attributes/${made.id}`, { method: 'PUT', json })

    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ pointer: '/body/name' }, { pointer: '/body/type' }] }])
    expect((await owner.api.getUserAttributes({})).items).toEqual([made])
  })

  it('refuses a default that does not fit the type', async ({ owner }) => {
    const userAttributeId = await givenAttribute(owner, 'number', '1')

    const answer = owner.api.updateUserAttribute({ params: { userAttributeId }, body: { defaultValue: 'many' } })

    await expect(answer).rejects.toMatchObject({ status: 400, code: 'user_attribute_value_mismatch' })
    expect((await owner.api.getUserAttributes()).items).toMatchObject([{ defaultValue: '1' }])
  })
})

describe('deleteUserAttribute', () => {
  it('deletes the attribute with its values', async ({ owner }) => {
    const [gone, kept] = [await givenAttribute(owner), await givenAttribute(owner)]
    const userId = await givenUser(owner)
    for (const id of [gone, kept])
      await owner.api.upsertUserAttributeValue({ body: { userId: String(userId), userAttributeId: String(id), value: 'x' } })

    expect(await owner.api.deleteUserAttribute({ params: { userAttributeId: gone } })).toEqual({ success: true })

    const values = await owner.api.getUserAttributeValues({ params: { userId } })
    expect(values.map(({ userAttributeId }) => userAttributeId)).toEqual([kept])
    expect(await server.query('select 1 from user_attribute_values where user_attribute_id = $1', [gone])).toEqual([])
  })

  it('frees the name for another type and returns 404 when repeated', async ({ owner: { api } }) => {
    const { id } = await api.createUserAttribute({ body: { name: 'region', type: 'string' } })
    const me = await api.getCurrentUser()
    await api.upsertUserAttributeValue({ body: { userId: String(me.id), userAttributeId: String(id), value: 'eu' } })
    await api.deleteUserAttribute({ params: { userAttributeId: id } })

    const again = api.deleteUserAttribute({ params: { userAttributeId: id } })

    await expect(again).rejects.toMatchObject({ status: 404, code: 'user_attribute_not_found' })
    await api.createUserAttribute({ body: { name: 'region', type: 'number' } })
    expect(await api.getUserAttributeValues({ params: { userId: me.id } })).toMatchObject([{ type: 'number', value: null }])
  })
})
