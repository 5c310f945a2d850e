import { type RequestListener, request as startRequest } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  deploymentOwnedBy,
  filesOf,
  listStandIn,
  programEnv,
  type RunningServer,
  send,
  spawnServe,
  spyingHandlers,
  type StandIn,
  startServer,
  useDatabase,
} from '#test'

const host = 'acme.test'
const stopped = { code: 'service_unavailable', message: expect.stringContaining('stopped answering') as string }

const database = useDatabase()
let tenant: { tenantId: number; key: string } | undefined
let close: (() => Promise<unknown>)[]

beforeEach(() => {
  close = []
})
afterEach(async () => {
  for (const step of close.toReversed()) await step()
  // The database is shared. The nodes of one test must not be owners in the next.
  await database.query('delete from nodes')
})

const standIn = async (listener: RequestListener): Promise<StandIn> => {
  const made = await listStandIn(database, listener)
  close.push(made.close)
  return made
}

/** A node that is asked, started after the others so that it knows them from its first moment. */
const startAsked = async (roles?: ('api' | 'authoring')[]) => {
  const { handlers, acted } = spyingHandlers()
  const asked = await startServer({}, database, { handlers, ...(roles ? { roles } : {}) })
  close.push(asked.stop)
  tenant ??= await asked.addTenant(host)
  const { tenantId, key } = tenant
  const headers = { host, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return { asked, acted, tenantId, headers }
}

const body = JSON.stringify({ files: [{ path: '/model/a.yml', content: 'a' }] })
const selfOf = ({ services }: RunningServer): string => services.cluster.self

const relayTo =
  (target: () => string): RequestListener =>
  (request, response) => {
    const passing = startRequest(`${target()}${request.url}`, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    request.pipe(passing)
  }

describe('an owner that cannot be reached', () => {
  it('is replaced at once by the node that was asked, which then does not ask it again', async () => {
    const dead = await standIn(() => undefined)
    const { asked, acted, tenantId, headers } = await startAsked()
    const url = `${asked.address}${filesOf(deploymentOwnedBy(asked, tenantId, dead.id))}`
    await dead.close()

    const write = await send(url, { method: 'PUT', headers, body })
    const read = await send(url, { headers })

    expect(write).toMatchObject({ status: 200, headers: { 'x-facet-node': selfOf(asked) } })
    expect(read).toMatchObject({ status: 200, headers: { 'x-facet-node': selfOf(asked) } })
    expect(acted).toMatchObject([{ operation: 'updateFiles', input: { body: { files: [{ content: 'a' }] } } }, { operation: 'listFiles' }])
    expect(asked.logs.filter((line) => line.includes('the owner is unreachable'))).toHaveLength(1)
  })

  it('is replaced by the next owner for a node that may not act, and by nobody when there is none', async () => {
    const dead = await standIn(() => undefined)
    const next = await standIn((_request, answer) => answer.setHeader('content-type', 'application/json').end('{"success":true}'))
    const { asked, acted, tenantId, headers } = await startAsked(['api'])
    const url = `${asked.address}${filesOf(deploymentOwnedBy(asked, tenantId, dead.id))}`
    await dead.close()

    expect(await send(url, { method: 'PUT', headers, body })).toMatchObject({ status: 200, body: { success: true } })
    await next.close()
    const nobody = await send(url, { method: 'PUT', headers, body })

    expect(nobody).toMatchObject({ status: 503, body: { code: 'service_unavailable' }, headers: { 'retry-after': '1' } })
    expect(acted).toEqual([])
  })
})

describe('an owner that loses the connection', () => {
  /** Lives, and cuts everything else short. */
  const cutting: RequestListener = (request, answer) => void (request.url === '/livez' ? answer.end() : request.socket.destroy())

  it('makes a write fail, which nobody repeats', async () => {
    let arrived = 0
    const owner = await standIn((request, answer) => {
      if (request.url !== '/livez') arrived += 1
      cutting(request, answer)
    })
    const { asked, acted, tenantId, headers } = await startAsked()

    const url = `${asked.address}${filesOf(deploymentOwnedBy(asked, tenantId, owner.id))}`
    const answer = await send(url, { method: 'PUT', headers, body })

    expect(answer).toMatchObject({ status: 503, body: stopped, headers: { 'retry-after': '1' } })
    expect({ arrived, acted }).toEqual({ arrived: 1, acted: [] })
  })

  it('and does not live is replaced for the next request, as one that is gone behind a proxy', async () => {
    const gone = await standIn((request) => void request.socket.destroy())
    const { asked, acted, tenantId, headers } = await startAsked()
    const url = `${asked.address}${filesOf(deploymentOwnedBy(asked, tenantId, gone.id))}`

    const first = await send(url, { method: 'PUT', headers, body })
    const second = await send(url, { method: 'PUT', headers, body })

    expect(first).toMatchObject({ status: 503, body: stopped })
    expect(second).toMatchObject({ status: 200, headers: { 'x-facet-node': selfOf(asked) } })
    expect(acted).toHaveLength(1)
  })

  it('lets a read be repeated here', async () => {
    const owner = await standIn(cutting)
    const { asked, acted, tenantId, headers } = await startAsked()

    const answer = await send(`${asked.address}${filesOf(deploymentOwnedBy(asked, tenantId, owner.id))}`, { headers })

    expect(answer).toMatchObject({ status: 200, headers: { 'x-facet-node': selfOf(asked) } })
    expect(acted).toHaveLength(1)
  })

  it.each(['GET', 'HEAD'])('is not sent the body of a %s, which nobody reads', async (method) => {
    const arrived: { length: string | undefined; encoding: string | undefined; bytes: number }[] = []
    const owner = await standIn((request, answer) => {
      const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
      let bytes = 0
      request.on('data', (chunk: Buffer) => (bytes += chunk.length))
      request.on('end', () => {
        if (request.url !== '/livez') arrived.push({ length, encoding, bytes })
        answer.setHeader('content-type', 'application/json').end('{"data":[]}')
      })
    })
    const { asked, tenantId, headers } = await startAsked()
    const url = `${asked.address}${filesOf(deploymentOwnedBy(asked, tenantId, owner.id))}`

    const withLength = await send(url, { method, headers, body: 'x'.repeat(1000) })
    const inChunks = await send(url, { method, headers: { ...headers, 'transfer-encoding': 'chunked' }, body: 'x'.repeat(1000) })

    expect([withLength.status, inChunks.status]).toEqual([200, 200])
    const bodiless = { length: undefined, encoding: undefined, bytes: 0 }
    expect(arrived).toEqual([bodiless, bodiless])
  })

  it('makes a read fail that a node which may not act has repeated once', async () => {
    let arrived = 0
    const owner = await standIn((request, answer) => {
      if (request.url !== '/livez') arrived += 1
      cutting(request, answer)
    })
    const { asked, tenantId, headers } = await startAsked(['api'])

    const answer = await send(`${asked.address}${filesOf(deploymentOwnedBy(asked, tenantId, owner.id))}`, { headers })

    expect(answer).toMatchObject({ status: 503, body: stopped })
    expect(arrived).toBe(2)
  })

  it('cuts an answer that had begun, so that nobody takes a part for the whole', async () => {
    const owner = await standIn((_request, answer) => {
      answer.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      answer.write('{"data":[', () => answer.socket?.destroy())
    })
    const { asked, tenantId, headers } = await startAsked()

    await expect(send(`${asked.address}${filesOf(deploymentOwnedBy(asked, tenantId, owner.id))}`, { headers })).rejects.toMatchObject({
      code: 'ECONNRESET',
    })
  })
})

describe('an owner that is slow', () => {
  it('is waited for as long as it says that it lives', async () => {
    let probes = 0
    const owner = await standIn((request, answer) => {
      if (request.url === '/livez') {
        probes += 1
        answer.end('{"status":"ok"}')
      } else
        void vi
          .waitUntil(() => probes === 2, { timeout: 30_000 })
          .then(() => answer.setHeader('content-type', 'application/json').end('{"success":true}'))
    })
    const { asked, tenantId, headers } = await startAsked()

    const url = `${asked.address}${filesOf(deploymentOwnedBy(asked, tenantId, owner.id))}`

    expect(await send(url, { method: 'PUT', headers, body })).toMatchObject({ status: 200, body: { success: true } })
  })

  it('holds the caller back instead of having its body kept on the way', async () => {
    let isReading = (): void => undefined
    let arrivedBytes = 0
    const owner = await standIn((request, answer) => {
      isReading = () => {
        request.on('data', (bytes: Buffer) => (arrivedBytes += bytes.length))
        request.on('end', () => answer.setHeader('content-type', 'application/json').end('{"success":true}'))
      }
    })
    const { asked, tenantId, headers } = await startAsked()
    const size = 20_000_000
    const url = `${asked.address}${filesOf(deploymentOwnedBy(asked, tenantId, owner.id))}`
    const sent = startRequest(url, { method: 'PUT', headers: { ...headers, 'content-length': String(size) } })
    const answered = new Promise<number | undefined>((resolve) => sent.once('response', (answer) => resolve(answer.resume().statusCode)))
    sent.write(Buffer.alloc(size, 'x'))
    sent.end()
    const unsent = () => sent.socket?.writableLength ?? 0
    let before = -1
    await expect
      .poll(() => (unsent() === before && before !== 0 ? 'held back' : (before = unsent())), { timeout: 60_000, interval: 200 })
      .toBe('held back')

    // What the sockets on the way hold is a few megabytes; the rest is still with the caller.
    expect(unsent()).toBeGreaterThan(size / 2)
    isReading()
    expect(await answered).toBe(200)
    expect(arrivedBytes).toBe(size)
  })
})

it('the first request to a stopped owner fails within five seconds and the next is served', async () => {
  const owner = await spawnServe(programEnv(database.serviceUrl))
  close.push(() => {
    owner.process.kill('SIGKILL')
    return owner.ended
  })
  const { asked, acted, tenantId, headers } = await startAsked()
  const [row] = await database.query<{ id: string }>('select id from nodes where id <> $1', [selfOf(asked)])
  const url = `${asked.address}${filesOf(deploymentOwnedBy(asked, tenantId, row?.id ?? ''))}`
  owner.process.kill('SIGSTOP')
  const startedMs = performance.now()

  const first = await send(url, { method: 'PUT', headers, body })
  const firstMs = performance.now() - startedMs
  const second = await send(url, { method: 'PUT', headers, body })

  expect(first).toMatchObject({ status: 503, body: stopped, headers: { 'retry-after': '1' } })
  expect(firstMs).toBeLessThan(6000)
  expect(second).toMatchObject({ status: 200, headers: { 'x-facet-node': selfOf(asked) } })
  expect(acted).toHaveLength(1)
})

describe('an owner on its way out', () => {
  it('is not chosen any more and still does what reaches it', async () => {
    const spied = spyingHandlers()
    const leaving = await startServer({ FACET_DRAIN_MS: '8000' }, database, { handlers: spied.handlers })
    close.push(leaving.stop)
    const { asked, acted, tenantId, headers } = await startAsked()
    const path = filesOf(deploymentOwnedBy(asked, tenantId, selfOf(leaving)))

    void leaving.stop()

    await expect.poll(() => asked.services.liveNodes(), { timeout: 30_000 }).toBe(1)
    expect((await send(`${asked.address}${path}`, { headers })).headers['x-facet-node']).toBe(selfOf(asked))
    expect((await send(`${leaving.address}${path}`, { headers })).headers['x-facet-node']).toBe(selfOf(leaving))
    expect([acted.length, spied.acted.length]).toEqual([1, 1])
  })
})

it('the request fails after a few turns when the owner rejects every token', async () => {
  const passes: string[] = []
  const relay = relayTo(() => asked.address)
  const circle = await standIn((request, response) => {
    if (request.url === '/livez') return void response.end('{}')
    passes.push(String(request.headers['x-facet-forwarded']))
    relay(request, response)
  })
  const { asked, acted, tenantId, headers } = await startAsked()

  const answer = await send(`${asked.address}${filesOf(deploymentOwnedBy(asked, tenantId, circle.id))}`, { headers })

  expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable', message: expect.stringContaining('loop') } })
  expect(passes.length).toBeLessThan(5)
  expect(acted).toEqual([])
})

describe('an owner that was killed and is back under its address', () => {
  it('does what is passed on to the one before it, and what it is asked itself', async () => {
    const killed = await standIn(relayTo(() => back.address))
    const { asked, tenantId, headers } = await startAsked()
    // With a second tenant and a proxy in front, the host name that selects the tenant is known from the token alone.
    await asked.addTenant('other.test')
    const proxied = { ...headers, host: 'proxy.test', 'x-forwarded-host': host }
    const isOfKilled = (id: number): boolean => {
      const owner = asked.services.cluster.ownerOf(tenantId, id)
      return owner !== 'self' && owner?.id === killed.id
    }
    const deployments = Array.from({ length: 200 }, (_, place) => place + 1)
      .filter(isOfKilled)
      .slice(0, 10)
    const back = await startServer({ FACET_NODE_ADDRESS: killed.address }, database, { handlers: spyingHandlers().handlers })
    close.push(back.stop)

    const answers = []
    for (const server of [asked, back])
      for (const id of deployments) answers.push(await send(`${server.address}${filesOf(id)}`, { method: 'PUT', headers: proxied, body }))

    expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(Array.from({ length: 20 }, () => '200 {"success":true}'))
  })
})
