import { describe, expect } from 'vitest'
import { type Actor, expectRevoked, givenServiceAccount, givenUser, itRefusesBodies, startTogether, useServer, withOwner } from '#test'

const server = useServer('shared')
const it = withOwner(server)

const documents = { embedTheme: { accent: '#f00' }, tosAccepted: { terms: '2026-01-01' } }
const ownId = async ({ api }: Actor): Promise<number> => (await api.getCurrentUser()).id

describe('updateUser', () => {
  itRefusesBodies(server, 'updateUser', [
    [{ isAdmin: 'yes' }, '/body/isAdmin'],
    [{ settings: { theme: 7 } }, '/body/settings/theme'],
    [{ settings: { more: 'x'.repeat(17_000) } }, '/body/settings'],
    [{ notifications: [7] }, '/body/notifications/0'],
    [{ lastLogin: 'yesterday' }, '/body/lastLogin'],
    [{ lastLogin: '2026-12-31T23:59:60Z' }, '/body/lastLogin'],
    [{ picture: 'data:image/png;base64,' }, '/body/picture'],
  ])

  it('changes the sent fields and keeps omitted and null ones', async ({ owner }) => {
    const made = await owner.api.createUser({ body: { email: 'bob@example.com', username: 'bob', firstName: 'Bob' } })
    const params = { userId: made.id }
    const change = {
      title: 'Analyst',
      settings: { locale: 'de', lastSeenChangelogId: 7 },
      lastLogin: '2026-01-02T03:04:05.000Z',
      tosAccepted: documents.tosAccepted,
    }

    const changed = await owner.api.updateUser({
      params,
      body: { ...change, embedTheme: documents.embedTheme, notifications: ['builds', '__proto__'], firstName: null },
    })
    const kept = await owner.api.updateUser({ params, body: { title: null, settings: { theme: 'dark' } } })

    const notifications = JSON.parse('{ "builds": true, "__proto__": true }') as Record<string, unknown>
    expect(changed).toEqual({ ...made, ...change, notifications, updatedAt: expect.any(String) })
    expect(kept).toEqual({ ...changed, settings: { theme: 'dark' }, updatedAt: expect.any(String) })
    const [row] = await server.query('select embed_theme, security_context from users where id = $1', [made.id])
    expect(row).toEqual({ embed_theme: documents.embedTheme, security_context: null })
  })

  it('refuses email, username and roles, which stay', async ({ owner }) => {
    const made = await owner.api.createUser({ body: { email: 'bob@example.com', username: 'bob' } })

    for (const json of [{ email: 'eve@example.com' }, { username: 'eve' }, { defaultRoles: ['Admin'] }])
      expect((await server.request(owner, `/api/v1/users/${made.id}`, { method: 'PUT', json })).status).toBe(400)

    expect((await owner.api.listUsers({})).items.find(({ id }) => id === made.id)).toEqual(made)
  })

  it('stores a security context and refuses reserved names', async ({ owner }) => {
    const params = { userId: await givenUser(owner) }
    await owner.api.updateUser({ params, body: { securityContext: { region: 'eu' } } })

    const reserved = owner.api.updateUser({ params, body: { securityContext: { cubeCloud: { groups: ['system:all'] } } } })
    const large = owner.api.updateUser({ params, body: { securityContext: { more: 'x'.repeat(17_000) } } })

    await expect(reserved).rejects.toMatchObject({ status: 400, code: 'security_context_reserved' })
    await expect(large).rejects.toMatchObject({ status: 400, code: 'security_context_too_large' })
    const [row] = await server.query('select security_context from users where id = $1', [params.userId])
    expect(row).toEqual({ security_context: { region: 'eu' } })
  })

  it('grants and revokes the tenant-wide Admin role and keeps other roles', async ({ owner }) => {
    const colleague = await server.colleague(owner, { role: 'Developer' })
    const { id: userId } = await colleague.api.getCurrentUser()
    const set = (isAdmin: boolean) => owner.api.updateUser({ params: { userId }, body: { isAdmin } })

    expect(await set(true)).toMatchObject({ isAdmin: true, defaultRoles: ['Admin', 'Developer'] })
    expect(await set(true)).toMatchObject({ isAdmin: true, defaultRoles: ['Admin', 'Developer'] })
    await expect.poll(() => server.outcome(colleague, 'listUsers', {})).toMatchObject({ status: 200 })
    expect(await set(false)).toMatchObject({ isAdmin: false, defaultRoles: ['Developer'] })
    await expect.poll(() => server.outcome(colleague, 'listUsers', {})).toMatchObject({ status: 403 })
  })

  it('refuses the keys and ends the sessions of a deactivated user', async ({ owner }) => {
    const colleague = await server.colleague(owner, { role: 'Viewer' })
    const { id: userId } = await colleague.api.getCurrentUser()

    const off = await owner.api.updateUser({ params: { userId }, body: { isDeactivated: true } })
    await expectRevoked(server, colleague)
    const on = await owner.api.updateUser({ params: { userId }, body: { isDeactivated: false } })

    expect([off.isDeactivated, on.isDeactivated]).toEqual([true, false])
    await expect.poll(() => server.outcome(colleague, 'getCurrentUser', {})).toMatchObject({ status: 200 })
    const ended = await server.query<{ subject_id: string }>(
      `select subject_id from embed_watermarks where tenant_id = $1 and kind = 'user'`,
      [owner.tenantId],
    )
    expect(ended.map((row) => Number(row.subject_id))).toEqual([userId])
  })

  it('refuses to deactivate oneself or the last active administrator', async ({ owner }) => {
    const { id: userId } = await owner.api.getCurrentUser()
    const account = await givenServiceAccount(server, owner, 'Admin')
    await owner.api.updateUser({ params: { userId: await givenUser(owner, { isAdmin: true }) }, body: { isDeactivated: true } })
    const outcome = (by: typeof owner, body: object) => server.outcome(by, 'updateUser', { params: { userId }, body })

    expect(await outcome(owner, { isDeactivated: true })).toEqual({ status: 403, code: 'own_deactivation' })
    for (const body of [{ isAdmin: false }, { isDeactivated: true }, { isAdmin: false, isDeactivated: true }])
      expect(await outcome(account, body)).toEqual({ status: 403, code: 'last_admin' })

    await givenUser(owner, { isAdmin: true })
    expect(await outcome(account, { isAdmin: false })).toMatchObject({ status: 200, body: { isAdmin: false } })
  })

  it('keeps one of two administrators who demote each other at once', async ({ owner }) => {
    const other = await server.colleague(owner, { role: 'Admin' })
    const ids = [(await owner.api.getCurrentUser()).id, (await other.api.getCurrentUser()).id] as const
    const demote = (by: typeof owner, userId: number) => () =>
      server.outcome(by, 'updateUser', { params: { userId }, body: { isAdmin: false } })

    const answers = await startTogether(server, owner, [demote(owner, ids[1]), demote(other, ids[0])], (db) =>
      db.selectFrom('roles').select('id').where('name', '=', 'Admin').forUpdate().execute(),
    )

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers).toContainEqual({ status: 403, code: 'last_admin' })
  })
})

describe('bulkUserAction', () => {
  itRefusesBodies(server, 'bulkUserAction', [
    [undefined, '/body/action'],
    [{ action: 'BAN', userIds: [1] }, '/body/action'],
    [{ action: 'DELETE' }, '/body/userIds'],
    [{ action: 'DELETE', userIds: [] }, '/body/userIds'],
    [{ action: 'DELETE', userIds: ['1'] }, '/body/userIds/0'],
    [{ action: 'DELETE', userIds: Array.from({ length: 101 }, (_, index) => index + 1) }, '/body/userIds'],
  ])

  it('deactivates and activates in request order, without duplicates', async ({ owner }) => {
    const colleague = await server.colleague(owner, { role: 'Viewer' })
    const [first, second] = [await ownId(colleague), await givenUser(owner)]
    const bulk = (action: 'ACTIVATE' | 'DEACTIVATE') =>
      owner.api.bulkUserAction({ body: { action, userIds: [second, first, second, first] } })
    const states = async () => (await owner.api.listUsers()).items.slice(1).map(({ isDeactivated }) => isDeactivated)

    for (const action of ['DEACTIVATE', 'DEACTIVATE', 'ACTIVATE', 'ACTIVATE'] as const) {
      expect(await bulk(action)).toEqual({ action, succeeded: [second, first], failed: [] })
      expect(await states()).toEqual([action === 'DEACTIVATE', action === 'DEACTIVATE'])
    }
  })

  it('revokes the keys of deactivated and deleted users', async ({ owner }) => {
    const [one, two] = [await server.colleague(owner, { role: 'Viewer' }), await server.colleague(owner, { role: 'Viewer' })]
    const userIds = [await ownId(one), await ownId(two)] as const

    await owner.api.bulkUserAction({ body: { action: 'DEACTIVATE', userIds: [userIds[0]] } })
    await owner.api.bulkUserAction({ body: { action: 'DELETE', userIds: [userIds[1]] } })

    for (const actor of [one, two]) await expectRevoked(server, actor)
  })

  it('reports the failure of each user that it skips', async ({ owner, stranger }) => {
    const [me, theirs] = [await ownId(owner), await ownId(stranger)]
    const { serviceAccountId } = await givenServiceAccount(server, owner)
    const [first, last] = [await givenUser(owner), await givenUser(owner)]

    const answer = await owner.api.bulkUserAction({
      body: { action: 'DELETE', userIds: [first, theirs, serviceAccountId, me, 999_999_999, last] },
    })

    expect(answer).toMatchObject({ action: 'DELETE', succeeded: [first, last] })
    expect(answer.failed.map(({ userId, error }) => [userId, error.status])).toEqual([
      [theirs, 404],
      [serviceAccountId, 404],
      [me, 400],
      [999_999_999, 404],
    ])
    expect(answer.failed[0]?.error.message).toContain(String(theirs))
    expect((await owner.api.listUsers()).items.map(({ id }) => id)).toEqual([me])
    await expect(stranger.api.getCurrentUser()).resolves.toMatchObject({ id: theirs, isDeactivated: false })
  })

  it.for(['DEACTIVATE', 'DELETE'] as const)('refuses in %s only the last administrator', async (action, { owner }) => {
    const account = await givenServiceAccount(server, owner, 'Admin')
    const [me, other, viewer] = [await ownId(owner), await givenUser(owner, { isAdmin: true }), await givenUser(owner)]

    const answer = await account.api.bulkUserAction({ body: { action, userIds: [me, other, viewer] } })

    expect(answer).toMatchObject({ succeeded: [me, viewer], failed: [{ userId: other, error: { status: 403 } }] })
  })

  it('keeps one of two administrators who are deactivated at once', async ({ owner }) => {
    const ids = [await ownId(owner), await givenUser(owner, { isAdmin: true })] as const
    // Who acts is neither of them, so that both requests come to their end.
    const [one, other] = [await givenServiceAccount(server, owner, 'Admin'), await givenServiceAccount(server, owner, 'Admin')]
    const deactivate = (by: Actor, userId: number) => () => by.api.bulkUserAction({ body: { action: 'DEACTIVATE', userIds: [userId] } })

    const answers = await startTogether(server, owner, [deactivate(one, ids[1]), deactivate(other, ids[0])], (db) =>
      db.selectFrom('roles').select('id').where('name', '=', 'Admin').forUpdate().execute(),
    )

    expect(answers.flatMap(({ succeeded }) => succeeded)).toHaveLength(1)
    expect(answers.flatMap(({ failed }) => failed)).toMatchObject([{ error: { status: 403 } }])
  })
})
