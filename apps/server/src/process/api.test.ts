import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Client, createClient } from '#db'
import { deploymentInput, type RunningServer, send, startServer, waitingBackends } from '#test'

let server: RunningServer
let locker: Client
let headers: Record<string, string>
let deploymentId: number

beforeEach(async () => {
  server = await startServer()
  const { key } = await server.addTenant('only.test')
  headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const made = await send(`${server.address}/build/api/v1/deployments`, {
    method: 'POST',
    headers,
    body: JSON.stringify(deploymentInput('First')),
  })
  deploymentId = (made.body as { id: number }).id
  locker = createClient(server.database.adminUrl)
  await locker.connect()
})
afterEach(async () => {
  vi.useRealTimers()
  await locker.end()
  await server.stop()
  await server.database.drop()
})

/** A write that waits for a row the test holds, so that it is under way for as long as the test likes. */
const startWrite = async () => {
  await locker.query('begin')
  await locker.query('select from deployments where id = $1 for update', [deploymentId])
  const answer = send(`${server.address}/api/v1/deployments/${deploymentId}`, { method: 'PUT', headers, body: '{"name":"Renamed"}' })
  await expect.poll(() => waitingBackends(server.database), { timeout: 30_000 }).toHaveLength(1)
  return { answer, release: () => locker.query('rollback') }
}

const address = () => {
  const { hostname, port } = new URL(server.address)
  return { host: hostname, port: Number(port) }
}
const connected = (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(address(), () => resolve(socket))
    socket.once('error', reject)
  })

describe('stopping', () => {
  it('answers what is under way, says not ready to who is still connected, and turns new connections away', async () => {
    const { answer, release } = await startWrite()
    const early = await connected()
    early.write('GET /readyz HTTP/1.1\r\nHost: only.test\r\n')

    const stopped = server.stop()
    const refused = () =>
      connected().then(
        (socket) => socket.destroy() && 'connected',
        (error: { code?: string }) => error.code,
      )
    await expect.poll(refused, { timeout: 30_000 }).toBe('ECONNREFUSED')
    early.write('\r\n')
    const readiness = await text(early)
    await release()

    expect(readiness).toMatch(/^HTTP\/1.1 503 /)
    expect(readiness).toContain('{"status":"unavailable","checks":[{"name":"draining","isOk":false}]}')
    expect(readiness.toLowerCase()).toContain('connection: close')
    expect(await answer).toMatchObject({ status: 200, body: { name: 'Renamed' }, headers: { connection: 'close' } })
    await stopped
    expect(await server.database.query('select name from deployments')).toEqual([{ name: 'Renamed' }])
  })

  it('does not wait for connections that nobody uses', async () => {
    const agent = new Agent({ keepAlive: true })
    expect((await send(`${server.address}/api/v1/users/me`, { headers, agent })).status).toBe(200)
    expect(Object.keys(agent.freeSockets)).toHaveLength(1)
    const startedAt = performance.now()

    await server.stop()

    expect(performance.now() - startedAt).toBeLessThan(20_000)
    await expect.poll(() => Object.keys(agent.freeSockets).length, { timeout: 30_000 }).toBe(0)
  })

  it('cuts connections that never send a request, but not before the time that is left to the others', async () => {
    const silent = await connected()
    let isClosed = false
    silent.on('close', () => {
      isClosed = true
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

    const stopped = server.stop()
    await vi.advanceTimersByTimeAsync(24_000)
    expect(isClosed).toBe(false)
    await vi.advanceTimersByTimeAsync(1000)
    vi.useRealTimers()

    await stopped
    await expect.poll(() => isClosed, { timeout: 30_000 }).toBe(true)
  })

  it('leaves no connection to the database and no row among the live processes', async () => {
    const sessions = () =>
      server.database.query("select pid from pg_stat_activity where datname = current_database() and usename = 'facet'")
    const nodes = () => server.database.query('select id from nodes')
    expect((await sessions()).length).toBeGreaterThan(0)
    expect(await nodes()).toHaveLength(1)

    await server.stop()

    expect(await nodes()).toEqual([])
    await expect.poll(sessions, { timeout: 30_000 }).toEqual([])
  })
})

it('an unreachable trace collector is reported and does not block shutdown', async () => {
  const traced = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }, server.database)
  await send(`${traced.address}/api/v1/users/me`, { headers })

  await traced.stop()

  expect(traced.logs.filter((line) => line.includes('the last traces could not be sent'))).toHaveLength(1)
})

it('does not publish the address of a node that listens on every address', async () => {
  const wide = await startServer({ FACET_LISTEN: '0.0.0.0:0' }, server.database)
  const rows = await server.database.query('select address from nodes where id = $1', [wide.services.cluster.self])
  await wide.stop()

  expect(rows).toEqual([{ address: null }])
})
