import { describe, expect, it } from 'vitest'
import { expectRevoked, givenKey, useServer } from '#test'

const server = useServer('shared')

describe('deleteApiKey', () => {
  it('ends a key that was just in use', async () => {
    const owner = await server.admin()
    const key = await givenKey(server, owner)
    await key.api.getCurrentUser()

    expect(await owner.api.deleteApiKey({ params: { apiKeyId: key.keyId } })).toEqual({ success: true })

    await expectRevoked(server, key)
    await expect(owner.api.getApiKey({ params: { apiKeyId: key.keyId } })).rejects.toMatchObject({ code: 'api_key_not_found' })
  })

  it('lets a key delete itself, and leaves the keys it made', async () => {
    const owner = await server.admin()
    const maker = await givenKey(server, owner)
    const made = await givenKey(server, maker)

    await maker.api.deleteApiKey({ params: { apiKeyId: maker.keyId } })

    await expectRevoked(server, maker)
    await expect(made.api.getCurrentUser()).resolves.toMatchObject({ isAdmin: true })
  })
})
