import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, startPostgres } from '@facet/testkit/postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillWarehouse, warehouse, warehouseReader } from './warehouse.ts'

const folder = mkdtempSync(join(tmpdir(), 'facet-warehouse-'))
const password = "it's secret"
let cluster: Cluster

const asReader = async <Row extends object>(text: string, database = warehouse): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: cluster.url(database, warehouseReader, password) })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const perMonth = (company: string): Promise<{ orders: number }[]> =>
  asReader(`select count(*)::int as orders from shop.orders where company = '${company}' group by date_trunc('month', ordered_at, 'UTC')
    order by date_trunc('month', ordered_at, 'UTC')`)

beforeAll(async () => {
  cluster = await startPostgres(folder, { durable: false, password: 'admin' })
  await fillWarehouse(cluster.url('postgres', 'postgres', 'admin'), password)
})
afterAll(async () => {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('the demo warehouse', () => {
  it('holds the same rows on every machine', async () => {
    expect(
      await asReader(`select md5(string_agg(l::text || o::text || p::text || c::text, '' order by l.id)) as digest, count(*)::int as lines
        from shop.line_items l
        join (select id, customer_id, status, channel, ordered_at at time zone 'UTC' from shop.orders) o on o.id = l.order_id join shop.products p on p.id = l.product_id
        join (select id, company, name, email, country, segment from shop.customers) c on c.id = o.customer_id`),
    ).toEqual([{ digest: '9ffc13f309cedfef7d77dfbe6cd96a43', lines: 26691 }])
  })

  it('has a shape worth looking at: a peak in winter for one company, in summer for the other', async () => {
    const [acme, globex] = [await perMonth('acme'), await perMonth('globex')]
    const peakOf = (months: { orders: number }[]): number =>
      months.findIndex(({ orders }) => orders === Math.max(...months.map((one) => one.orders))) + 1

    expect([acme.length, globex.length]).toEqual([12, 12])
    expect([peakOf(acme), peakOf(globex)]).toEqual([12, 8])
  })

  it('mixes no company with another: whatever a row points to is its own', async () => {
    expect(
      await asReader(`select from shop.line_items l join shop.orders o on o.id = l.order_id join shop.products p on p.id = l.product_id
        join shop.customers c on c.id = o.customer_id where (o.company, p.company, c.company) is distinct from (l.company, l.company, l.company)`),
    ).toEqual([])
  })

  it('stays as it is when the stack starts again', async () => {
    await fillWarehouse(cluster.url('postgres', 'postgres', 'admin'), password)

    expect(await asReader('select count(*)::int as orders from shop.orders')).toEqual([{ orders: 16674 }])
  })

  it.each([
    "insert into shop.products values (1, 'acme', 'x', 'x', 1, 1)",
    'create table mine (id integer)',
    'create temporary table mine (id integer)',
  ])('cannot be written by the engine: %s', async (statement) => {
    await expect(asReader(`begin read write; ${statement}`)).rejects.toThrow(/permission denied/)
  })
})
