import { afterEach, describe, expect, it, vi } from 'vitest'
import { givenKey, givenServiceAccount, itRefusesBodies, useServer } from '#test'

const server = useServer('shared')

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

describe('createApiKey', () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  itRefusesBodies(server, 'createApiKey', [
    [undefined, '/body/name'],
    [{}, '/body/name'],
    [{ name: '' }, '/body/name'],
    // A field nobody knows is a limit somebody meant: the key would be made without it.
    [{ name: 'x', deploymentId: 1 }, '/body/deploymentId'],
    [{ name: 'x', operations: ['getDeployments', 'dropDatabase'] }, '/body/operations'],
    [{ name: 'x', preset: 'everything' }, '/body/preset'],
    [{ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, '/body/expiresAt'],
    [{ name: 'x', expiresAt: 'tomorrow' }, '/body/expiresAt'],
    [{ name: 'x', expiresAt: '2030-12-31T23:59:60Z' }, '/body/expiresAt'],
  ])

  it('answers a key of the caller, whose secret works at once under either scheme', async () => {
    const owner = await server.admin()
    const me = await owner.api.getCurrentUser()

    const key = await owner.api.createApiKey({ body: { name: 'backend' } })

    expect(key).toEqual({
      id: key.id,
      name: 'backend',
      ownerId: me.id,
      ownerKind: 'user',
      hint: `${key.secret.slice(0, 6)}…${key.secret.slice(-3)}`,
      scope: {},
      createdAt: expect.any(String),
      createdByKeyId: (await owner.api.listApiKeys()).items[0]?.id,
      expiresAt: null,
      secret: expect.stringMatching(/^sk-[A-Za-z0-9_-]{43}$/),
    })
    for (const scheme of ['Bearer', 'Api-Key']) {
      const headers = { ...owner.headers, authorization: `${scheme} ${key.secret}` }
      expect((await server.request({ headers }, '/api/v1/users/me')).status).toBe(200)
    }
  })

  it('keeps only a hash of the secret', async () => {
    const { api, tenantId } = await server.admin()
    const { id, secret } = await api.createApiKey({ body: { name: 'backend' }, idempotencyKey: 'once' })

    const stored = await server.database().query('select * from api_keys where id = $1', [id])
    const replayable = await server
      .database()
      .query<{ response: string | null; response_sealed: Buffer }>(
        `select response, response_sealed from idempotency_keys where tenant_id = $1 and key = 'once'`,
        [tenantId],
      )

    expect(JSON.stringify(stored)).not.toContain(secret.slice(6, -3))
    expect(replayable).toEqual([{ response: null, response_sealed: expect.any(Buffer) }])
    expect(replayable[0]?.response_sealed.includes(secret.slice(6, -3))).toBe(false)
  })

  it('makes a key for a service account, which then acts as that account', async () => {
    const owner = await server.admin()
    const account = await givenServiceAccount(server, owner, 'Viewer')

    const key = await owner.api.createApiKey({ body: { name: 'second', serviceAccountId: account.serviceAccountId } })

    expect(key).toMatchObject({ ownerId: account.serviceAccountId, ownerKind: 'service_account' })
    expect(await server.clientFor(owner, key.secret).getCurrentUser()).toMatchObject({ id: account.serviceAccountId, isAdmin: false })
    await expect(account.api.createApiKey({ body: { name: 'own' } })).resolves.toMatchObject({ ownerId: account.serviceAccountId })
  })

  it('refuses to make a key for a service account to whoever does not administer the whole tenant', async () => {
    const owner = await server.admin()
    const { serviceAccountId } = await givenServiceAccount(server, owner, 'Viewer')
    const developer = await server.colleague(owner, { role: 'Developer' })
    const narrow = await givenKey(server, owner, { deploymentIds: [owner.deploymentId] })

    for (const { api } of [developer, narrow])
      await expect(api.createApiKey({ body: { name: 'x', serviceAccountId } })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('finds no service account that is unknown, of another tenant, or a person', async () => {
    const [owner, stranger] = [await server.admin(), await server.admin()]
    const { serviceAccountId } = await givenServiceAccount(server, stranger)
    const colleague = await server.colleague(owner, { role: 'Viewer' })
    const { id: userId } = await colleague.api.getCurrentUser()

    for (const id of [999_999_999, serviceAccountId, userId]) {
      const answer = owner.api.createApiKey({ body: { name: 'x', serviceAccountId: id } })
      await expect(answer).rejects.toMatchObject({ status: 404, code: 'owner_not_found' })
    }
  })

  it('refuses a key that was deleted a moment ago, even where nobody has heard of it yet', async () => {
    const owner = await server.admin()
    const lost = await givenKey(server, owner)
    await lost.api.getCurrentUser()
    // Without its triggers a deletion is told to nobody.
    await server
      .database()
      .query(`begin; set local session_replication_role = replica; delete from api_keys where id = ${lost.keyId}; commit`)

    await expect(lost.api.createApiKey({ body: { name: 'x' } })).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })

    expect((await owner.api.listApiKeys()).items).toHaveLength(1)
  })
})
