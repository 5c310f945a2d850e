import { describe, expect, it } from 'vitest'
import { givenExternalUser, givenServiceAccount, givenUser, itPagesByCursor, useServer } from '#test'

const server = useServer('shared')

describe('listUsers', () => {
  itPagesByCursor(server, 'listUsers', {
    fill: async (owner) => {
      for (let made = 0; made < 2; made++) await givenUser(owner)
      return {}
    },
    grow: givenUser,
  })

  it('lists people, oldest first, and neither service accounts nor external users', async () => {
    const owner = await server.admin()
    await givenServiceAccount(server, owner)
    await givenExternalUser(server, owner)
    const bob = await owner.api.createUser({ body: { email: 'bob@example.com', username: 'bob' } })

    expect((await owner.api.listUsers()).items).toEqual([await owner.api.getCurrentUser(), bob])
  })

  it('calls an administrator only who is one over the whole tenant', async () => {
    const owner = await server.admin()
    await server.colleague(owner, { role: 'Admin', deploymentIds: [owner.deploymentId] })
    await server.colleague(owner, {})

    const { items } = await owner.api.listUsers()

    expect(items.map(({ isAdmin, defaultRoles }) => [isAdmin, defaultRoles])).toEqual([
      [true, ['Admin']],
      [false, ['Admin']],
      [false, []],
    ])
  })
})
