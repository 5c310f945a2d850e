import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TestDatabase } from '@facet/testkit/postgres'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { contextOf, type Reply, startEngine, signToken, type TestEngine } from './engine.ts'
import { givenModel, shopFiles } from './models.ts'
import { startWarehouse } from './warehouse.ts'

let database: TestDatabase
let engine: TestEngine
let model: ReturnType<typeof givenModel>
let variables: Record<string, string>

beforeAll(async () => {
  ;({ database, variables } = await startWarehouse(inject('postgresUrl')))
  model = givenModel(shopFiles())
  engine = await startEngine(model.folder, variables)
})
afterAll(async () => {
  await engine.stop()
  await database.drop()
  model[Symbol.dispose]()
})

const acme = contextOf(['analysts'], { tenant: 'acme' })
const globex = contextOf(['analysts'], { tenant: 'globex' })
const owner = contextOf(['owners'])
const embed = { embed: true }

const namesIn = ({ body }: Reply): string[] => (body['cubes'] as unknown as { name: string }[]).map(({ name }) => name).toSorted()

const amounts = { measures: ['orders.amount'], dimensions: ['orders.status'], order: { 'orders.status': 'asc' } }

describe('who asks', () => {
  it('sees the rows that the policy gives its group and attributes', async () => {
    expect((await engine.as(acme).load(amounts)).body['data']).toEqual([
      { 'orders.status': 'draft', 'orders.amount': '20' },
      { 'orders.status': 'paid', 'orders.amount': '10.50' },
    ])
    expect((await engine.as(globex).load(amounts)).body['data']).toEqual([{ 'orders.status': 'paid', 'orders.amount': '300' }])
    expect((await engine.as(owner).load({ measures: ['orders.count'] })).body['data']).toEqual([{ 'orders.count': '3' }])
  })

  it('gets nothing without a group, whatever cube.js says about groups', async () => {
    const denied = await engine.as({}).load(amounts)

    expect(denied.body).toEqual({ error: expect.stringContaining('You requested hidden member') })
  })

  it('is held to the policy in sql and in a dry run', async () => {
    const { body } = await engine.as(acme).sql(amounts)
    expect(JSON.stringify(body)).toContain('acme')
    expect((await engine.as(acme).dryRun(amounts)).body).toMatchObject({ queryType: 'regularQuery' })
  })

  it('has a queryRewrite of its own model', async () => {
    const { body } = await engine.as({ ...acme, noDrafts: true }).load(amounts)

    expect(body['data']).toEqual([{ 'orders.status': 'paid', 'orders.amount': '10.50' }])
  })

  it('is answered from the warehouse although the model has pre-aggregations', async () => {
    const { body } = await engine.as(owner).load({ measures: ['orders.count'], dimensions: ['orders.status'] })

    expect(body['data']).toHaveLength(2)
    expect(body).not.toHaveProperty('usedPreAggregations')
  })

  it('reads the metadata of what it may see', async () => {
    expect(namesIn(await engine.as(acme).meta())).toEqual(['customers', 'guarded', 'orders', 'refunds'])
  })
})

describe('a token', () => {
  const load = (token: string | undefined, headers: Record<string, string> = {}) =>
    engine.call(token, '/cubejs-api/v1/load', { query: { measures: ['orders.count'] } }, headers)

  it('is needed', async () => {
    expect(await load(undefined)).toEqual({ status: 403, body: { error: "Authorization header isn't set" } })
  })

  it('is accepted with and without a scheme', async () => {
    const { token } = engine.as(owner)

    expect((await load(token)).status).toBe(200)
    expect((await load(`Bearer ${token}`)).status).toBe(200)
  })

  it('is refused when it is foreign, expired, of another process, unsigned or without a context', async () => {
    const { claims, privateKey } = engine
    const { privateKey: foreign } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const ctx = owner
    const [header, , signature] = engine.as(owner).token.split('.')
    const payload = Buffer.from(JSON.stringify({ ...claims, ctx: { admin: true } })).toString('base64url')
    const tokens = [
      signToken(foreign, { ...claims, ctx }),
      signToken(privateKey, { ...claims, ctx, exp: Math.floor(Date.now() / 1000) - 1 }),
      signToken(privateKey, { aud: claims.aud, ctx }),
      signToken(privateKey, { ...claims, ctx, aud: 'process-2' }),
      signToken(privateKey, { ...claims, ctx, aud: ['process-1'] }),
      signToken(privateKey, { ...claims, ctx: null }),
      signToken(privateKey, { ...claims, ctx }, 'none'),
      signToken(privateKey, { ...claims, ctx }, 'HS256'),
      `${header}.${payload}.${signature}`,
      `${header}.${payload}.`,
      'nonsense',
    ]

    for (const token of tokens) expect(await load(token)).toEqual({ status: 403, body: { error: 'Invalid token' } })
  })

  it('in x-cube-authorization is not looked at', async () => {
    const { token } = engine.as(owner)

    expect((await load(undefined, { 'x-cube-authorization': token })).status).toBe(403)
    expect((await load(token, { 'x-cube-authorization': 'nonsense' })).status).toBe(200)
  })
})

describe('an embed session', () => {
  const customers = { measures: ['customers.count'] }

  it('is refused on a cube without an access policy, in load, sql and dry run', async () => {
    const caller = engine.as(acme, embed)
    for (const reply of [await caller.load(customers), await caller.sql(customers), await caller.dryRun(customers)]) {
      expect(reply.status).toBe(400)
      expect(reply.body['error']).toMatch(/^facet:no_access_policy:customers /)
    }
    expect((await engine.as(acme).load(customers)).status).toBe(200)
  })

  it.each([
    ['a filter', { measures: ['orders.count'], filters: [{ or: [{ and: [{ member: 'customers.name', operator: 'set' }] }] }] }],
    ['a dimension', { measures: ['orders.count'], dimensions: ['customers.name'] }],
    ['an order', { measures: ['orders.count'], dimensions: ['orders.status'], order: { 'customers.name': 'asc' } }],
    [
      'one of several queries',
      [{ measures: ['refunds.count'], timeDimensions: [{ dimension: 'refunds.created_at', granularity: 'day' }] }, customers],
    ],
  ])('is refused when the cube stands in %s', async (_, query) => {
    const { status, body } = await engine.as(acme, embed).load(query, { queryType: 'multi' })

    expect(status).toBe(400)
    expect(body['error']).toContain('facet:no_access_policy:customers')
  })

  it('is not shown that cube in metadata, and not the SQL of any', async () => {
    const caller = engine.as(acme, embed)
    expect(namesIn(await caller.meta())).toEqual(['guarded', 'orders', 'refunds'])

    const { status, body } = await engine.call(caller.token, '/cubejs-api/v1/meta?extended')
    expect(status).toBe(403)
    expect(body).toEqual({ error: expect.stringMatching(/^facet:extended_metadata: /) })
    expect(namesIn(await engine.call(engine.as(acme).token, '/cubejs-api/v1/meta?extended'))).toContain('customers')
  })

  it('reaches that cube through a view with a policy', async () => {
    const { body } = await engine.as(acme, embed).load({ dimensions: ['guarded.name'] })

    expect(body['data']).toEqual([{ 'guarded.name': 'Ada' }, { 'guarded.name': 'Bob' }])
  })

  it('leaves nothing of what the warehouse said in the log', async () => {
    await database.query('alter table customers rename to customers_gone')
    const reply = await engine.as(acme, embed).load({ dimensions: ['guarded.name'], limit: 7 })
    await database.query('alter table customers_gone rename to customers')

    expect(reply.status).toBe(400)
    expect(engine.lines.join('\n')).not.toContain('does not exist')
  })
})

describe('the policy that the gateway tells of', () => {
  const customers = { measures: ['customers.count'] }
  const under = (on: TestEngine, policy: unknown) => on.as(acme, { embed: true, policy })

  it('holds where it is stricter than the one that the process was started with, for queries and for metadata', async () => {
    const lenient = await startEngine(model.folder, { ...variables, FACET_EMBED_POLICY: 'allow' })
    try {
      expect((await lenient.as(acme, embed).load(customers)).status).toBe(200)
      expect(namesIn(await lenient.as(acme, embed).meta())).toContain('customers')
      for (const policy of ['refuse', 'unheard of', null]) {
        expect((await under(lenient, policy).load(customers)).body['error']).toMatch(/^facet:no_access_policy:customers /)
        expect(namesIn(await under(lenient, policy).meta())).not.toContain('customers')
      }
      expect((await under(lenient, 'warn').load(customers)).status).toBe(200)
      expect(lenient.lines.join('\n')).toContain('facet:no_access_policy:customers')
      expect((await lenient.as(acme, { policy: 'refuse' }).load(customers)).status).toBe(200)
    } finally {
      await lenient.stop()
    }
  })

  it('opens nothing that the process was started to refuse', async () => {
    for (const policy of ['allow', 'warn']) expect((await under(engine, policy).load(customers)).status).toBe(400)
  })
})

describe('SQL of a caller', () => {
  it.each([
    ['a join', { measures: ['orders.count'], subqueryJoins: [{ sql: 'select 1', on: '1 = 1', joinType: 'INNER', alias: 'x' }] }],
    ['a dimension', { dimensions: [{ expression: ['(select 1)'], cubeName: 'orders', name: 'x', expressionName: 'x' }] }],
    ['a text', { dimensions: ['{"expr":{"type":"SqlFunction","cubeParams":[],"sql":"1"},"cubeName":"orders","alias":"x"}'] }],
  ])('in %s is refused', async (_, query) => {
    const { status, body } = await engine.as(owner).load(query)

    expect(status).toBeGreaterThanOrEqual(400)
    expect(body['error']).toMatch(/expression/i)
  })

  it('over the SQL API is answered 501 where the addon is missing', async () => {
    const { token } = engine.as(owner)
    const { status, body } = await engine.call(token, '/cubejs-api/v1/cubesql', { query: 'select 1' })

    expect(status).toBe(501)
    expect(body['error']).toMatch(/^facet:needs_native_addon: /)
  })
})

describe('times in words', () => {
  const ofTime = (filters: unknown[], more: object = {}) => ({
    measures: ['orders.count'],
    timeDimensions: [{ dimension: 'orders.created_at', ...more }],
    filters,
  })
  const inRange = (value: string) => ({ member: 'orders.created_at', operator: 'inDateRange', values: [value] })
  const long = '1/1/'.repeat(250)
  const nested = (depth: number): object => (depth === 0 ? inRange(long) : { and: [nested(depth - 1)] })

  it.each([
    ['long', ofTime([], { dateRange: long })],
    ['long in a filter of filters', ofTime([nested(3)])],
    ['many', ofTime([{ or: Array.from({ length: 900 }, (_, day) => inRange(`day ${day}`)) }])],
    ['many to compare with', ofTime([], { compareDateRange: Array.from({ length: 51 }, () => ['2024-01-01', '2024-01-02']) })],
    ['spread over queries', Array.from({ length: 51 }, () => ofTime([], { dateRange: 'last week' }))],
  ])('are refused before they are read: %s', async (_, query) => {
    const { status, body } = await engine.as(acme).load(query)

    expect(status).toBe(400)
    expect(body['error']).toMatch(/^Invalid query format: (?:it says \d+ times|a time)/)
  })

  it('are read where they are as people say them', async () => {
    const days = Array.from({ length: 31 }, (_, day) => inRange(`2024-01-${String(day + 1).padStart(2, '0')}`))
    const spoken = ofTime([{ or: days }], { dateRange: 'from 2024-01-01 00:00:00.000 to 2024-12-31 23:59:59.999' })

    expect(await engine.as(acme).load(spoken)).toMatchObject({ status: 200 })
  })
})

describe('a query', () => {
  const many = <T>(length: number, made: (index: number) => T): T[] => Array.from({ length }, (_, index) => made(index))
  const ofStatus = (index: number) => ({ member: 'orders.status', operator: 'equals', values: [`v${index}`] })
  const asked = (more: object = {}) => ({ measures: ['orders.count'], ...more })

  it.each([
    ['members', asked({ dimensions: many(251, () => 'orders.status') })],
    ['members that there are not', asked({ dimensions: many(251, (index) => `orders.none${index}`) })],
    ['filters', asked({ filters: many(251, ofStatus) })],
    ['filters of filters', asked({ filters: [{ or: many(126, (index) => ({ and: [ofStatus(index)] })) }] })],
    ['orders', asked({ order: Object.fromEntries(many(251, (index) => [`orders.none${index}`, 'asc'])) })],
    ['queries', many(51, () => asked())],
    ['values', asked({ filters: many(3, () => ({ ...ofStatus(0), values: many(4000, String) })) })],
    [
      'texts to look for',
      asked({ filters: [{ or: many(2, () => ({ ...ofStatus(0), operator: 'notContains', values: many(150, String) })) }] }),
    ],
    ['members, spread over queries', many(50, () => asked({ dimensions: many(10, () => 'orders.status') }))],
  ])('is refused before it is planned where it has too many %s', async (_, query) => {
    const { status, body } = await engine.as(acme).load(query)

    expect(status).toBe(400)
    expect(body['error']).toMatch(/^Invalid query format: it (?:is a list of|names) \d+ .*; the limit is \d+\.$/)
  })

  it('may have filters by the hundred, and one of thousands of values', async () => {
    const values = many(5000, (index) => `v${index}`)
    const filters = [{ or: many(200, ofStatus) }, { ...ofStatus(0), values }]

    expect(await engine.as(acme).load(asked({ filters }))).toMatchObject({ status: 200 })
  })
})

describe('a context', () => {
  it('may be as long as a session is given, beside an address of any length', async () => {
    const note = 'x'.repeat(131_072)
    const { token } = engine.as({ ...owner, note })
    const query = JSON.stringify({ measures: ['orders.count'], limit: 1 }).padEnd(15_000)
    const reply = await engine.call(token, `/cubejs-api/v1/load?query=${encodeURIComponent(query).replaceAll('%20', '+')}`)

    expect(reply).toMatchObject({ status: 200, body: { data: [{ 'orders.count': '3' }] } })
  })
})

describe('a body that is not JSON', () => {
  const send = async (agent: Agent, body: string) => {
    const headers = { authorization: engine.as(owner).token, 'content-type': 'application/json' }
    const sent = request({ socketPath: engine.socket, path: '/cubejs-api/v1/load', method: 'POST', headers, agent })
    const [response] = (await once(sent.end(body), 'response')) as [IncomingMessage]
    return { status: response.statusCode, text: await text(response), isReused: sent.reusedSocket }
  }

  it('is told so, and leaves the connection to who comes next', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const good = JSON.stringify({ query: { measures: ['orders.count'] } })
    const told = { status: 400, text: expect.stringContaining('Invalid JSON') }
    try {
      expect(await send(agent, '{"query": {')).toMatchObject(told)
      expect(await send(agent, good)).toMatchObject({ status: 200, isReused: true })
      expect(await send(agent, 'null')).toMatchObject({ ...told, isReused: true })
      expect(await send(agent, good)).toMatchObject({ status: 200, isReused: true })
    } finally {
      agent.destroy()
    }
  })
})

describe('the log', () => {
  it('is lines of JSON, without tokens, queries and their parameters', async () => {
    await engine
      .as(acme)
      .load({ measures: ['orders.count'], filters: [{ member: 'orders.status', operator: 'equals', values: ['canary-value'] }] })
    const logged = engine.lines.join('\n')

    for (const line of engine.lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), message: expect.any(String) })
    expect(logged).toContain('stand-in')
    expect(logged).not.toContain('canary-value')
    expect(logged).not.toMatch(/eyJ\w{20}/)
    expect(logged).toContain('"ignored":["checkAuth","contextToGroups","contextToAppId"]')
  })
})

describe('a deployment that asks for pre-aggregations only', () => {
  it('is served, and its queries are refused with a code', async () => {
    const other = await startEngine(model.folder, { ...variables, CUBEJS_ROLLUP_ONLY: 'true' })
    try {
      const { status, body } = await other.as(owner).load({ measures: ['orders.count'] })
      expect(status).toBe(400)
      expect(body['error']).toMatch(/^facet:rollup_only: /)
    } finally {
      await other.stop()
    }
  })
})

it('is not ready with a model that does not compile, and says why', async () => {
  using broken = givenModel({ 'model/a.yml': 'cubes:\n  - name: a\n' })

  await expect(startEngine(broken.folder, variables)).rejects.toThrow(/The engine ended: [\s\S]*a cube/)
})
