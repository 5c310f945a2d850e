import { describe, expect, it } from 'vitest'
import { givenServiceAccount, itRefusesBodies, useServer } from '#test'

const server = useServer('shared')

const bob = { email: 'bob@example.com', username: 'bob' }

describe('createUser', () => {
  itRefusesBodies(server, 'createUser', [
    [undefined, '/body/email'],
    [{ email: 'bob@example.com' }, '/body/username'],
    [{ ...bob, email: 'bob' }, '/body/email'],
    [{ ...bob, email: 'bob @example.com' }, '/body/email'],
    [{ ...bob, username: '' }, '/body/username'],
    [{ ...bob, username: ' \t' }, '/body/username'],
    [{ ...bob, picture: 'file:///etc/passwd' }, '/body/picture'],
    [{ ...bob, isExternal: true }, '/body/isExternal'],
  ])

  it('makes a user with the username in lowercase and without spaces around it', async () => {
    const { api } = await server.admin()
    const picture = 'https://example.com/bob.png'

    const user = await api.createUser({
      body: { email: 'Bob@Example.com', username: ' Bob.Builder ', firstName: 'Bob', externalId: 'hr-7', picture, isExternal: false },
    })

    expect(user).toEqual({
      id: expect.any(Number),
      email: 'Bob@Example.com',
      username: 'bob.builder',
      isAdmin: false,
      notifications: {},
      firstName: 'Bob',
      title: null,
      picture,
      externalId: 'hr-7',
      defaultRoles: ['Viewer'],
      isDeactivated: false,
      lastLogin: null,
      settings: {},
      tosAccepted: {},
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
  })

  it.each([
    [{}, ['Viewer'], false],
    [{ isAdmin: false, defaultRoles: null }, ['Viewer'], false],
    [{ isAdmin: true }, ['Admin'], true],
    [{ defaultRoles: [] }, [], false],
    [{ defaultRoles: ['DEVELOPER', 'developer', 'Viewer'] }, ['Developer', 'Viewer'], false],
    [{ isAdmin: true, defaultRoles: ['Explorer', 'admin'] }, ['Admin', 'Explorer'], true],
  ])('reads %j as the roles %j', async (asked, defaultRoles, isAdmin) => {
    const { api } = await server.admin()

    expect(await api.createUser({ body: { ...bob, ...asked } })).toMatchObject({ defaultRoles, isAdmin })
  })

  it('refuses a role the tenant does not have, and makes nobody', async () => {
    const { api } = await server.admin()

    const answer = api.createUser({ body: { ...bob, defaultRoles: ['Viewer', 'Emperor'] } })

    await expect(answer).rejects.toMatchObject({ status: 400, code: 'role_not_found', message: expect.stringContaining('"Emperor"') })
    expect((await api.listUsers()).items).toHaveLength(1)
  })

  it.each([
    { email: 'BOB@example.com', username: 'other' },
    { email: 'other@example.com', username: ' BOB' },
  ])('refuses %j beside a user who has one of the two in another spelling', async (body) => {
    const [owner, other] = [await server.admin(), await server.admin()]
    await owner.api.createUser({ body: bob })

    await expect(owner.api.createUser({ body })).rejects.toMatchObject({ status: 409, code: 'user_taken' })

    await expect(other.api.createUser({ body })).resolves.toMatchObject({ email: body.email })
  })

  it('takes a username that a service account has', async () => {
    const owner = await server.admin()
    const { name } = await givenServiceAccount(server, owner)

    await expect(owner.api.createUser({ body: { ...bob, username: name } })).resolves.toMatchObject({ username: name })
  })

  it('keeps and logs no password', async () => {
    const owner = await server.admin()
    await owner.api.createUser({ body: { ...bob, password: 'correct horse' }, idempotencyKey: 'once' })
    const { query } = server.database()

    const stored = [
      await query('select * from principals'),
      await query('select * from users'),
      await query('select * from audit_entries'),
      await query('select * from idempotency_keys'),
    ]

    expect(JSON.stringify(stored)).toContain(bob.email)
    expect(JSON.stringify(stored)).not.toContain('correct horse')
    expect(server.logs.join('')).not.toContain('correct horse')
  })
})
