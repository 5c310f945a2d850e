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

  it('finds the key by its id after it made others, and tells which key made them', async () => {
    const owner = await server.admin()
    const maker = await givenKey(server, owner)
    const made = await maker.api.createApiKey({ body: { name: markedName(owner) } })

    expect(await owner.api.getApiKey({ params: { apiKeyId: made.id } })).toMatchObject({ createdByKeyId: maker.keyId })
  })
})
