import { describe, expect, it } from 'vitest'
import { givenAttribute, useServer } from '#test'

const server = useServer()

describe('the order in which a session request is refused', () => {
  it('tells of a group that is missing before a value that does not fit, and names both', async () => {
    const owner = await server.admin()
    const id = await givenAttribute(owner, 'number')
    const name = (await owner.api.getUserAttributes()).items.find((attribute) => attribute.id === id)?.name ?? ''

    const minted = owner.api.generateSession({
      body: { deploymentId: owner.deploymentId, externalId: 'ann', groups: ['missing'], userAttributes: [{ name, value: 'no number' }] },
    })

    await expect(minted).rejects.toMatchObject({
      status: 400,
      code: 'groups_not_found',
      errors: [{ pointer: '/body/groups/0' }, { pointer: '/body/userAttributes/0/value' }],
    })
  })
})
