import cube from '@cubejs-client/core'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Actor,
  dataPathOf,
  dataRefusalOf,
  environmentOf,
  givenDataToken,
  givenFiles,
  givenToken,
  type Load,
  loaderOf,
  readFromWarehouse,
  useServer,
  useWarehouse,
} from '#test'

const server = useServer({}, { hasEveryRole: true })
const warehouse = useWarehouse(
  'create table payments (id int primary key, company text, amount int, paid_at timestamp)',
  "insert into payments values (1, 'acme', 10, '2025-01-02'), (2, 'acme', 32, '2025-02-03'), (3, 'globex', 500, '2025-01-05')",
  'create table rates (currency text primary key)',
  "insert into rates values ('EUR'), ('USD')",
)

/** Payments are for whoever's context names the company; rates are for everyone. */
const model = `cubes:
  - name: payments
    sql_table: payments
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: company, sql: company, type: string }
      - { name: paid_at, sql: paid_at, type: time }
    measures:
      - { name: total, sql: amount, type: sum }
    access_policy:
      - group: "*"
        row_level:
          filters:
            - member: company
              operator: equals
              values: ["{ securityContext.company }"]

  - name: rates
    sql_table: rates
    dimensions:
      - { name: currency, sql: currency, type: string, primary_key: true }
    measures:
      - { name: count, type: count }
    access_policy:
      - group: "*"
        row_level:
          allow_all: true
`
const payments = { measures: ['payments.total'], dimensions: ['payments.company'] }
const acmesPayments = [{ 'payments.company': 'acme', 'payments.total': '42' }]
const rates = { measures: ['rates.count'] }
const allRates = [{ 'rates.count': '2' }]
const acme = { company: 'acme' }

let owner: Actor
let base: string
let load: Load

beforeAll(async () => {
  owner = await server.admin()
  await givenFiles(server, owner, 'main', { 'model/cubes/payments.yml': model })
  await readFromWarehouse(owner, warehouse())
  base = `${server.url()}${await dataPathOf(owner)}`
  load = await loaderOf(server, owner)
})

const givenFrame = () => givenToken(server, owner, { securityContext: acme })

describe('the official client, as it is published', () => {
  const clientOf = (token: string) => cube(token, { apiUrl: `${base}/cubejs-api/v1`, headers: { ...owner.headers } })

  it('loads rows, in an address or in a body', async () => {
    const { token } = await givenFrame()
    const client = clientOf(token)

    expect((await client.load(payments)).rawData()).toEqual(acmesPayments)
    // Too long for an address, so the client sends a body.
    const names = Array.from({ length: 200 }, (_, index) => `company-${index}`)
    const filters = [{ member: 'payments.company', operator: 'notEquals' as const, values: names }]
    expect((await client.load({ ...payments, filters })).rawData()).toEqual(acmesPayments)
    const timeDimensions = [
      { dimension: 'payments.paid_at', granularity: 'month' as const, dateRange: ['2025-01-01', '2025-02-28'] as [string, string] },
    ]
    const byMonth = await client.load({ measures: ['payments.total'], timeDimensions })
    expect(byMonth.chartPivot().map((row) => row['payments.total'])).toEqual([10, 32])
  })

  it('reads what can be asked, the SQL of a query with its row filter, and a dry run', async () => {
    const { token } = await givenFrame()
    const client = clientOf(token)

    const { cubesMap } = await client.meta()
    expect(Object.keys(cubesMap).toSorted()).toEqual(['payments', 'rates'])
    expect(Object.keys(cubesMap['payments']?.measures ?? {})).toEqual(['payments.total'])
    const sql = await client.sql(payments)
    expect(sql.sql()).toMatch(/sum\([^)]*amount\)[^]*company = \$1/)
    expect(await client.dryRun(payments)).toMatchObject({ queryType: 'regularQuery', normalizedQueries: [payments] })
  })

  it('hears of a refusal with its code', async () => {
    const client = clientOf(`${(await givenFrame()).token}x`)

    await expect(client.load(payments)).rejects.toMatchObject({ status: 403, response: { code: 'token_invalid' } })
  })
})

describe('what is not served', () => {
  it('is SQL without the native part of the engine, as the engine that is installed here is', async () => {
    const { token } = await givenFrame()

    const answer = await fetch(`${base}/cubejs-api/v1/cubesql`, {
      method: 'POST',
      headers: { ...owner.headers, authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'SELECT MEASURE(total) FROM payments' }),
    })

    expect(await dataRefusalOf(answer)).toMatchObject({ status: 501, code: 'cubesql_needs_addon' })
  })

  it.each(['dev-mode/feature/cubejs-api/v1/load', 'dev-mode/feature/cubejs-api/v1/meta'])(
    'is an environment of a branch: %s',
    async (path) => {
      const { token } = await givenFrame()

      const answer = await fetch(`${base}/${path}`, { headers: { ...owner.headers, authorization: token } })

      expect(await dataRefusalOf(answer)).toMatchObject({ status: 501, code: 'dev_mode_not_served' })
    },
  )
})

describe('the tokens of a deployment', () => {
  it('let the holder of an embed token ask for the rows of its session, under a token for the data API', async () => {
    const { api } = await givenFrame()

    const { cubeApiToken } = await api.deploymentToken({ params: { deploymentId: owner.deploymentId } })

    expect(await load(cubeApiToken, payments)).toMatchObject({ status: 200, data: acmesPayments })
  })

  it('let the holder of a key ask as who they are', async () => {
    const { cubeApiToken } = await owner.api.deploymentToken({ params: { deploymentId: owner.deploymentId } })

    expect(await load(cubeApiToken, rates)).toMatchObject({ status: 200, data: allRates })
  })

  it('carry the security context that an environment token was made with', async () => {
    const token = await givenDataToken(owner, { security_context: acme })

    expect(await load(token, payments)).toMatchObject({ status: 200, data: acmesPayments })
  })

  it('read metadata and no rows when they are for its synchronization', async () => {
    const params = await environmentOf(owner)
    const { data } = await owner.api.createDeploymentEnvironmentTokenForMetaSync({ params, body: { security_context: acme } })

    const meta = await fetch(`${base}/cubejs-api/v1/meta`, { headers: { ...owner.headers, authorization: data.token } })

    expect(meta.status).toBe(200)
    expect(((await meta.json()) as { cubes: { name: string }[] }).cubes.map(({ name }) => name).toSorted()).toEqual(['payments', 'rates'])
    expect(await load(data.token, rates)).toMatchObject({ status: 403, code: 'scope_missing' })
  })
})
