import { describe, expect, it } from 'vitest'
import { expectRevoked, givenKey, givenServiceAccount, useServer } from '#test'

const server = useServer('shared')

describe('deleteServiceAccount', () => {
  it('ends every key of the account with it', async () => {
    const owner = await server.admin()
    const account = await givenServiceAccount(server, owner)
    const further = await givenKey(server, account)
    for (const { api } of [account, further]) await api.getCurrentUser()

    expect(await owner.api.deleteServiceAccount({ params: { serviceAccountId: account.serviceAccountId } })).toEqual({ success: true })

    for (const actor of [account, further]) await expectRevoked(server, actor)
    const left = await owner.api.listApiKeys()
    expect(left.items.map(({ id }) => id)).not.toContain(account.keyId)
    expect((await owner.api.listServiceAccounts()).items).toEqual([])
  })

  it('frees the name and finds nothing the second time', async () => {
    const owner = await server.admin()
    const { name, serviceAccountId } = await givenServiceAccount(server, owner)
    await owner.api.deleteServiceAccount({ params: { serviceAccountId } })

    const again = owner.api.deleteServiceAccount({ params: { serviceAccountId } })

    await expect(again).rejects.toMatchObject({ status: 404, code: 'service_account_not_found' })
    await expect(owner.api.createServiceAccount({ body: { name, role: 'Viewer' } })).resolves.toMatchObject({ name })
  })
})
