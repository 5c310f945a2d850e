import type { ApiKeyScope, CreateApiKeyInput } from '@facet/contract'
import { afterEach, describe, expect, vi } from 'vitest'
import {
  expectRevoked,
  failureOf,
  givenKey,
  givenServiceAccount,
  itPagesByCursor,
  itRefusesBodies,
  markedName,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server).extend('maker', ({ owner }) => givenKey(server, owner))

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()
const exceeds = { status: 403, code: 'key_exceeds_creator' }
/** What a key of one scope makes of a request for another. */
const createWith = async (held: ApiKeyScope, wanted: Omit<CreateApiKeyInput, 'name'>) => {
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

  it('creates a key of the caller that works under both schemes', async ({ owner }) => {
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

  it('creates a key that acts as the service account', async ({ owner }) => {
    const account = await givenServiceAccount(server, owner, 'Viewer')

    const key = await owner.api.createApiKey({ body: { name: 'second', serviceAccountId: account.serviceAccountId } })

    expect(key).toMatchObject({ ownerId: account.serviceAccountId, ownerKind: 'service_account' })
    expect(await server.clientFor(owner, key.secret).getCurrentUser()).toMatchObject({ id: account.serviceAccountId, isAdmin: false })
    await expect(account.api.createApiKey({ body: { name: 'own' } })).resolves.toMatchObject({ ownerId: account.serviceAccountId })
  })

  it('refuses a key for a service account when the caller does not administer the whole tenant', async ({ owner }) => {
    const { serviceAccountId } = await givenServiceAccount(server, owner, 'Viewer')
    const developer = await server.colleague(owner, { role: 'Developer' })
    const narrow = await givenKey(server, owner, { deploymentIds: [owner.deploymentId] })

    for (const { api } of [developer, narrow])
      await expect(api.createApiKey({ body: { name: 'x', serviceAccountId } })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('returns 404 when the owner is unknown, of another tenant or a person', async ({ owner, stranger }) => {
    const { serviceAccountId } = await givenServiceAccount(server, stranger)
    const colleague = await server.colleague(owner, { role: 'Viewer' })
    const { id: userId } = await colleague.api.getCurrentUser()

    for (const id of [999_999_999, serviceAccountId, userId]) {
      const answer = owner.api.createApiKey({ body: { name: 'x', serviceAccountId: id } })
      await expect(answer).rejects.toMatchObject({ status: 404, code: 'owner_not_found' })
    }
  })

  it('refuses a deleted key when no notification of the deletion arrived', async ({ owner, maker: lost }) => {
    await lost.api.getCurrentUser()
    // Without its triggers a deletion is told to nobody.
    await server.query(`begin; set local session_replication_role = replica; delete from api_keys where id = ${lost.keyId}; commit`)

    await expect(lost.api.createApiKey({ body: { name: 'x' } })).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })

    expect((await owner.api.listApiKeys()).items).toHaveLength(1)
  })
})

describe('the scope of createApiKey', () => {
  it('is the requested scope when the maker has none', async () => {
    const scope = {
      deploymentIds: [7],
      preset: 'ci',
      operations: ['getDeployments'],
      embedTenants: ['acme'],
      origins: ['https://app.example.com'],
      tenantWide: true,
    } as const satisfies ApiKeyScope

    expect((await createWith({}, { ...scope, deploymentIds: [...scope.deploymentIds] })).scope).toEqual(scope)
    expect((await createWith({}, { deploymentIds: null, preset: null, origins: null })).scope).toEqual({})
  })

  it('is inherited from the maker when none is requested', async () => {
    const held: ApiKeyScope = {
      deploymentIds: [7, 8],
      operations: ['createApiKey', 'getDeployments'],
      embedTenants: ['acme'],
      origins: ['https://app.example.com'],
      tenantWide: true,
    }

    expect((await createWith(held, {})).scope).toEqual(held)
    expect((await createWith(held, { deploymentIds: null, operations: null, embedTenants: null, origins: null })).scope).toEqual(held)
  })

  it('limits a key further than its owner', async ({ owner, second }) => {
    const narrow = await givenKey(server, owner, { deploymentIds: [second] })
    const narrower = await givenKey(server, narrow, { operations: ['getDeployments'] })

    expect((await narrower.api.getDeployments()).items.map(({ id }) => id)).toEqual([second])
    await expect(narrower.api.getDeployment({ params: { deploymentId: second } })).rejects.toMatchObject(failureOf('outside_key_scope'))
    await expect(narrower.api.getCurrentUser()).resolves.toMatchObject({ isAdmin: true })
  })

  it('permits nothing when a list is empty', async ({ owner }) => {
    const noDeployment = await givenKey(server, owner, { deploymentIds: [] })
    const noOperation = await givenKey(server, owner, { operations: [] })

    expect((await noDeployment.api.getDeployments()).items).toEqual([])
    for (const { api } of [noDeployment, noOperation])
      await expect(api.getTenantSettings()).rejects.toMatchObject({ status: 403, code: 'outside_key_scope' })
    await expect(noDeployment.api.createApiKey({ body: { name: 'x', deploymentIds: [owner.deploymentId] } })).rejects.toMatchObject(exceeds)
  })

  it('never expires later than the maker', async ({ owner }) => {
    const expiresAt = inMinutes(60)
    const maker = await givenKey(server, owner, { expiresAt })
    const sooner = inMinutes(30)

    expect(await maker.api.createApiKey({ body: { name: 'same' } })).toMatchObject({ expiresAt })
    expect(await maker.api.createApiKey({ body: { name: 'sooner', expiresAt: sooner } })).toMatchObject({ expiresAt: sooner })
    await expect(maker.api.createApiKey({ body: { name: 'later', expiresAt: inMinutes(61) } })).rejects.toMatchObject(exceeds)
  })
})

describe('getApiKey', () => {
  it('returns the created key without its secret', async () => {
    const { api } = await server.admin()
    const { secret, ...created } = await api.createApiKey({ body: { name: 'ci', preset: 'ci' } })

    const key = await api.getApiKey({ params: { apiKeyId: created.id } })

    expect(key).toEqual(created)
    expect(JSON.stringify(key)).not.toContain(secret)
  })

  it('returns the id of the key that created it', async ({ owner, maker }) => {
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

  it("lists every key for an administrator, oldest first, and otherwise the caller's own", async ({ owner }) => {
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

  it('returns only a hint of each secret', async ({ owner }) => {
    const answer = JSON.stringify(await owner.api.listApiKeys())

    expect(answer).not.toContain(owner.key)
    expect(answer).toContain(`${owner.key.slice(0, 6)}…${owner.key.slice(-3)}`)
    expect(answer).not.toMatch(/hash|"secret"/i)
  })

  it('lists for a key of some deployments itself and the keys it created', async ({ owner }) => {
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
  it('revokes a key that is in use', async ({ owner, maker: key }) => {
    await key.api.getCurrentUser()

    expect(await owner.api.deleteApiKey({ params: { apiKeyId: key.keyId } })).toEqual({ success: true })

    await expectRevoked(server, key)
    await expect(owner.api.getApiKey({ params: { apiKeyId: key.keyId } })).rejects.toMatchObject({ code: 'api_key_not_found' })
  })

  it('deletes the calling key and keeps the keys it created', async ({ maker }) => {
    const made = await givenKey(server, maker)

    await maker.api.deleteApiKey({ params: { apiKeyId: maker.keyId } })

    await expectRevoked(server, maker)
    await expect(made.api.getCurrentUser()).resolves.toMatchObject({ isAdmin: true })
  })
})
