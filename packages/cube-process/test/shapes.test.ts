import type { TestDatabase } from '@facet/testkit/postgres'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { contextOf, startEngine, type TestEngine } from './engine.ts'
import { givenModel, shopFiles } from './models.ts'
import { startWarehouse } from './warehouse.ts'

let database: TestDatabase
let engine: TestEngine
let model: ReturnType<typeof givenModel>

beforeAll(async () => {
  const warehouse = await startWarehouse(inject('postgresUrl'))
  database = warehouse.database
  model = givenModel(shopFiles())
  engine = await startEngine(model.folder, warehouse.variables)
})
afterAll(async () => {
  await engine.stop()
  await database.drop()
  model[Symbol.dispose]()
})

const load = async (query: unknown, rest: object = {}) => (await engine.as(contextOf(['owners'])).load(query, rest)).body
const multi = { queryType: 'multi' }
const monthly = { dimension: 'orders.created_at', granularity: 'month' }
const byMonth = { measures: ['orders.count', 'orders.amount'], timeDimensions: [monthly] }

describe('the documented shapes of /v1/load', () => {
  it('default: a row by member, a time dimension also by its bare name, and what is known about the query beside it', async () => {
    const body = await load({ ...byMonth, total: true })

    expect(body).toMatchObject({
      data: [
        {
          'orders.created_at.month': '2025-01-01T00:00:00.000',
          'orders.created_at': '2025-01-01T00:00:00.000',
          'orders.count': '2',
          'orders.amount': '310.50',
        },
        {
          'orders.created_at.month': '2025-02-01T00:00:00.000',
          'orders.created_at': '2025-02-01T00:00:00.000',
          'orders.count': '1',
          'orders.amount': '20',
        },
      ],
      annotation: { measures: { 'orders.count': { title: 'Orders Count', type: 'number' } }, dimensions: {}, segments: {} },
      dataSource: 'default',
      dbType: 'postgres',
      slowQuery: false,
      total: 2,
      lastRefreshTime: expect.stringMatching(/Z$/),
      query: { timezone: 'UTC', limit: 10_000 },
    })
    expect(await load(byMonth)).not.toHaveProperty('total')
  })

  it('multi: results, and how to lay them out', async () => {
    expect(await load(byMonth, multi)).toMatchObject({
      queryType: 'regularQuery',
      results: [{ data: [{ 'orders.count': '2' }, { 'orders.count': '1' }] }],
      pivotQuery: { queryType: 'regularQuery', measures: ['orders.count', 'orders.amount'], timeDimensions: [monthly] },
      slowQuery: false,
    })
  })

  it('compact: members, and values in their order', async () => {
    const { data } = await load({ ...byMonth, limit: 1, responseFormat: 'compact' })

    expect(data).toEqual({
      members: ['orders.created_at.month', 'orders.count', 'orders.amount', 'orders.created_at'],
      dataset: [['2025-01-01T00:00:00.000', '2', '310.50', '2025-01-01T00:00:00.000']],
    })
  })

  it('columnar: members, and the values of each', async () => {
    const { data } = await load({
      measures: ['orders.count'],
      dimensions: ['orders.status'],
      order: { 'orders.status': 'asc' },
      responseFormat: 'columnar',
    })

    expect(data).toEqual({
      members: ['orders.status', 'orders.count'],
      columns: [
        ['draft', 'paid'],
        ['1', '2'],
      ],
    })
  })

  it('comparison: a result for each range, whose rows say which', async () => {
    const compareDateRange = [
      ['2025-01-01', '2025-01-31'],
      ['2025-02-01', '2025-02-28'],
    ]
    const query = { measures: ['orders.count'], timeDimensions: [{ ...monthly, compareDateRange }] }
    const body = await load(query, multi)

    expect(body).toMatchObject({
      queryType: 'compareDateRangeQuery',
      results: [
        { data: [{ 'orders.count': '2', compareDateRange: '2025-01-01T00:00:00.000 - 2025-01-31T23:59:59.999' }] },
        { data: [{ 'orders.count': '1', compareDateRange: '2025-02-01T00:00:00.000 - 2025-02-28T23:59:59.999' }] },
      ],
      pivotQuery: { queryType: 'compareDateRangeQuery', dimensions: ['compareDateRange'] },
    })
    expect(await load(query)).toMatchObject({
      error: expect.stringContaining("'compareDateRangeQuery' query type is not supported by the client."),
    })
  })

  it('blending: a result for each query, with the time they share', async () => {
    const ofRefunds = { measures: ['refunds.count'], timeDimensions: [{ dimension: 'refunds.created_at', granularity: 'month' }] }
    const body = await load([{ measures: ['orders.count'], timeDimensions: [monthly] }, ofRefunds], multi)

    expect(body).toMatchObject({
      queryType: 'blendingQuery',
      results: [
        { data: [{ 'time.month': '2025-01-01T00:00:00.000', 'orders.count': '2' }, { 'time.month': '2025-02-01T00:00:00.000' }] },
        { data: [{ 'time.month': '2025-01-01T00:00:00.000', 'refunds.count': '2' }, { 'time.month': '2025-02-01T00:00:00.000' }] },
      ],
      pivotQuery: {
        queryType: 'blendingQuery',
        measures: ['orders.count', 'refunds.count'],
        timeDimensions: [{ dimension: 'time', granularity: 'month' }],
      },
    })
  })

  it('nothing: an empty answer is an answer', async () => {
    const none = { ...byMonth, filters: [{ member: 'orders.status', operator: 'equals', values: ['none'] }] }

    expect((await load(none))['data']).toEqual([])
    expect((await load({ ...none, responseFormat: 'compact' }))['data']).toEqual({ members: [], dataset: [] })
  })

  it('a hidden member is an error, also where there are no rows', async () => {
    const query = { dimensions: ['orders.id'], filters: [{ member: 'orders.status', operator: 'equals', values: ['none'] }] }

    expect(await load(query)).toMatchObject({ error: expect.stringContaining("You requested hidden member: 'orders.id'") })
  })
})
