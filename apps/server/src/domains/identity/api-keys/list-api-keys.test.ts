import { describe, expect, it } from 'vitest'
import { givenKey, givenServiceAccount, itPagesByCursor, useServer } from '#test'

const server = useServer('shared')

describe('listApiKeys', () => {
  itPagesByCursor(server, 'listApiKeys', {
    fill: async (owner) => {
      for (let made = 0; made < 3; made++) await givenKey(server, owner)
      return {}
    },
    grow: (owner) => givenKey(server, owner),
  })

  it('shows an administrator every key of the tenant, oldest first, and a colleague their own', async () => {
    const owner = await server.admin()
    const colleague = await server.colleague(owner, { role: 'Developer' })
    const further = await givenKey(server, colleague)
    const account = await givenServiceAccount(server, owner)

    const all = await owner.api.listApiKeys()
    const own = await colleague.api.listApiKeys()

    expect(all.items.map(({ name, ownerKind }) => [name, ownerKind])).toEqual([
      ['first administrator', 'user'],
      ['test', 'user'],
      [expect.any(String), 'user'],
      [expect.any(String), 'service_account'],
    ])
    expect(all.items.slice(2).map(({ id }) => id)).toEqual([further.keyId, account.keyId])
    expect(own.items).toEqual(all.items.slice(1, 3))
    expect((await account.api.listApiKeys()).items).toEqual(all.items.slice(3))
  })

  it('shows nothing of the secrets but a hint', async () => {
    const owner = await server.admin()

    const answer = JSON.stringify(await owner.api.listApiKeys())

    expect(answer).not.toContain(owner.key)
    expect(answer).toContain(`${owner.key.slice(0, 6)}…${owner.key.slice(-3)}`)
    expect(answer).not.toMatch(/hash|"secret"/i)
  })

  it('shows a key of some deployments itself and what it made, unless it is tenant-wide', async () => {
    const owner = await server.admin()
    await server.colleague(owner, { role: 'Viewer' })
    const deploymentIds = [owner.deploymentId]
    const narrow = await givenKey(server, owner, { deploymentIds })
    const wide = await givenKey(server, owner, { deploymentIds, tenantWide: true })
    const made = await givenKey(server, narrow)
    const { items: all } = await owner.api.listApiKeys()

    expect((await narrow.api.listApiKeys()).items.map(({ id }) => id)).toEqual([narrow.keyId, made.keyId])
    expect((await wide.api.listApiKeys()).items).toEqual(all)
  })
})
