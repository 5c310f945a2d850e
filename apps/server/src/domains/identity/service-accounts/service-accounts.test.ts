import { describe, expect } from 'vitest'
import { expectRevoked, givenKey, givenServiceAccount, itPagesByCursor, itRefusesBodies, useServer, withOwner } from '#test'

const server = useServer('shared')
const it = withOwner(server)

describe('listServiceAccounts', () => {
  itPagesByCursor(server, 'listServiceAccounts', {
    fill: async (owner) => {
      for (let made = 0; made < 3; made++) await givenServiceAccount(server, owner)
      return {}
    },
    grow: (owner) => givenServiceAccount(server, owner),
  })

  it('lists accounts with their roles, oldest first, and no people', async ({ owner }) => {
    await server.colleague(owner, { role: 'Viewer' })
    const viewer = await owner.api.createServiceAccount({ body: { name: 'zeta', role: 'Viewer' } })
    const admin = await owner.api.createServiceAccount({ body: { name: 'alpha', role: 'Admin' } })

    const { items } = await owner.api.listServiceAccounts()

    expect(items).toEqual([viewer, admin])
    expect(items.map(({ roles }) => roles)).toEqual([['Viewer'], ['Admin']])
  })
})

describe('createServiceAccount', () => {
  itRefusesBodies(server, 'createServiceAccount', [
    [undefined, '/body/name'],
    [{ name: 'ok' }, '/body/role'],
    [{ name: 'ok', role: '' }, '/body/role'],
    [{ name: 'ok', role: 'Viewer', roles: ['Admin'] }, '/body/roles'],
    [{ name: '', role: 'Viewer' }, '/body/name'],
    [{ name: 'Upper', role: 'Viewer' }, '/body/name'],
    [{ name: '-dash', role: 'Viewer' }, '/body/name'],
    [{ name: 'two words', role: 'Viewer' }, '/body/name'],
  ])

  it('creates an account with the role, whatever its case', async ({ owner }) => {
    const account = await owner.api.createServiceAccount({ body: { name: 'backend', role: 'DEVELOPER' } })

    expect(account).toEqual({ id: account.id, name: 'backend', roles: ['Developer'], createdAt: expect.any(String) })
    const { api } = await givenKey(server, owner, { serviceAccountId: account.id })
    await expect(api.getEnvVariables({ params: owner })).resolves.toMatchObject({ items: [] })
    await expect(api.deleteDeployment({ params: owner })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('refuses a name in use, but accepts it in another tenant', async () => {
    const [owner, other] = [await server.admin(), await server.admin()]
    const body = { name: 'backend', role: 'Viewer' }
    await owner.api.createServiceAccount({ body })

    await expect(owner.api.createServiceAccount({ body })).rejects.toMatchObject({ status: 409, code: 'service_account_name_taken' })

    await expect(other.api.createServiceAccount({ body })).resolves.toMatchObject({ name: 'backend' })
  })

  it('refuses an unknown role and names the standard roles', async () => {
    const { api } = await server.admin()

    const answer = api.createServiceAccount({ body: { name: 'backend', role: 'Emperor' } })

    await expect(answer).rejects.toMatchObject({ status: 400, code: 'role_not_found', message: expect.stringMatching(/"Emperor".*Admin/) })
    expect((await api.listServiceAccounts()).items).toEqual([])
  })
})

describe('deleteServiceAccount', () => {
  it('revokes every key of the account', async ({ owner }) => {
    const account = await givenServiceAccount(server, owner)
    const further = await givenKey(server, account)
    for (const { api } of [account, further]) await api.getCurrentUser()

    expect(await owner.api.deleteServiceAccount({ params: { serviceAccountId: account.serviceAccountId } })).toEqual({ success: true })

    for (const actor of [account, further]) await expectRevoked(server, actor)
    const left = await owner.api.listApiKeys()
    expect(left.items.map(({ id }) => id)).not.toContain(account.keyId)
    expect((await owner.api.listServiceAccounts()).items).toEqual([])
  })

  it('frees the name and returns 404 when repeated', async ({ owner }) => {
    const { name, serviceAccountId } = await givenServiceAccount(server, owner)
    await owner.api.deleteServiceAccount({ params: { serviceAccountId } })

    const again = owner.api.deleteServiceAccount({ params: { serviceAccountId } })

    await expect(again).rejects.toMatchObject({ status: 404, code: 'service_account_not_found' })
    await expect(owner.api.createServiceAccount({ body: { name, role: 'Viewer' } })).resolves.toMatchObject({ name })
  })
})
