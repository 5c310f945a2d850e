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
