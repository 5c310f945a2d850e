import { describe, expect, it } from 'vitest'
import { givenAttribute, givenUser, useServer } from '#test'

const server = useServer('shared')

describe('deleteUserAttribute', () => {
  it('deletes the attribute with every value of it', async () => {
    const owner = await server.admin()
    const [gone, kept] = [await givenAttribute(owner), await givenAttribute(owner)]
    const userId = await givenUser(owner)
    for (const id of [gone, kept])
      await owner.api.upsertUserAttributeValue({ body: { userId: String(userId), userAttributeId: String(id), value: 'x' } })

    expect(await owner.api.deleteUserAttribute({ params: { userAttributeId: gone } })).toEqual({ success: true })

    const values = await owner.api.getUserAttributeValues({ params: { userId } })
    expect(values.map(({ userAttributeId }) => userAttributeId)).toEqual([kept])
    expect(await server.database().query('select 1 from user_attribute_values where user_attribute_id = $1', [gone])).toEqual([])
  })

  it('frees the name for another type, without the old values, and finds nothing the second time', async () => {
    const { api } = await server.admin()
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
