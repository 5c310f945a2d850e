import { describe, expect, it } from 'vitest'
import { givenEmbedTenant, itRefusesBodies, useServer } from '#test'

const server = useServer('shared')

const givenParams = async () => {
  const owner = await server.admin()
  const { embedTenantName } = await givenEmbedTenant(server, owner)
  return { owner, params: { embedTenantName } }
}

describe('createEmbedGroup', () => {
  itRefusesBodies(server, 'createEmbedGroup', [
    [undefined, '/body/name'],
    [{ name: '' }, '/body/name'],
    [{ name: 'x'.repeat(101) }, '/body/name'],
    [{ name: 7 }, '/body/name'],
    [{ name: 'ok', description: 'x'.repeat(501) }, '/body/description'],
    [{ name: 'ok', namespace: 'system' }, '/body/namespace'],
    [{ name: 'ok', members: [] }, '/body/members'],
  ])

  it('makes a group for tenantGroups unless another namespace is asked for', async () => {
    const { owner, params } = await givenParams()

    const plain = await owner.api.createEmbedGroup({ params, body: { name: 'editors', description: 'May edit' } })
    const other = await owner.api.createEmbedGroup({ params, body: { name: 'viewers', description: null, namespace: 'groups' } })

    expect(plain).toEqual({ id: plain.id, name: 'editors', description: 'May edit', userCount: 0, namespace: 'tenantGroups' })
    expect(other).toEqual({ id: other.id, name: 'viewers', description: null, userCount: 0, namespace: 'groups' })
    expect((await owner.api.listEmbedGroups({ params })).items).toEqual([other, plain])
  })

  it('refuses a name taken in the same namespace, and takes it in the other and in another embed tenant', async () => {
    const { owner, params } = await givenParams()
    const elsewhere = { embedTenantName: (await givenEmbedTenant(server, owner)).embedTenantName }
    await owner.api.createEmbedGroup({ params, body: { name: 'editors' } })

    const again = owner.api.createEmbedGroup({ params, body: { name: 'editors' } })

    await expect(again).rejects.toMatchObject({ status: 400, code: 'group_name_taken', message: expect.stringContaining('"editors"') })
    await expect(owner.api.createEmbedGroup({ params, body: { name: 'editors', namespace: 'groups' } })).resolves.toBeDefined()
    await expect(owner.api.createEmbedGroup({ params: elsewhere, body: { name: 'editors' } })).resolves.toBeDefined()
  })

  it.each(['system:x', 'group:x', 'SYSTEM:tenant:acme', 'Group:x', 'ｓystem:x', 'system：x', '\u0085system:x', 'ſystem:x'])(
    "refuses %j, which looks like one of the platform's own",
    async (name) => {
      const { owner, params } = await givenParams()

      const answer = owner.api.createEmbedGroup({ params, body: { name } })

      await expect(answer).rejects.toMatchObject({ status: 400, code: 'group_name_reserved' })
      expect((await owner.api.listEmbedGroups({ params })).items).toEqual([])
    },
  )

  it.each([' editors', 'editors ', '\u00a0editors', ' '])('refuses the name %j, which begins or ends with a space', async (name) => {
    const { owner, params } = await givenParams()

    const answer = owner.api.createEmbedGroup({ params, body: { name } })

    await expect(answer).rejects.toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [{ pointer: '/body/name', message: expect.any(String) }],
    })
  })
})
