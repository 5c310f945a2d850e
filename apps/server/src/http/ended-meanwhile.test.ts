import { once } from 'node:events'
import { type IncomingMessage, request as startRequest } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterEach, describe, expect, onTestFinished, vi } from 'vitest'
import { lazyTransaction } from '#db'
import { lockCatalog } from '#access'
import {
  type Actor,
  enterDevMode,
  expectRevoked,
  givenEmbedTenant,
  givenKey,
  givenModeler,
  givenUpload,
  holdStore,
  useServer,
  waitingBackends,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server).extend('lost', ({ owner }) => givenKey(server, owner))

afterEach(() => {
  vi.restoreAllMocks()
})

type Sent = { method: string; path: string; type?: string; body: string; sentFirst?: string }
type Answer = { status: number; body: unknown }

/** A request whose body is held back: it was judged by its head, and the rest of it comes when `finish` is called. */
const holdBack = async (actor: Actor, { method, path, type = 'application/json', body, sentFirst = '' }: Sent) => {
  const find = vi.spyOn(server.services().credentials, 'find')
  const sent = startRequest(`${server.url()}${path}`, {
    method,
    headers: {
      ...actor.headers,
      authorization: `Bearer ${actor.key}`,
      'content-type': type,
      'content-length': Buffer.byteLength(sentFirst + body),
    },
  })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  sent.flushHeaders()
  if (sentFirst !== '') sent.write(sentFirst)
  await vi.waitFor(() => expect(find).toHaveBeenCalled())
  return {
    finish: async (): Promise<Answer> => {
      sent.end(body)
      const [response] = await answered
      return { status: response.statusCode ?? 0, body: await json(response) }
    },
  }
}

const unauthenticated = { status: 401, body: { code: 'unauthenticated' } }
const keyCount = async ({ api }: Actor): Promise<number> => (await api.listApiKeys()).items.length

describe('what ends while a request is on its way', () => {
  it('is no longer there for it: a deleted key makes no other', async ({ owner, lost }) => {
    const making = await holdBack(lost, { method: 'POST', path: '/api/v1/api-keys', body: JSON.stringify({ name: 'one more' }) })

    await owner.api.deleteApiKey({ params: { apiKeyId: lost.keyId } })
    await expectRevoked(server, lost)

    expect(await making.finish()).toMatchObject(unauthenticated)
    expect(await keyCount(owner)).toBe(1)
  })

  it('is no longer there for it: who was an administrator makes none', async ({ owner }) => {
    const leaver = await server.colleague(owner, { role: 'Admin' })
    const { id } = await leaver.api.getCurrentUser()
    const promoting = await holdBack(leaver, { method: 'PUT', path: `/api/v1/users/${id}`, body: JSON.stringify({ isAdmin: true }) })

    await owner.api.updateUser({ params: { userId: id }, body: { isAdmin: false } })
    await expect.poll(() => server.outcome(leaver, 'listUsers', {})).toMatchObject({ status: 403 })

    expect(await promoting.finish()).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await leaver.api.getCurrentUser()).toMatchObject({ isAdmin: false })
  })

  it('has it repeated where it may still be called with less', async ({ owner }) => {
    const leaver = await server.colleague(owner, { role: 'Admin' })
    const { id } = await leaver.api.getCurrentUser()
    const making = await holdBack(leaver, { method: 'POST', path: '/api/v1/api-keys', body: JSON.stringify({ name: 'one more' }) })

    await owner.api.updateUser({ params: { userId: id }, body: { isAdmin: false } })
    await expect.poll(() => server.outcome(leaver, 'listUsers', {})).toMatchObject({ status: 403 })

    expect(await making.finish()).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
  })

  it('is no longer there for a file that was arriving', async () => {
    const owner = await givenModeler(server)
    const lost = await givenKey(server, owner)
    const part = (name: string, value: string) => `--xyz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const head = `${part('transaction', await givenUpload(owner))}${part('fileName', 'a.yml')}--xyz\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`
    const uploading = await holdBack(lost, {
      method: 'POST',
      path: `/build/api/v1/deployments/${owner.deploymentId}/data-model/upload/file`,
      type: 'multipart/form-data; boundary=xyz',
      sentFirst: head,
      body: 'cubes: []\r\n--xyz--\r\n',
    })

    await owner.api.deleteApiKey({ params: { apiKeyId: lost.keyId } })
    await expectRevoked(server, lost)

    expect(await uploading.finish()).toMatchObject(unauthenticated)
    expect(await server.query('select from upload_files where tenant_id = $1', [owner.tenantId])).toHaveLength(0)
  })

  it('ends an export that is read on', async ({ owner, lost }) => {
    await server.query(
      `insert into audit_entries (tenant_id, operation, outcome, actor_kind, actor_name, targets)
       select $1, 'load ' || n, 'done', 'operator', repeat('x', 10000), '[]' from generate_series(1, 3000) n`,
      [owner.tenantId],
    )
    const answer = await server.request(lost, '/api/v1/audit-logs/export')
    await owner.api.deleteApiKey({ params: { apiKeyId: lost.keyId } })
    await expectRevoked(server, lost)

    await expect(answer.text()).rejects.toThrow('terminated')
  })

  it('takes nothing from a request that nothing of it concerns', async ({ owner }) => {
    const [kept, other] = [await givenKey(server, owner), await givenKey(server, owner)]
    const making = await holdBack(kept, { method: 'POST', path: '/api/v1/api-keys', body: JSON.stringify({ name: 'one more' }) })

    await owner.api.deleteApiKey({ params: { apiKeyId: other.keyId } })
    await expectRevoked(server, other)

    expect(await making.finish()).toMatchObject({ status: 200, body: { name: 'one more' } })
  })
})

describe('what ends while the work of a request goes on', () => {
  it('undoes what was done in a transaction that had to wait', async ({ owner, lost }) => {
    const { embedTenantId, embedTenantName } = await givenEmbedTenant(server, owner)
    const holder = lazyTransaction(server.services().pool, owner.tenantId, 'read write')
    onTestFinished(() => holder.rollback())
    await lockCatalog(holder.db, owner, embedTenantId)
    const removing = server.outcome(lost, 'deleteEmbedTenant', { params: { embedTenantName } })
    await expect.poll(() => waitingBackends(server.database()), { timeout: 30_000 }).toHaveLength(1)

    await owner.api.deleteApiKey({ params: { apiKeyId: lost.keyId } })
    await expectRevoked(server, lost)
    await holder.rollback()

    expect(await removing).toEqual({ status: 401, code: 'unauthenticated' })
    expect(await owner.api.listEmbedTenants({ query: {} })).toMatchObject({ items: [{ name: embedTenantName }] })
  })

  it('keeps a change of a data model from being made', async () => {
    const owner = await givenModeler(server)
    const lost = await givenKey(server, owner)
    const branchName = await enterDevMode(owner)
    const { isHeld, release } = holdStore(server.services())
    const files = [{ path: 'model/late.yml', content: 'cubes: []\n' }]
    const saving = server.outcome(lost, 'updateFiles', { params: owner, body: { branchName, files } })
    await isHeld

    await owner.api.deleteApiKey({ params: { apiKeyId: lost.keyId } })
    await expectRevoked(server, lost)
    release()

    expect(await saving).toEqual({ status: 401, code: 'unauthenticated' })
    expect(JSON.stringify(await owner.api.listFiles({ params: owner, query: { branchName } }))).not.toContain('late.yml')
  })
})
