import { describe, expect } from 'vitest'
import { createClient } from '#db'
import { type Actor, type Answered, deploymentInput, send, startServer, useServer, withOwner } from '#test'

const server = useServer('shared')
const it = withOwner(server)
let lastKey = 0
const newKey = (): string => `key-${++lastKey}`

const post = (who: Actor, path: string, idempotencyKey: string, body: unknown, process = server.url()): Promise<Answered> =>
  send(`${process}${path}`, {
    method: 'POST',
    headers: {
      ...who.headers,
      authorization: `Bearer ${who.key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(body),
  })

const createDeployment = (who: Actor, key: string, name: string, process?: string) =>
  post(who, '/build/api/v1/deployments', key, deploymentInput(name), process)
const createKey = (who: Actor, key: string, name: string) => post(who, '/api/v1/api-keys', key, { name })

const namesOf = async (who: Actor): Promise<string[]> =>
  (await server.query<{ name: string }>('select name from deployments where tenant_id = $1 order by id', [who.tenantId])).map(
    ({ name }) => name,
  )
const claims = (who: Actor, key: string) =>
  server.query<{ response: string | null; sealed: Buffer | null }>(
    'select response, response_sealed as sealed from idempotency_keys where tenant_id = $1 and key = $2',
    [who.tenantId, key],
  )
const auditEntries = async (who: Actor, operation: string): Promise<number> =>
  (await server.query('select id from audit_entries where tenant_id = $1 and operation = $2', [who.tenantId, operation])).length

describe('a request repeated with its Idempotency-Key', () => {
  it('is answered with the same bytes and does nothing again', async ({ admin }) => {
    const key = newKey()

    const first = await createDeployment(admin, key, 'Once')
    const entries = await auditEntries(admin, 'createDeployment')
    const second = await createDeployment(admin, key, 'Once')

    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.text).toBe(first.text)
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([undefined, 'true'])
    expect(await namesOf(admin)).toEqual(['First', 'Once'])
    expect(await auditEntries(admin, 'createDeployment')).toBe(entries)
  })

  it('is refused when the body is another one', async ({ admin }) => {
    const key = newKey()
    await createDeployment(admin, key, 'Once')

    expect(await createDeployment(admin, key, 'Twice')).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    expect(await namesOf(admin)).toEqual(['First', 'Once'])
  })

  it.for(['has spaces', 'ü', 'x'.repeat(256), ''])('is refused when the key is malformed: "%s"', async (key, { admin }) => {
    expect(await createDeployment(admin, key, 'Never')).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(await namesOf(admin)).toEqual(['First'])
  })

  it('has one effect when fifty come at once', async ({ admin }) => {
    const key = newKey()

    const answers = await Promise.all(Array.from({ length: 50 }, () => createDeployment(admin, key, 'Once')))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1)
    expect(await namesOf(admin)).toEqual(['First', 'Once'])
  })

  it('has one effect when they come to two processes at once', async ({ admin }) => {
    const other = await startServer({}, server.database())
    const key = newKey()

    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => createDeployment(admin, key, 'Once', n % 2 === 0 ? server.url() : other.address)),
    )
    await other.stop()

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await namesOf(admin)).toEqual(['First', 'Once'])
  })

  it('is done anew once the kept answer expired', async ({ admin }) => {
    const key = newKey()
    await createDeployment(admin, key, 'Yesterday')
    await server.query("update idempotency_keys set expires_at = now() - interval '1 second' where key = $1", [key])

    const again = await createDeployment(admin, key, 'Today')

    expect(again.status).toBe(200)
    expect(again.headers['idempotency-replayed']).toBeUndefined()
    expect(await namesOf(admin)).toEqual(['First', 'Yesterday', 'Today'])
    expect((await createDeployment(admin, key, 'Today')).headers['idempotency-replayed']).toBe('true')
  })
})

describe('an Idempotency-Key', () => {
  it("is each credential's own, and each tenant's", async ({ admin, stranger }) => {
    const colleague = await server.colleague(admin, { role: 'Admin' })
    const key = newKey()

    const answers = [
      await createDeployment(admin, key, 'Mine'),
      await createDeployment(colleague, key, 'Ours'),
      await createDeployment(stranger, key, 'Theirs'),
    ]

    expect(answers.map(({ status, headers }) => [status, headers['idempotency-replayed']])).toEqual(
      Array.from({ length: 3 }, () => [200, undefined]),
    )
    expect(await namesOf(admin)).toEqual(['First', 'Mine', 'Ours'])
    expect(await namesOf(stranger)).toEqual(['First', 'Theirs'])
  })

  it("is each operation's own", async ({ admin }) => {
    const key = newKey()

    expect((await createDeployment(admin, key, 'Mine')).status).toBe(200)
    expect((await createKey(admin, key, 'Mine')).status).toBe(200)
  })

  it('answers 409 while another process is still at it, and is free when that one gave up', async ({ admin }) => {
    const key = newKey()
    const elsewhere = createClient(server.database().adminUrl)
    await elsewhere.connect()
    await elsewhere.query('begin')
    await elsewhere.query(
      "insert into idempotency_keys (tenant_id, credential_id, operation, key, request_hash) select tenant_id, id, 'createDeployment', $2, '' from api_keys where tenant_id = $1",
      [admin.tenantId, key],
    )

    const busy = await createDeployment(admin, key, 'Mine')
    await elsewhere.query('rollback')
    await elsewhere.end()

    expect(busy).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' }, headers: { 'retry-after': '1' } })
    expect((await createDeployment(admin, key, 'Mine')).status).toBe(200)
  })

  it('is not used up by a request that failed', async ({ admin }) => {
    const key = newKey()

    expect(await createDeployment(admin, key, 'First')).toMatchObject({ status: 409, body: { code: 'deployment_name_taken' } })
    expect(await claims(admin, key)).toEqual([])

    expect((await createDeployment(admin, key, 'Free')).status).toBe(200)
    expect(await claims(admin, key)).toHaveLength(1)
  })
})

describe('a kept answer that holds a secret', () => {
  it('is sealed, and opens for who repeats the request', async ({ admin }) => {
    const key = newKey()

    const first = await createKey(admin, key, 'Storefront')
    const { secret } = first.body as { secret: string }
    const second = await createKey(admin, key, 'Storefront')

    expect(second.text).toBe(first.text)
    expect(second.headers['idempotency-replayed']).toBe('true')
    await expect(server.clientFor(admin, secret).getCurrentUser()).resolves.toBeDefined()
    const [kept] = await claims(admin, key)
    expect(kept?.response).toBeNull()
    expect(kept?.sealed?.length).toBeGreaterThan(first.text.length)
    expect(kept?.sealed?.includes(secret.slice(0, 12))).toBe(false)
  })

  it('stands in plain where it holds none, which shows that the search above finds one', async ({ admin }) => {
    const key = newKey()
    const made = await createDeployment(admin, key, 'In the open')

    expect(await claims(admin, key)).toMatchObject([{ response: made.text, sealed: null }])
  })
})
