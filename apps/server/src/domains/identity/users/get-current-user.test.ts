import { describe, expect, it } from 'vitest'
import { expectRevoked, givenServiceAccount, givenToken, useServer } from '#test'

const server = useServer('shared')

describe('getCurrentUser', () => {
  it('answers the person behind the key', async () => {
    const { api, host } = await server.admin()

    const user = await api.getCurrentUser()

    expect(user).toEqual({
      id: expect.any(Number),
      email: `admin@${host}`,
      username: `admin@${host}`,
      isAdmin: true,
      notifications: {},
      firstName: null,
      title: null,
      picture: null,
      externalId: null,
      defaultRoles: ['Admin'],
      isDeactivated: false,
      lastLogin: null,
      settings: {},
      tosAccepted: {},
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
  })

  it('answers a service account by its name, which is all the address it has', async () => {
    const owner = await server.admin()
    const { api, name, serviceAccountId } = await givenServiceAccount(server, owner, 'Explorer')

    const user = await api.getCurrentUser()

    expect(user).toMatchObject({ id: serviceAccountId, email: name, username: name, isAdmin: false, defaultRoles: ['Explorer'] })
  })

  it('calls nobody an administrator whose role covers only some deployments', async () => {
    const owner = await server.admin()
    const { api } = await server.colleague(owner, { role: 'Admin', deploymentIds: [owner.deploymentId] })

    expect(await api.getCurrentUser()).toMatchObject({ isAdmin: false, defaultRoles: ['Admin'] })
  })

  it.each([{ operations: ['getDeployments'] }, { preset: 'mint-only' as const }, { deploymentIds: [7] }])(
    'answers a key of any scope: %j',
    async (scope) => {
      const owner = await server.admin()
      const { api } = await server.colleague(owner, { role: 'Viewer', scope })

      await expect(api.getCurrentUser()).resolves.toMatchObject({ defaultRoles: ['Viewer'] })
    },
  )

  it('refuses a person who was deactivated', async () => {
    const owner = await server.admin()
    const colleague = await server.colleague(owner, { role: 'Viewer' })
    const { id } = await colleague.api.getCurrentUser()

    await server.database().query('update principals set is_deactivated = true where id = $1', [id])

    await expectRevoked(server, colleague)
    await expect(owner.api.getCurrentUser()).resolves.toMatchObject({ isAdmin: true })
  })

  it('tells a frame whom it is shown to, and nothing of roles', async () => {
    const owner = await server.admin()
    const userProfile = { displayName: 'Ada', picture: 'https://example.com/ada.png' }
    const { api } = await givenToken(server, owner, { externalId: 'user-1', email: 'ada@acme.example', userProfile })

    expect(await api.getCurrentUser()).toEqual({
      id: expect.any(Number),
      email: 'ada@acme.example',
      username: 'user-1',
      externalId: 'user-1',
      firstName: 'Ada',
      picture: 'https://example.com/ada.png',
      isAdmin: false,
      notifications: {},
      defaultRoles: [],
    })
  })
})
