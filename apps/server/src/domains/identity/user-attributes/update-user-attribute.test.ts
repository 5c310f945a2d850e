import { describe, expect, it } from 'vitest'
import { givenAttribute, itRefusesBodies, useServer } from '#test'

const server = useServer('shared')

describe('updateUserAttribute', () => {
  itRefusesBodies(server, 'updateUserAttribute', [
    [{ displayName: 7 }, '/body/displayName'],
    [{ trusted: 'no' }, '/body/trusted'],
  ])

  it('keeps what is left out or null, and clears by an empty text', async () => {
    const { api } = await server.admin()
    const body = { name: 'region', type: 'string', displayName: 'Region', description: 'Where', defaultValue: 'eu' } as const
    const made = await api.createUserAttribute({ body })
    const params = { userAttributeId: made.id }

    const kept = await api.updateUserAttribute({ params, body: { displayName: null } })
    const changed = await api.updateUserAttribute({ params, body: { displayName: 'Sales region', defaultValue: '', trusted: false } })

    expect(kept).toEqual(made)
    expect(changed).toEqual({ ...made, displayName: 'Sales region', defaultValue: null, trusted: false })
    expect((await api.getUserAttributes()).items).toEqual([changed])
  })

  it('leaves name and type alone, whatever is sent of them', async () => {
    const owner = await server.admin()
    const made = await owner.api.createUserAttribute({ body: { name: 'region', type: 'string' } })

    const json = { name: 'other', type: 'number', displayName: 'Shown' }
    const answer = await server.request(owner, `/api/v1/user-attributes/${made.id}`, { method: 'PUT', json })

    expect(await answer.json()).toEqual({ ...made, displayName: 'Shown' })
  })

  it('refuses a default that does not fit the type', async () => {
    const owner = await server.admin()
    const userAttributeId = await givenAttribute(owner, 'number', '1')

    const answer = owner.api.updateUserAttribute({ params: { userAttributeId }, body: { defaultValue: 'many' } })

    await expect(answer).rejects.toMatchObject({ status: 400, code: 'user_attribute_value_mismatch' })
    expect((await owner.api.getUserAttributes()).items).toMatchObject([{ defaultValue: '1' }])
  })
})
