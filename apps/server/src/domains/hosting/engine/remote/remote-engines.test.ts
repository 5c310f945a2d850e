import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, vi, test } from 'vitest'
import type { Dispatcher } from 'undici'
import { Failure } from '#kernel/failure'
import {
  answerWith,
  contextOf,
  makeCertificates,
  routesTo,
  routesTrusting,
  startEngineNode,
  type TestEngineNode,
  type TestRoutes,
  variableValue,
} from '#test'
import { type AskedEnvironment, type EngineLease, maxCallerBytes } from '../engines/index.ts'

const patient = new AbortController().signal
const load = '/cubejs-api/v1/load'
const caller = { ctx: { shop: 7 }, facet: { embed: true } }

type Query = { ctx?: object; path?: string; body?: Dispatcher.DispatchOptions['body']; signal?: AbortSignal }

const query = async (
  { engines }: TestRoutes,
  environment: AskedEnvironment,
  { ctx = caller.ctx, path = load, body = null, signal }: Query = {},
) => {
  const lease = await engines.acquire(environment, patient)
  const answer = await lease.dispatcher.request({
    origin: 'http://engine',
    path,
    method: body === null ? 'GET' : 'POST',
    headers: { authorization: lease.sign({ ...caller, ctx }), 'x-request-id': 'r-1' },
    body,
    ...(signal ? { signal } : {}),
  })
  return { answer, lease }
}

const it = test.extend('node', () => startEngineNode('a'))

describe('a query for an engine of another node', () => {
  it('is signed there, and answered with what the engine said', async ({ node }) => {
    const routes = routesTo(node)
    node.engine.answer(answerWith(201, '{"data":[1]}'))

    const { answer, lease } = await query(routes, routes.environmentOn('a'), { path: `${load}?query=%7B%7D` })

    expect([answer.statusCode, await answer.body.text()]).toEqual([201, '{"data":[1]}'])
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect([lease.processName, lease.buildId]).toEqual(['stand-in', 1])
    const [asked] = node.engine.asked
    expect(asked).toMatchObject({ method: 'GET', url: `${load}?query=%7B%7D`, headers: { 'x-request-id': 'r-1' } })
    expect(asked && contextOf(asked)).toEqual(caller.ctx)
    await vi.waitFor(() => expect(node.engine.leases()).toBe(0))
  })

  it('may have a context that no header would hold, and a body of any length', async () => {
    const signed: unknown[] = []
    const node: TestEngineNode = await startEngineNode('a', {
      acquire: async (environment, signal) => ({
        ...((await node.engine.engines.acquire({ embedPolicy: 'refuse', ...environment }, signal)) as EngineLease),
        sign: (pinned) => {
          signed.push(pinned)
          return 'signed'
        },
      }),
    })
    const routes = routesTo(node)
    const ctx = { names: randomBytes(30_000).toString('hex') }
    const body = Buffer.alloc(3_000_000, 'x')

    const { answer } = await query(routes, routes.environmentOn('a'), { ctx, body: Readable.from([body]) })

    expect(answer.statusCode).toBe(200)
    await answer.body.dump()
    expect(node.engine.asked).toEqual([expect.objectContaining({ body: body.toString(), method: 'POST' })])
    expect(node.engine.asked[0]?.headers.authorization).toBe('signed')
    expect(signed).toEqual([{ ...caller, ctx }])
  })

  it('is refused by a code when its context is longer than an engine takes', async ({ node }) => {
    const routes = routesTo(node)

    const asking = query(routes, routes.environmentOn('a'), { ctx: { note: 'x'.repeat(maxCallerBytes) } })
    await expect(asking).rejects.toMatchObject({ code: 'security_context_too_large' })
    expect(node.engine.asked).toEqual([])
  })

  it('counts there for its caller, and ends with 429 when that caller is rejected', async () => {
    const holders: unknown[] = []
    let reject = (_reason: Failure): void => undefined
    const node: TestEngineNode = await startEngineNode('a', {
      acquire: async ({ holder, ...environment }, signal) => {
        holders.push(holder)
        return {
          ...((await node.engine.engines.acquire({ embedPolicy: 'refuse', ...environment }, signal)) as EngineLease),
          onRejected: (listener) => {
            reject = listener
          },
        }
      },
    })
    const routes = routesTo(node)
    node.engine.answer(() => undefined)
    const outcome = query(routes, { ...routes.environmentOn('a'), holder: { key: 'external 7', cost: 8 } }).catch((error: unknown) => error)
    await vi.waitFor(() => expect(node.engine.asked).toHaveLength(1))

    reject(new Failure('rate_limited', 'The largest load.', { retryAfterSeconds: 5 }))

    expect(await outcome).toMatchObject({ code: 'rate_limited', status: 429, retryAfterSeconds: 5 })
    expect(holders).toEqual([{ key: JSON.stringify(caller), cost: 8 }])
    await vi.waitFor(() => expect(node.engine.leases()).toBe(0))
  })

  it('fails as it would if the engine were here', async () => {
    const node = await startEngineNode('a', {
      acquire: () => Promise.reject(new Failure('engine_starting', 'Not yet.', { retryAfterSeconds: 2 })),
    })
    const routes = routesTo(node)

    await expect(query(routes, routes.environmentOn('a'))).rejects.toMatchObject({
      code: 'engine_starting',
      message: 'Not yet.',
      retryAfterSeconds: 2,
    })
  })

  it('fails when the engine ends before it answers, and is broken off when it ends in the middle', async ({ node }) => {
    const routes = routesTo(node)
    node.engine.answer((request) => void request.socket.destroy())
    await expect(query(routes, routes.environmentOn('a'))).rejects.toMatchObject({ code: 'engine_unavailable' })
    expect(routes.problems).toEqual([])

    node.engine.answer((request, response) => {
      response.write('{"data":')
      setImmediate(() => request.socket.destroy())
    })
    const { answer } = await query(routes, routes.environmentOn('a'))
    await expect(answer.body.text()).rejects.toThrow()
  })

  it('ends there when the caller goes away: while it waits for an engine, before the answer, and in the middle', async () => {
    const [asked, ended] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const waiting = await startEngineNode('a', {
      acquire: (_, signal) =>
        new Promise((__, reject) => {
          asked.resolve(undefined)
          signal.addEventListener('abort', () => {
            ended.resolve(undefined)
            reject(signal.reason as Error)
          })
        }),
    })
    const [first, leaving] = [routesTo(waiting), new AbortController()]
    const asking = query(first, first.environmentOn('a'), { signal: leaving.signal })
    await asked.promise
    leaving.abort()
    await expect(asking).rejects.toThrow()
    await ended.promise

    const node = await startEngineNode('b')
    const routes = routesTo(node)
    const silent = new AbortController()
    node.engine.answer(() => undefined)
    const unanswered = query(routes, routes.environmentOn('b'), { signal: silent.signal })
    await vi.waitFor(() => expect(node.engine.asked).toHaveLength(1))
    silent.abort()
    await expect(unanswered).rejects.toThrow()
    await vi.waitFor(() => expect([node.engine.leases(), node.engine.sockets()]).toEqual([0, 0]))

    node.engine.answer((_, response) => void response.write('{"data":'))
    const { answer } = await query(routes, routes.environmentOn('b'))
    answer.body.once('error', () => undefined)
    answer.body.destroy()
    await vi.waitFor(() => expect([node.engine.leases(), node.engine.sockets()]).toEqual([0, 0]))
    expect(routes.problems).toEqual([])
  })

  it('is answered no faster than the caller reads', async ({ node }) => {
    const routes = routesTo(node)
    const chunk = Buffer.alloc(65_536, 'x')
    let written = 0
    node.engine.answer((_, response) => {
      const more = (): void => {
        while (written < 1000) {
          written += 1
          if (!response.write(chunk)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    })
    const { answer } = await query(routes, routes.environmentOn('a'))
    let before = -1
    await vi.waitFor(
      () => {
        const isStill = before === written
        before = written
        expect(isStill).toBe(true)
      },
      { interval: 200, timeout: 20_000 },
    )

    expect(written).toBeLessThan(700)
    expect((await text(answer.body)).length).toBe(1000 * chunk.length)
  })
})

describe('what an engine of another node says of errors', () => {
  const told = async (path: string, status: number, said: string): Promise<string> => {
    const node = await startEngineNode('a')
    const routes = routesTo(node)
    node.engine.answer(answerWith(status, said))
    const { answer } = await query(routes, routes.environmentOn('a'), { path })
    expect(answer.statusCode).toBe(status)
    return answer.body.text()
  }
  const secret = `connect to ${variableValue} failed`
  const hidden = 'connect to [SECRET] failed'

  it.each([
    ['by its status', load, 400, JSON.stringify({ error: secret }), JSON.stringify({ error: hidden })],
    [
      'inside of an explanation',
      '/cubejs-api/v1/sql?query=%7B%7D',
      200,
      JSON.stringify({ sql: { status: 'error', error: secret } }),
      JSON.stringify({ sql: { status: 'error', error: hidden } }),
    ],
    ['in a line', '/cubejs-api/v1/cubesql', 200, `{"data":[]}\n{"error":"${secret}"}\n`, `{"data":[]}\n{"error":"${hidden}"}\n`],
  ])('leaves the node without the values of variables: %s', async (_, path, status, said, expected) => {
    expect(await told(path, status, said)).toBe(expected)
  })

  it.each([
    ['rows', load, `{"data":["${variableValue}"]}`],
    ['lines of rows', '/cubejs-api/v1/cubesql', `{"schema":[]}\n{"data":[["${variableValue}"]]}\n`],
    ['explanations', '/cubejs-api/v1/sql', `{"sql": {"status":"ok","sql":["${variableValue}",[]]}}`],
  ])('and nothing else is changed: %s', async (_, path, said) => {
    expect(await told(path, 200, said)).toBe(said)
  })

  it('comes whole where it is long, and as one that is too long where nobody would be shown it', async () => {
    const long = JSON.stringify({ error: 'x'.repeat(1_000_000) })
    expect(await told(load, 500, long)).toBe(long)
    expect(await told(load, 500, 'x'.repeat(9_000_000))).toMatch(/^\{"status":"error","error":"The engine answered with more than 8 MB/)
  })
})

it('sends nothing to engine nodes whose TLS certificate is not trusted', async () => {
  const certificates = await makeCertificates('node')
  onTestFinished(certificates.remove)
  const cert = readFileSync(certificates.certFile, 'utf8')
  const node = await startEngineNode('a', { tls: { cert, key: readFileSync(certificates.keyFile, 'utf8') } })
  const [trusting, other] = [routesTrusting(cert, node), routesTo(node)]

  const { answer } = await query(trusting, trusting.environmentOn('a'))
  await answer.body.dump()
  expect([answer.statusCode, node.engine.asked.length]).toEqual([200, 1])

  await expect(query(other, other.environmentOn('a'))).rejects.toMatchObject({ code: 'engine_unavailable' })
  expect(node.engine.asked).toHaveLength(1)
  expect(other.problems).toEqual([`the engine node at ${node.address} is unreachable`])
})

describe('a node of engines that is gone', () => {
  it('is left alone: the next is asked, by this query and by those after it', async () => {
    const [gone, other] = [await startEngineNode('a'), await startEngineNode('b')]
    const routes = routesTo(gone, other)
    const environment = routes.environmentOn('a')
    gone.close()

    const { answer } = await query(routes, environment, { body: Readable.from([Buffer.from('{"query":1}')]) })
    await answer.body.dump()

    expect(answer.statusCode).toBe(200)
    expect(other.engine.asked.map(({ body }) => body)).toEqual(['{"query":1}'])
    expect(routes.nodes.nodeOf(environment)).toMatchObject({ id: 'b' })
    expect(routes.problems).toEqual([`the engine node at ${gone.address} is unreachable`])
  })

  it('makes a 503 if there is no other', async ({ node: gone }) => {
    const routes = routesTo(gone)
    const environment = routes.environmentOn('a')
    gone.close()

    await expect(query(routes, environment)).rejects.toMatchObject({ code: 'engine_unavailable', retryAfterSeconds: 1 })
    await expect(query(routesTo(), environment)).rejects.toMatchObject({ code: 'engine_unavailable', retryAfterSeconds: 1 })
  })

  it('for a moment only is not left alone, and what it may have begun is not told as an answer', async () => {
    const node: TestEngineNode = await startEngineNode('a', {
      acquire: () => {
        node.cut()
        return new Promise(() => undefined)
      },
    })
    const routes = routesTo(node)
    const environment = routes.environmentOn('a')

    await expect(query(routes, environment)).rejects.toMatchObject({ code: 'engine_unavailable', retryAfterSeconds: 1 })
    expect(routes.nodes.nodeOf(environment)).toMatchObject({ id: 'a' })
    expect(routes.problems).toEqual([`the engine node at ${node.address} is lost`])
  })

  it('is not taken for another that listens in its place', async () => {
    const [replacement, other] = [await startEngineNode('new'), await startEngineNode('b')]
    const routes = routesTo({ ...replacement, id: 'old' }, other)

    const { answer } = await query(routes, routes.environmentOn('old'))
    await answer.body.dump()

    expect([replacement.engine.asked.length, other.engine.asked.length]).toEqual([0, 1])
  })

  it('that falls silent is noticed, and what it held is answered by another', async () => {
    const [frozen, other] = [await startEngineNode('a'), await startEngineNode('b')]
    const routes = routesTo(frozen, other)
    const environment = routes.environmentOn('a')
    frozen.freeze()

    const { answer } = await query(routes, environment)
    await answer.body.dump()

    expect(other.engine.asked).toHaveLength(1)
    expect(routes.nodes.nodeOf(environment)).toMatchObject({ id: 'b' })
  }, 20_000)
})
