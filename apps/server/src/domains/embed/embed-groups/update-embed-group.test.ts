import { describe, expect, it } from 'vitest'
import { givenEmbedGroup, givenEmbedTenant, itRefusesBodies, useServer } from '#test'

const server = useServer('shared')

describe('updateEmbedGroup', () => {
  itRefusesBodies(server, 'updateEmbedGroup', [
    [{ description: 'x'.repeat(501) }, '/body/description'],
    [{ name: 'renamed' }, '/body/name'],
    [{ namespace: 'groups' }, '/body/namespace'],
  ])

  it('changes the description; left out or null it stays, an empty text clears it', async () => {
    const owner = await server.admin()
    const { params } = await givenEmbedGroup(server, owner, { name: 'editors' })
    const described = async (body: { description?: string | null }) => {
      const { name, description } = await owner.api.updateEmbedGroup({ params, body })
      expect(await owner.api.getEmbedGroup({ params })).toMatchObject({ name, description })
      return description
    }

    expect(await described({ description: 'May edit' })).toBe('May edit')
    expect(await described({})).toBe('May edit')
    expect(await described({ description: null })).toBe('May edit')
    expect(await described({ description: '' })).toBeNull()
  })
})
