import { describe, expect, it } from 'vitest'
import { expectRevoked, givenAttribute, givenKey, givenServiceAccount, givenUser, startTogether, useServer } from '#test'

const server = useServer('shared')

describe('deleteUser', () => {
  it('ends every key and session of the user with them', async () => {
    const owner = await server.admin()
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

  it('frees email and username, and finds nothing the second time', async () => {
    const { api } = await server.admin()
    const body = { email: 'bob@example.com', username: 'bob' }
    const { id: userId } = await api.createUser({ body })
    await api.deleteUser({ params: { userId } })

    await expect(api.deleteUser({ params: { userId } })).rejects.toMatchObject({ status: 404, code: 'user_not_found' })
    await expect(api.createUser({ body })).resolves.toMatchObject(body)
  })

  it('lets nobody delete themselves, nor the last active administrator', async () => {
    const owner = await server.admin()
    const { id: userId } = await owner.api.getCurrentUser()
    const account = await givenServiceAccount(server, owner, 'Admin')
    await server.colleague(owner, { role: 'Admin', deploymentIds: [owner.deploymentId] })
    const call = { params: { userId } }

    expect(await server.outcome(owner, 'deleteUser', call)).toEqual({ status: 400, code: 'own_account' })
    expect(await server.outcome(account, 'deleteUser', call)).toEqual({ status: 403, code: 'last_admin' })

    await givenUser(owner, { isAdmin: true })
    expect(await server.outcome(account, 'deleteUser', call)).toMatchObject({ status: 200 })
  })

  it('keeps one of two administrators who delete each other at once', async () => {
    const owner = await server.admin()
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
