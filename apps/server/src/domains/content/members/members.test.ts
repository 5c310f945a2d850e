import { describe, expect, it } from 'vitest'
import { membersOfPublished, membersOfReport, membersOfWorkbook } from './index.ts'
import { maxUses } from './collected.ts'
import type { MemberUse } from './member-form.ts'
import { visitSql } from './sql-members.ts'

const none = { jsonQuery: null, sqlQuery: null, pivotItems: null, meta: null }
const shown = ({ usedIn, part, member, byText }: MemberUse): string =>
  `${usedIn}${part === null ? '' : `(${part})`} ${member}${byText ? ' ?' : ''}`
const ofReport = (report: Partial<typeof none> | object): string[] => membersOfReport({ ...none, ...report }).map(shown)
const ofSql = (sqlQuery: string): string[] => ofReport({ sqlQuery }).map((use) => use.replace(/^sql (.*) \?$/, '$1'))

describe('what a report uses', () => {
  it('is looked for in SQL only so often, however many tables one alias stands for', () => {
    const many = (count: number, text: (index: number) => string): string => Array.from({ length: count }, (_, index) => text(index)).join()
    let visits = 0

    visitSql(
      `select 1 from ${many(1000, (index) => `c${index} x`)} where ${many(1000, (index) => `x.m${index}`)}`,
      ({ member }) => {
        visits++
        return member
      },
      null,
    )

    expect(visits).toBe(20_000)
  })

  it('is every member of its query', () => {
    const jsonQuery = JSON.stringify({
      measures: ['orders.revenue'],
      dimensions: ['orders.status', 'orders.created_at.month'],
      segments: ['orders.paid'],
      timeDimensions: [{ dimension: 'orders.shipped_at', granularity: 'day', dateRange: 'last week' }],
      filters: [
        { member: 'users.city', operator: 'equals', values: ['a.b'] },
        { or: [{ and: [{ dimension: 'users.country', operator: 'set' }] }, { member: 'orders.count', operator: 'gt', values: ['1'] }] },
      ],
      order: [['orders.margin', 'desc']],
      limit: 10,
    })

    expect(ofReport({ jsonQuery })).toEqual(
      [
        'orders.revenue',
        'orders.status',
        'orders.created_at',
        'orders.paid',
        'orders.shipped_at',
        'users.city',
        'users.country',
        'orders.count',
        'orders.margin',
      ].map((member) => `query ${member}`),
    )
  })

  it('is that of each of several queries, and of an order by name', () => {
    const jsonQuery = JSON.stringify([{ measures: ['a.x'] }, { measures: ['b.y'], order: { 'b.z': 'asc' } }])

    expect(ofReport({ jsonQuery })).toEqual(['query a.x', 'query b.y', 'query b.z'])
  })

  it('is what its chart names, and no picture', () => {
    const report = {
      jsonQuery: JSON.stringify({ measures: ['orders.revenue'] }),
      pivotItems: { rows: ['orders.created_at.month'], columns: ['measures'], measures: [], filters: ['users.city'] },
      meta: {
        preferences: { columnFormats: { 'orders.margin': { type: 'percent' } } },
        fillMissingRows: { member: 'users.signed_up_at' },
        spec: { logo: 'logo.png', encoding: { x: { field: 'orders.day' } } },
      },
    }

    expect(ofReport(report)).toEqual([
      'query orders.revenue',
      'chart orders.created_at',
      'chart users.city',
      'chart orders.margin',
      'chart users.signed_up_at',
      'chart orders.day',
    ])
  })

  it.each([
    ['select measure(orders.revenue), o.status from orders o', ['orders.revenue', 'orders.status']],
    [
      "SELECT status, MEASURE(revenue) AS total FROM orders WHERE city = 'x.y' GROUP BY 1 ORDER BY total DESC",
      ['orders.status', 'orders.revenue', 'orders.city'],
    ],
    ['select "Orders"."totalAmount" t from public."Orders" -- users.name', ['Orders.totalAmount']],
    ['select u.city, count(*) from orders o join users as u on o.user_id = u.id group by 1', ['users.city', 'orders.user_id', 'users.id']],
    ['with paid as (select status from orders) select p.status, extract(year from o.at) from paid p, orders o', ['orders.at']],
    ["select created_at::date, date '2020-01-01' from orders limit 5", ['orders.created_at']],
    ['nothing of sql at all', []],
  ])('is by its text what SQL names: %s', (sqlQuery, members) => {
    expect(ofSql(sqlQuery)).toEqual(members)
  })

  it('is bounded, whatever is sent', () => {
    const deep = `${'{"and":['.repeat(20_000)}${']}'.repeat(20_000)}`
    expect(ofReport({ jsonQuery: `{"filters":[${deep}]}` })).toEqual([])
    expect(ofReport({ jsonQuery: JSON.stringify({ measures: Array.from({ length: 20_000 }, (_, n) => `a.m${n}`) }) })).toHaveLength(maxUses)
    expect(ofReport({ jsonQuery: JSON.stringify({ measures: [`a.${'x'.repeat(300)}`, 'a', 'a.b.c.d', 'a b.c', 'a.\u0000'] }) })).toEqual([])
    for (const text of ["'", '"', '(', 'a.', '/*', 'from a,', 'a '.repeat(10), '((a.b '])
      expect(ofReport({ sqlQuery: `select ${text.repeat(262_000 / text.length)}` }).length).toBeLessThanOrEqual(maxUses)
    expect(ofReport({ jsonQuery: '{', meta: { calculatedFields: 7 } })).toEqual([])
  })
})

describe('what a workbook and its dashboard use', () => {
  const position = { x: 0, y: 0, w: 1, h: 1 }
  const config = {
    settings: { filters: [{ member: 'orders.region' }] },
    widgets: [
      { id: 'city', type: 'FILTER' as const, position, config: { view: 'users', dimension: 'city' } },
      { id: 'grain', type: 'TIME_GRAIN' as const, position, config: { member: 'orders.created_at', options: ['day'] } },
      {
        id: 'sales',
        type: 'CHART' as const,
        position,
        config: { reportId: 7, filterMapping: { 'orders.created_at': 'orders.shipped_at' } },
      },
    ],
  }
  const calculatedFields = {
    margin: { expression: "orders.revenue - {orders.cost} + CUBE.x + length('a.b') + pg.sum(1)" },
    copy: { member: 'orders.count' },
  }
  const ofConfig = [
    'filter(city) users.city',
    'filter(grain) orders.created_at',
    'chart(sales) orders.created_at',
    'chart(sales) orders.shipped_at',
    'filter orders.region',
  ]
  const ofFields = ['calculated(margin) orders.revenue ?', 'calculated(margin) orders.cost ?', 'calculated(copy) orders.count']

  it('are its filters, widgets and calculated fields', () => {
    const uses = membersOfWorkbook({ draft: config, calculatedFields }).map(shown)

    expect(uses).toEqual([...ofConfig, ...ofFields])
  })

  it('are those of its reports too, once it is published, by the widget that shows them', () => {
    const snapshot = {
      ...none,
      reportId: 7,
      jsonQuery: '{"measures":["orders.revenue"]}',
      sqlQuery: 'select o.n from orders o',
      calculatedFields,
    }

    expect(membersOfPublished({ config, snapshots: [snapshot] }).map(shown)).toEqual([
      ...ofConfig,
      'query(sales) orders.revenue',
      'sql(sales) orders.n ?',
      ...ofFields,
    ])
  })
})
