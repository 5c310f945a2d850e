import { describe, expect, it } from 'vitest'
import { type Actor, givenKey, givenServiceAccount, useServer } from '#test'

const server = useServer({ FACET_API_KEYS_PER_OWNER: '5' })

const limit = { status: 403, code: 'api_key_limit' }
const make = (actor: Actor, body: { serviceAccountId?: number } = {}) => actor.api.createApiKey({ body: { name: 'one more', ...body } })
const ownIds = async ({ api }: Actor) => (await api.listApiKeys()).items.map(({ id }) => id)

describe('the limit of API keys per owner', () => {
  it('are as many as the installation allows, however many are asked for at once', async () => {
    const colleague = await server.colleague(await server.admin(), { role: 'Viewer' })

    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => server.outcome(colleague, 'createApiKey', { body: { name: 'at once' } })),
    )

    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(4)
    for (const refused of outcomes.filter(({ status }) => status !== 200)) expect(refused).toEqual(limit)
    expect(await ownIds(colleague)).toHaveLength(5)
  })

  it('are counted whether made by themselves or by a key they made, expired or not, and deleting one makes room', async () => {
    const colleague = await server.colleague(await server.admin(), { role: 'Viewer' })
    const made = await givenKey(server, colleague, { expiresAt: new Date(Date.now() + 60_000).toISOString() })
    for (let count = 0; count < 3; count++) await make(made)
    await server.query('update api_keys set expires_at = now() - interval $$1 hour$$ where id = $1', [made.keyId])
    await expect(make(colleague)).rejects.toMatchObject({ ...limit, message: expect.stringContaining('5') })

    await colleague.api.deleteApiKey({ params: { apiKeyId: made.keyId } })

    await expect(make(colleague)).resolves.toMatchObject({ name: 'one more' })
  })

  it('are counted for a service account as for a person, and apart from those of who made them', async () => {
    const owner = await server.admin()
    const account = await givenServiceAccount(server, owner)
    const { serviceAccountId } = account
    for (let count = 0; count < 4; count++) await make(owner, { serviceAccountId })

    await expect(make(owner, { serviceAccountId })).rejects.toMatchObject(limit)
    await expect(make(account)).rejects.toMatchObject(limit)
    await expect(make(owner)).resolves.toMatchObject({ name: 'one more' })
  })

  it('hold a repetition to the same answer when they are at the limit since', async () => {
    const colleague = await server.colleague(await server.admin(), { role: 'Viewer' })
    const once = () => colleague.api.createApiKey({ body: { name: 'once' }, idempotencyKey: 'once' })
    const first = await once()
    for (let count = 0; count < 3; count++) await make(colleague)

    expect(await once()).toEqual(first)
    await expect(make(colleague)).rejects.toMatchObject(limit)
  })
})
