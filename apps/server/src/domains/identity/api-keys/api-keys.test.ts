import type { ApiKeyScope, CreateApiKeyInput } from '@facet/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  expectRevoked,
  givenDeployments,
  givenKey,
  givenServiceAccount,
  itPagesByCursor,
  itRefusesBodies,
  markedName,
  useServer,
} from '#test'

const server = useServer('shared')

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()
const exceeds = { status: 403, code: 'key_exceeds_creator' }
/** What a key of one scope makes of a request for another. */
const made = async (held: ApiKeyScope, wanted: Omit<CreateApiKeyInput, 'name'>) => {
  const maker = await server.colleague(await server.admin(), { role: 'Admin', scope: held })
  return maker.api.createApiKey({ body: { name: 'made', ...wanted } })
}

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

describe('the scope of createApiKey', () => {
  it('is what was asked for when the maker has none, nulls left out', async () => {
    const scope = {
      deploymentIds: [7],
      preset: 'ci',
      operations: ['getDeployments'],
      embedTenants: ['acme'],
      origins: ['https://app.example.com'],
      tenantWide: true,
    } as const satisfies ApiKeyScope

    expect((await made({}, { ...scope, deploymentIds: [...scope.deploymentIds] })).scope).toEqual(scope)
    expect((await made({}, { deploymentIds: null, preset: null, origins: null })).scope).toEqual({})
  })

  it('is taken over from the maker where nothing is asked for', async () => {
    const held: ApiKeyScope = {
      deploymentIds: [7, 8],
      operations: ['createApiKey', 'getDeployments'],
      embedTenants: ['acme'],
      origins: ['https://app.example.com'],
      tenantWide: true,
    }

    expect((await made(held, {})).scope).toEqual(held)
    expect((await made(held, { deploymentIds: null, operations: null, embedTenants: null, origins: null })).scope).toEqual(held)
  })

  it('is held by the maker, whatever its owner may do otherwise', async () => {
    const owner = await server.admin()
    const [second = 0] = await givenDeployments(owner, 'Second')
    const narrow = await givenKey(server, owner, { deploymentIds: [second] })
    const narrower = await givenKey(server, narrow, { operations: ['getDeployments'] })

    expect((await narrower.api.getDeployments()).items.map(({ id }) => id)).toEqual([second])
    await expect(narrower.api.getDeployment({ params: { deploymentId: second } })).rejects.toMatchObject({
      status: 403,
      code: 'outside_key_scope',
    })
    await expect(narrower.api.getCurrentUser()).resolves.toMatchObject({ isAdmin: true })
  })

  it('allows nothing where a list is empty, which is not the same as leaving it out', async () => {
    const owner = await server.admin()
    const noDeployment = await givenKey(server, owner, { deploymentIds: [] })
    const noOperation = await givenKey(server, owner, { operations: [] })

    expect((await noDeployment.api.getDeployments()).items).toEqual([])
    for (const { api } of [noDeployment, noOperation])
      await expect(api.getTenantSettings()).rejects.toMatchObject({ status: 403, code: 'outside_key_scope' })
    await expect(noDeployment.api.createApiKey({ body: { name: 'x', deploymentIds: [owner.deploymentId] } })).rejects.toMatchObject(exceeds)
  })

  it('never outlives the maker: an expiry is taken over, may come sooner, and not later', async () => {
    const owner = await server.admin()
    const expiresAt = inMinutes(60)
    const maker = await givenKey(server, owner, { expiresAt })
    const sooner = inMinutes(30)

    expect(await maker.api.createApiKey({ body: { name: 'same' } })).toMatchObject({ expiresAt })
    expect(await maker.api.createApiKey({ body: { name: 'sooner', expiresAt: sooner } })).toMatchObject({ expiresAt: sooner })
    await expect(maker.api.createApiKey({ body: { name: 'later', expiresAt: inMinutes(61) } })).rejects.toMatchObject(exceeds)
  })
})

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
