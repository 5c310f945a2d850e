import { once } from 'node:events'
import { request as startRequest } from 'node:http'
import { createClient } from '@facet/client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { audited } from '#kernel/audit'
import { type Acted, deploymentOwnedBy, filesOf, type RunningServer, send, spyingHandlers, startServer, useDatabase } from '#test'

const host = 'acme.test'
const settings = { FACET_RATE_LIMIT_PER_KEY: '300' }

const database = useDatabase()
let owner: RunningServer
let other: RunningServer
let apiOnly: RunningServer
let tenantId: number
let key: string
let headers: Record<string, string>
let owned: number
const acted: Record<'owner' | 'other' | 'apiOnly', Acted[]> = { owner: [], other: [], apiOnly: [] }
let aborted: Promise<unknown> | undefined

beforeAll(async () => {
  const spies = { owner: spyingHandlers(), other: spyingHandlers(), apiOnly: spyingHandlers() }
  spies.owner.handlers.updateFiles = async (input, context) => {
    acted.owner.push({ operation: 'updateFiles', requestId: context.requestId, origin: context.origin, context, input })
    const [file] = input.body.files
    if (file?.content === 'wait') {
      aborted = once(context.signal, 'abort')
      await aborted
    }
    return context.effect(async () => audited({ success: true }, [{ kind: 'commit', id: '0'.repeat(40), did: 'created' }]))
  }
  spies.owner.handlers.uploadFile = async (input) => {
    let size = 0
    for await (const chunk of input.file) size += chunk.length
    return { success: true, hash: String(size) }
  }
  owner = await startServer(settings, database, { handlers: spies.owner.handlers })
  other = await startServer(settings, database, { handlers: spies.other.handlers })
  apiOnly = await startServer(settings, database, { handlers: spies.apiOnly.handlers, roles: ['api'] })
  Object.assign(acted, { owner: spies.owner.acted, other: spies.other.acted, apiOnly: spies.apiOnly.acted })
  const tenant = await owner.addTenant(host)
  tenantId = tenant.tenantId
  key = tenant.key
  headers = { host, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  // The first ones hear of the others by their next heartbeat.
  const isSeenByAll = () => [owner, other, apiOnly].every(({ services }) => services.liveNodes() === 3)
  await vi.waitUntil(isSeenByAll, { timeout: 30_000, interval: 50 })
  owned = deploymentOwnedBy(apiOnly, tenantId, owner.services.cluster.self)
})
afterAll(async () => {
  for (const server of [apiOnly, other, owner]) await server.stop()
})

const put = (to: RunningServer, content: string, more: Record<string, string> = {}) =>
  send(`${to.address}${filesOf(owned)}`, {
    method: 'PUT',
    headers: { ...headers, ...more },
    body: JSON.stringify({ files: [{ path: '/model/a.yml', content }] }),
  })
const sendForm = (to: RunningServer, [transaction, fileName, file]: [string, string, string]) => {
  const part = (name: string, value: string, more = ''): string =>
    `--xyz\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const parts = [part('transaction', transaction), part('fileName', fileName), part('file', file, '; filename="sent"')]
  return send(`${to.address}/build/api/v1/deployments/${owned}/data-model/upload/file`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=xyz' },
    body: `${parts.join('')}--xyz--\r\n`,
  })
}
const requestsIn = ({ logs }: RunningServer, requestId: string) =>
  logs
    .filter((line) => line.includes('"msg":"request"') && line.includes(`"requestId":"${requestId}"`))
    .map((line) => JSON.parse(line) as object)

describe('a request about a data model', () => {
  it.each([
    ['a node that owns others', () => other],
    ['a node that owns none', () => apiOnly],
  ])('that reaches %s is done by the owner', async (_, server) => {
    const node = owner.services.cluster.self
    const read = await send(`${server().address}${filesOf(owned)}?withContent=true`, { headers })
    const write = await put(server(), 'a')

    expect(read).toMatchObject({ status: 200, body: { data: [] }, headers: { 'x-facet-node': node } })
    expect(write).toMatchObject({ status: 200, body: { success: true }, headers: { 'x-facet-node': node } })
    expect(acted.owner.slice(-2)).toMatchObject([
      { operation: 'listFiles', origin: `http://${host}`, input: { query: { withContent: true } } },
      { operation: 'updateFiles', origin: `http://${host}`, input: { body: { files: [{ content: 'a' }] } } },
    ])
    expect([...acted.other, ...acted.apiOnly]).toEqual([])
  })

  it.each(['yes', 'a.b', ''])('is done by the owner whatever the caller says of who passed it on: %j', async (forged) => {
    const answer = await put(other, 'a', { 'x-facet-forwarded': forged })

    expect(answer).toMatchObject({ status: 200, headers: { 'x-facet-node': owner.services.cluster.self } })
    expect(acted.other).toEqual([])
  })

  it('that reaches the owner stays there', async () => {
    const answer = await put(owner, 'a', { 'x-request-id': 'stays' })

    expect(answer).toMatchObject({ status: 200, headers: { 'x-facet-node': owner.services.cluster.self } })
    expect(requestsIn(owner, 'stays')).toHaveLength(1)
  })

  it('has one request id on both nodes and one entry in the audit trail', async () => {
    const answer = await put(apiOnly, 'a', { 'x-request-id': 'both' })

    expect(answer.headers['x-request-id']).toBe('both')
    expect(requestsIn(apiOnly, 'both')).toMatchObject([{ status: 200, forwardedTo: owner.services.cluster.self, tenantId }])
    expect(requestsIn(owner, 'both')).toMatchObject([{ status: 200, operation: 'updateFiles', tenantId }])
    expect(await database.query("select operation, outcome from audit_entries where request_id = 'both'")).toEqual([
      { operation: 'updateFiles', outcome: 'done' },
    ])
  })

  it('is answered with each header once', async () => {
    const raw = await new Promise<string[]>((resolve) => {
      startRequest(`${apiOnly.address}${filesOf(owned)}`, { headers }, (answer) => resolve(answer.resume().rawHeaders)).end()
    })
    const names = raw.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())

    expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
    expect(names).toEqual(expect.arrayContaining(['x-request-id', 'ratelimit', 'content-security-policy', 'content-length']))
    expect(names).not.toContain('x-facet-forwarded')
  })

  it('is counted to the limits where it came in, and nowhere else', async () => {
    const first = await put(owner, 'a')
    const remaining = (answer: { headers: Record<string, unknown> }) => Number(/r=(\d+)/.exec(String(answer.headers['ratelimit']))?.[1])
    for (let sent = 0; sent < 5; sent++) await put(apiOnly, 'a')
    const later = await put(owner, 'a')

    // A share of a hundred a second fills up again, so nothing but those forwarded could make it fall by more than one.
    expect(remaining(later)).toBeGreaterThanOrEqual(remaining(first) - 1)
  })

  it('is refused by the owner for a path or a body that does not fit, once', async () => {
    const noFiles = await send(`${apiOnly.address}${filesOf(owned)}`, { method: 'PUT', headers, body: '{"files":1}' })
    const noNumber = await send(`${apiOnly.address}/build/api/v1/deployments/first/data-model/files`, { headers })
    const noKey = await send(`${apiOnly.address}${filesOf(owned)}`, { headers: { host, 'x-request-id': 'no-key' } })

    expect(noFiles).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ pointer: '/body/files' }] } })
    expect(noNumber).toMatchObject({ status: 400, headers: { 'x-facet-node': apiOnly.services.cluster.self } })
    expect(noKey).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(requestsIn(owner, 'no-key')).toEqual([])
  })

  it('ends at the owner when the caller hangs up', async () => {
    const sent = startRequest(`${apiOnly.address}${filesOf(owned)}`, { method: 'PUT', headers })
    sent.on('error', () => undefined)
    sent.end(JSON.stringify({ files: [{ path: '/model/a.yml', content: 'wait' }] }))
    await expect.poll(() => aborted !== undefined, { timeout: 30_000 }).toBe(true)

    sent.destroy()

    await aborted
  })

  it('with twenty megabytes arrives whole', async () => {
    const content = 'x'.repeat(20_000_000)
    const answer = await put(apiOnly, content)

    expect(answer.status).toBe(200)
    const input = acted.owner.at(-1)?.input as { body: { files: { content: string }[] } }
    expect(input.body.files[0]?.content.length).toBe(content.length)
  })

  it('with a form and a file arrives whole', async () => {
    const api = createClient({ baseUrl: apiOnly.address, key, headers: { 'x-forwarded-host': host } })
    const body = { transaction: 't-1', fileName: 'model/a.yml' }
    const answer = await api.uploadFile({ params: { deploymentId: owned }, body, file: new Uint8Array(8_000_000) })

    expect(answer).toEqual({ success: true, hash: '8000000' })
    // Counted where it came in alone: what the key may upload by way of the owner is there still.
    const direct = await sendForm(owner, ['t-1', 'model/b.yml', 'x'])
    expect(Number(/r=(\d+)/.exec(String(direct.headers['ratelimit']))?.[1])).toBeGreaterThan(4_000_000)
  })

  it('without a length is passed on without one', async () => {
    const answer = await put(apiOnly, 'chunks', { 'transfer-encoding': 'chunked' })

    expect(answer.status).toBe(200)
    expect(acted.owner.at(-1)?.input).toMatchObject({ body: { files: [{ content: 'chunks' }] } })
  })

  it('by HEAD is answered without a body', async () => {
    const answer = await send(`${apiOnly.address}${filesOf(owned)}`, { method: 'HEAD', headers })

    expect(answer).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-length': '11', 'x-facet-node': owner.services.cluster.self },
    })
  })

  it.each(['GET', 'HEAD'])('by %s is done by the owner whatever body comes with it', async (method) => {
    const answer = await send(`${apiOnly.address}${filesOf(owned)}`, { method, headers, body: 'x'.repeat(3_000_000) })

    expect(answer).toMatchObject({ status: 200, headers: { 'x-facet-node': owner.services.cluster.self } })
  })

  it('that is too large without saying so is refused by the owner, and the caller hears it', async () => {
    const body = JSON.stringify({ branchName: 'x'.repeat(3_000_000) })
    const answer = await send(`${apiOnly.address}/build/api/v1/deployments/${owned}/data-model/upload/start`, {
      method: 'POST',
      headers: { ...headers, 'transfer-encoding': 'chunked' },
      body,
    })

    expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
  })

  it('with a file that is too large is refused by the owner, with the name of the file', async () => {
    const answer = await sendForm(apiOnly, ['t-1', 'model/huge.csv', 'x'.repeat(20_000_000)])

    expect(answer).toMatchObject({ status: 413, body: { code: 'file_too_large' } })
    expect(answer.text).toContain('model/huge.csv')
  })

  it('that is too large is refused where it came in', async () => {
    const answer = await send(`${apiOnly.address}${filesOf(owned)}`, {
      method: 'PUT',
      headers: { ...headers, 'content-length': '99999999' },
    })

    expect(answer).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
      headers: { 'x-facet-node': apiOnly.services.cluster.self },
    })
  })
})
