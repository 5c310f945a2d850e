import { describe, expect } from 'vitest'
import {
  expectRevoked,
  failureOf,
  givenAttribute,
  givenExternalUser,
  givenKey,
  givenServiceAccount,
  givenToken,
  givenUser,
  itPagesByCursor,
  itRefusesBodies,
  startTogether,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)

const bob = { email: 'bob@example.com', username: 'bob' }

describe('listUsers', () => {
  itPagesByCursor(server, 'listUsers', {
    fill: async (owner) => {
      for (let made = 0; made < 2; made++) await givenUser(owner)
      return {}
    },
    grow: givenUser,
  })

  it('lists users, oldest first, without service accounts and external users', async ({ owner }) => {
    await givenServiceAccount(server, owner)
    await givenExternalUser(server, owner)
    const created = await owner.api.createUser({ body: { email: 'bob@example.com', username: 'bob' } })

    expect((await owner.api.listUsers()).items).toEqual([await owner.api.getCurrentUser(), created])
  })

  it('reports as administrators only tenant-wide ones', async ({ owner }) => {
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

describe('getCurrentUser', () => {
  it('returns the user of the key', async ({ owner: { api, host } }) => {
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

  it('returns a service account with its name as email', async ({ owner }) => {
    const { api, name, serviceAccountId } = await givenServiceAccount(server, owner, 'Explorer')

    const user = await api.getCurrentUser()

    expect(user).toMatchObject({ id: serviceAccountId, email: name, username: name, isAdmin: false, defaultRoles: ['Explorer'] })
  })

  it('returns the viewer without roles to an embed token', async ({ owner }) => {
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

  it('creates a user with a trimmed lowercase username', async ({ owner: { api } }) => {
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

  it('refuses an unknown role and creates no user', async ({ owner: { api } }) => {
    const answer = api.createUser({ body: { ...bob, defaultRoles: ['Viewer', 'Emperor'] } })

    await expect(answer).rejects.toMatchObject({ status: 400, code: 'role_not_found', message: expect.stringContaining('"Emperor"') })
    expect((await api.listUsers()).items).toHaveLength(1)
  })

  it.each([
    { email: 'BOB@example.com', username: 'other' },
    { email: 'other@example.com', username: ' BOB' },
  ])('refuses %j when email or username is taken in another case', async (body) => {
    const [owner, other] = [await server.admin(), await server.admin()]
    await owner.api.createUser({ body: bob })

    await expect(owner.api.createUser({ body })).rejects.toMatchObject({ status: 409, code: 'user_taken' })

    await expect(other.api.createUser({ body })).resolves.toMatchObject({ email: body.email })
  })

  it('accepts the name of a service account as username', async ({ owner }) => {
    const { name } = await givenServiceAccount(server, owner)

    await expect(owner.api.createUser({ body: { ...bob, username: name } })).resolves.toMatchObject({ username: name })
  })

  it('refuses a password, and neither stores nor logs it', async ({ owner }) => {
    const password = 'correct horse'
    const user = await owner.api.createUser({ body: { ...bob, password: null } })

    const outcomes = [
      await server.outcome(owner, 'createUser', { body: { email: 'eve@example.com', username: 'eve', password } }),
      await server.outcome(owner, 'updateUser', { params: { userId: user.id }, body: { password } }),
    ]

    expect(outcomes).toEqual([failureOf('password_not_supported'), failureOf('password_not_supported')])
    const { query } = server.database()
    const stored = [
      await query('select * from users'),
      await query('select * from audit_entries'),
      await query('select * from idempotency_keys'),
    ]
    expect(JSON.stringify(stored)).not.toContain(password)
    expect(server.logs.join('')).not.toContain(password)
  })
})

describe('deleteUser', () => {
  it('revokes the keys and ends the sessions of the user', async ({ owner }) => {
    const colleague = await server.colleague(owner, { role: 'Developer' })
    const further = await givenKey(server, colleague)
    const { id: userId, username } = await colleague.api.getCurrentUser()
    const pair = { userId: String(userId), userAttributeId: String(await givenAttribute(owner)) }
    await owner.api.upsertUserAttributeValue({ body: { ...pair, value: 'x' } })

    expect(await owner.api.deleteUser({ params: { userId } })).toEqual({ success: true })

    for (const actor of [colleague, further]) await expectRevoked(server, actor)
    expect((await owner.api.listUsers()).items.map((user) => user.username)).not.toContain(username)
    const { query } = server.database()
    expect(await query('select 1 from user_attribute_values where user_id = $1', [userId])).toEqual([])
    expect(await query(`select 1 from embed_watermarks where kind = 'user' and subject_id = $1`, [userId])).toHaveLength(1)
  })

  it('frees email and username and returns 404 when repeated', async ({ owner: { api } }) => {
    const body = { email: 'bob@example.com', username: 'bob' }
    const { id: userId } = await api.createUser({ body })
    await api.deleteUser({ params: { userId } })

    await expect(api.deleteUser({ params: { userId } })).rejects.toMatchObject({ status: 404, code: 'user_not_found' })
    await expect(api.createUser({ body })).resolves.toMatchObject(body)
  })

  it('refuses to delete oneself or the last active administrator', async ({ owner }) => {
    const { id: userId } = await owner.api.getCurrentUser()
    const account = await givenServiceAccount(server, owner, 'Admin')
    await server.colleague(owner, { role: 'Admin', deploymentIds: [owner.deploymentId] })
    const call = { params: { userId } }

    expect(await server.outcome(owner, 'deleteUser', call)).toEqual({ status: 400, code: 'own_account' })
    expect(await server.outcome(account, 'deleteUser', call)).toEqual({ status: 403, code: 'last_admin' })

    await givenUser(owner, { isAdmin: true })
    expect(await server.outcome(account, 'deleteUser', call)).toMatchObject({ status: 200 })
  })

  it('keeps one of two administrators who delete each other at once', async ({ owner }) => {
    const other = await server.colleague(owner, { role: 'Admin' })
    const ids = [(await owner.api.getCurrentUser()).id, (await other.api.getCurrentUser()).id] as const
    const remove = (by: typeof owner, userId: number) => () => server.outcome(by, 'deleteUser', { params: { userId } })

    const answers = await startTogether(server, owner, [remove(owner, ids[1]), remove(other, ids[0])], (db) =>
      db.selectFrom('roles').select('id').where('name', '=', 'Admin').forUpdate().execute(),
    )

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers).toContainEqual({ status: 403, code: 'last_admin' })
  })
})
