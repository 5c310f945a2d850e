import { describe, expect, it } from 'vitest'
import { givenServiceAccount, itPagesByCursor, useServer } from '#test'

const server = useServer('shared')

describe('listServiceAccounts', () => {
  itPagesByCursor(server, 'listServiceAccounts', {
    fill: async (owner) => {
      for (let made = 0; made < 3; made++) await givenServiceAccount(server, owner)
      return {}
    },
    grow: (owner) => givenServiceAccount(server, owner),
  })

  it('lists accounts with their roles, oldest first, and no people', async () => {
    const owner = await server.admin()
    await server.colleague(owner, { role: 'Viewer' })
    const viewer = await owner.api.createServiceAccount({ body: { name: 'zeta', role: 'Viewer' } })
    const admin = await owner.api.createServiceAccount({ body: { name: 'alpha', role: 'Admin' } })

    const { items } = await owner.api.listServiceAccounts()

    expect(items).toEqual([viewer, admin])
    expect(items.map(({ roles }) => roles)).toEqual([['Viewer'], ['Admin']])
  })
})
