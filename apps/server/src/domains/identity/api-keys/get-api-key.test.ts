import { describe, expect, it } from 'vitest'
import { givenKey, markedName, useServer } from '#test'

const server = useServer('shared')

describe('getApiKey', () => {
  it('answers what the creation answered, without the secret', async () => {
    const { api } = await server.admin()
    const { secret, ...created } = await api.createApiKey({ body: { name: 'ci', preset: 'ci' } })

    const key = await api.getApiKey({ params: { apiKeyId: created.id } })

    expect(key).toEqual(created)
    expect(JSON.stringify(key)).not.toContain(secret)
  })

  it("shows an administrator a colleague's key, but not through a key of some deployments", async () => {
    const owner = await server.admin()
    const colleague = await server.colleague(owner, { role: 'Viewer' })
    const { keyId } = await givenKey(server, colleague)
    const narrow = await givenKey(server, owner, { deploymentIds: [owner.deploymentId] })

    const hidden = narrow.api.getApiKey({ params: { apiKeyId: keyId } })

    await expect(hidden).rejects.toMatchObject({ status: 404, code: 'api_key_not_found' })
    await expect(owner.api.getApiKey({ params: { apiKeyId: keyId } })).resolves.toMatchObject({ id: keyId })
  })

  it('says that a key nobody ever had was not found', async () => {
    const { api } = await server.admin()

    await expect(api.getApiKey({ params: { apiKeyId: 999_999_999 } })).rejects.toMatchObject({ status: 404, code: 'api_key_not_found' })
  })

  it('finds the key by its id after it made others, and tells which key made them', async () => {
    const owner = await server.admin()
    const maker = await givenKey(server, owner)
    const made = await maker.api.createApiKey({ body: { name: markedName(owner) } })

    expect(await owner.api.getApiKey({ params: { apiKeyId: made.id } })).toMatchObject({ createdByKeyId: maker.keyId })
  })
})
