import type { AttributeType } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { itRefusesBodies, useServer } from '#test'

const server = useServer('shared')

describe('createUserAttribute', () => {
  itRefusesBodies(server, 'createUserAttribute', [
    [undefined, '/body/name'],
    [{ name: 'region' }, '/body/type'],
    [{ name: 'region', type: 'date' }, '/body/type'],
    [{ name: '', type: 'string' }, '/body/name'],
    [{ name: 'region', type: 'string', defaultValue: 7 }, '/body/defaultValue'],
    [{ name: 'region', type: 'string', defaultValue: 'x'.repeat(4001) }, '/body/defaultValue'],
  ])

  it('defines an attribute that is trusted unless said otherwise', async () => {
    const { api } = await server.admin()

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

  it.each<[AttributeType, string]>([
    ['number', 'many'],
    ['boolean', 'yes'],
    ['string_array', '[1]'],
    ['number_array', '1, two'],
  ])('refuses for %s the default %j', async (type, defaultValue) => {
    const { api } = await server.admin()

    const answer = api.createUserAttribute({ body: { name: 'region', type, defaultValue } })

    await expect(answer).rejects.toMatchObject({
      status: 400,
      code: 'user_attribute_value_mismatch',
      errors: [{ pointer: '/body/defaultValue' }],
    })
  })

  it('refuses a name in use, and takes it in another tenant', async () => {
    const [owner, other] = [await server.admin(), await server.admin()]
    const body = { name: 'region', type: 'string' } as const
    await owner.api.createUserAttribute({ body })

    const again = owner.api.createUserAttribute({ body: { ...body, type: 'number' } })

    await expect(again).rejects.toMatchObject({ status: 409, code: 'user_attribute_name_taken' })
    await expect(other.api.createUserAttribute({ body })).resolves.toMatchObject(body)
  })

  it('holds a thousand definitions, those of embed tenants not counted', async () => {
    const owner = await server.admin()
    await server.database().query(
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
