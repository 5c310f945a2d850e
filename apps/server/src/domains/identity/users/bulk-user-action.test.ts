import { describe, expect, it } from 'vitest'
import { type Actor, expectRevoked, givenServiceAccount, givenUser, itRefusesBodies, startTogether, useServer } from '#test'

const server = useServer('shared')

const ownId = async ({ api }: Actor): Promise<number> => (await api.getCurrentUser()).id

describe('bulkUserAction', () => {
  itRefusesBodies(server, 'bulkUserAction', [
    [undefined, '/body/action'],
    [{ action: 'BAN', userIds: [1] }, '/body/action'],
    [{ action: 'DELETE' }, '/body/userIds'],
    [{ action: 'DELETE', userIds: [] }, '/body/userIds'],
    [{ action: 'DELETE', userIds: ['1'] }, '/body/userIds/0'],
    [{ action: 'DELETE', userIds: Array.from({ length: 101 }, (_, index) => index + 1) }, '/body/userIds'],
  ])

  it('deactivates and activates in the order sent, repeats once, and does again what is done already', async () => {
    const owner = await server.admin()
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

  it('ends the keys of who is deactivated or deleted', async () => {
    const owner = await server.admin()
    const [one, two] = [await server.colleague(owner, { role: 'Viewer' }), await server.colleague(owner, { role: 'Viewer' })]
    const userIds = [await ownId(one), await ownId(two)] as const

    await owner.api.bulkUserAction({ body: { action: 'DEACTIVATE', userIds: [userIds[0]] } })
    await owner.api.bulkUserAction({ body: { action: 'DELETE', userIds: [userIds[1]] } })

    for (const actor of [one, two]) await expectRevoked(server, actor)
  })

  it('does what can be done, and says of the rest why not', async () => {
    const [owner, stranger] = [await server.admin(), await server.admin()]
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

  it.each(['DEACTIVATE', 'DELETE'] as const)('refuses in %s only the entry that would take the last administrator', async (action) => {
    const owner = await server.admin()
    const account = await givenServiceAccount(server, owner, 'Admin')
    const [me, other, viewer] = [await ownId(owner), await givenUser(owner, { isAdmin: true }), await givenUser(owner)]

    const answer = await account.api.bulkUserAction({ body: { action, userIds: [me, other, viewer] } })

    expect(answer).toMatchObject({ succeeded: [me, viewer], failed: [{ userId: other, error: { status: 403 } }] })
  })

  it('keeps one of two administrators who are deactivated at once', async () => {
    const owner = await server.admin()
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
