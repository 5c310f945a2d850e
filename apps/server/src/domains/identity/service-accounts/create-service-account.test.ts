import { describe, expect, it } from 'vitest'
import { givenKey, itRefusesBodies, useServer } from '#test'

const server = useServer('shared')

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

  it('makes an account that holds the role, whatever the case it was written in', async () => {
    const owner = await server.admin()

    const account = await owner.api.createServiceAccount({ body: { name: 'backend', role: 'DEVELOPER' } })

    expect(account).toEqual({ id: account.id, name: 'backend', roles: ['Developer'], createdAt: expect.any(String) })
    const { api } = await givenKey(server, owner, { serviceAccountId: account.id })
    const params = { deploymentId: owner.deploymentId }
    await expect(api.getEnvVariables({ params })).resolves.toMatchObject({ items: [] })
    await expect(api.deleteDeployment({ params })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('refuses a name in use, and takes it in another tenant', async () => {
    const [owner, other] = [await server.admin(), await server.admin()]
    const body = { name: 'backend', role: 'Viewer' }
    await owner.api.createServiceAccount({ body })

    await expect(owner.api.createServiceAccount({ body })).rejects.toMatchObject({ status: 409, code: 'service_account_name_taken' })

    await expect(other.api.createServiceAccount({ body })).resolves.toMatchObject({ name: 'backend' })
  })

  it('refuses a role the tenant does not have and names the standard ones', async () => {
    const { api } = await server.admin()

    const answer = api.createServiceAccount({ body: { name: 'backend', role: 'Emperor' } })

    await expect(answer).rejects.toMatchObject({ status: 400, code: 'role_not_found', message: expect.stringMatching(/"Emperor".*Admin/) })
    expect((await api.listServiceAccounts()).items).toEqual([])
  })
})
