import { describe, expect, it } from 'vitest'
import { itRefusesBodies, useServer } from '#test'

const server = useServer('shared')

describe('createGroup', () => {
  itRefusesBodies(server, 'createGroup', [
    [undefined, '/body/name'],
    [{ name: '' }, '/body/name'],
    [{ name: ' ' }, '/body/name'],
    [{ name: ' premium' }, '/body/name'],
    [{ name: 'premium\t' }, '/body/name'],
    [{ name: 'premium\u00a0' }, '/body/name'],
    [{ name: 'x'.repeat(101) }, '/body/name'],
    [{ name: 'ok', description: 'x'.repeat(501) }, '/body/description'],
    [{ name: 'ok', members: [] }, '/body/members'],
  ])

  it('makes an empty group under the name as it was sent', async () => {
    const { api } = await server.admin()

    const group = await api.createGroup({ body: { name: 'Größe XL', description: 'Tall people' } })

    expect(group).toEqual({ id: expect.any(Number), name: 'Größe XL', description: 'Tall people', userCount: 0 })
    expect((await api.listGroups()).items).toEqual([group])
  })

  it('refuses a name in use, and takes it in another spelling and in another tenant', async () => {
    const [owner, other] = [await server.admin(), await server.admin()]
    const body = { name: 'premium' }
    await owner.api.createGroup({ body })

    await expect(owner.api.createGroup({ body })).rejects.toMatchObject({ status: 400, code: 'group_name_taken' })

    await expect(owner.api.createGroup({ body: { name: 'Premium' } })).resolves.toMatchObject({ name: 'Premium' })
    await expect(other.api.createGroup({ body })).resolves.toMatchObject(body)
  })

  it.each(['system:all', 'Group:7', '\uff33YSTEM\uff1aall'])('refuses %j, a name of the platform', async (name) => {
    const { api } = await server.admin()

    await expect(api.createGroup({ body: { name } })).rejects.toMatchObject({ status: 400, code: 'group_name_reserved' })
    expect((await api.listGroups()).items).toEqual([])
  })
})
