import type { BrokenContent } from '@facet/contract'
import { describe, expect, test } from 'vitest'
import {
  type Actor,
  chartOf,
  configOf,
  givenBranch,
  givenCreator,
  givenDashboard,
  givenDeployments,
  givenEmbedTenant,
  givenEmbedUser,
  givenFiles,
  givenGrant,
  givenReportOf,
  givenSharer,
  givenWorkbook,
  personIdOf,
  refusalOf,
  useServer,
} from '#test'

const server = useServer()
const path = 'model/orders.yml'
const noStarter = { 'model/cubes/orders.yml': null, 'model/cubes/customers.yml': null, 'model/views/sales.yml': null }

const cube = (...lines: string[]): string =>
  `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: city, sql: city, type: string }
    measures:
      - { name: count, type: count }
${lines.map((line) => `      - ${line}\n`).join('')}`
const revenue = '{ name: revenue, sql: amount, type: sum }'
const whole = cube(revenue)

/** A deployment whose deploy branch has the cube, and a branch that has what is given in its place. */
const givenChange = async (after = cube()): Promise<{ admin: Actor; branchName: string }> => {
  const admin = await server.admin()
  await admin.api.listBranches({ params: admin })
  await givenFiles(server, admin, 'main', { ...noStarter, [path]: whole })
  const branchName = await givenBranch(admin)
  await givenFiles(server, admin, branchName, { [path]: after })
  return { admin, branchName }
}

const contentOf = async ({ api, deploymentId }: Actor, branchName: string): Promise<BrokenContent> =>
  (await api.diffBranch({ params: { deploymentId, branchName } })).content

const brieflyOf = ({ items }: BrokenContent): string[] =>
  items.map(
    ({ type, name, uses }) =>
      `${type} ${name}: ${uses.map(({ member, usedIn, part }) => `${member} ${usedIn}${part ? `(${part})` : ''}`).join(', ')}`,
  )

const filter = { id: 'money', type: 'FILTER' as const, position: { x: 0, y: 0, w: 1, h: 1 }, config: { member: 'orders.revenue' } }

const it = test.extend('change', () => givenChange())

describe('the content that a branch breaks', () => {
  it('is every report, dashboard and filter that uses a removed measure, with its owner', async ({ change: { admin, branchName } }) => {
    const { params } = await givenWorkbook(admin, { name: 'Board' })
    const reportId = await givenReportOf(admin, params, { name: 'Sales' })
    await givenReportOf(admin, params, { name: 'Whole', jsonQuery: '{"measures":["orders.count"]}' })
    await admin.api.updateWorkbookDashboard({ params, body: { dashboardDraft: configOf(chartOf(reportId, 'chart'), filter) } })
    const { publicId } = await admin.api.publishDashboard({ params, body: { workbookId: params.workbookId, allowEmbed: true } })

    const content = await contentOf(admin, branchName)

    expect(content).toMatchObject({
      total: 3,
      shownToCustomers: 1,
      hasMore: false,
      isUncertain: false,
      needsAcknowledgement: false,
      renames: [],
    })
    expect(brieflyOf(content)).toEqual([
      'DASHBOARD Board: orders.revenue filter(money), orders.revenue query(chart)',
      'WORKBOOK Board: orders.revenue filter(money)',
      'REPORT Sales: orders.revenue query',
    ])
    expect(content.items[0]).toMatchObject({
      id: params.workbookId,
      publicId,
      isShownToCustomers: true,
      owner: { id: await personIdOf(admin) },
    })
    expect(content.items[0]?.uses[0]).toMatchObject({ reason: 'removed', byText: false })
    expect(content.items[1]).toMatchObject({ id: params.workbookId, publicId: null })
    expect(content.items[2]).toMatchObject({ id: reportId, publicId: expect.any(String), isShownToCustomers: false })
  })

  it('is also what SQL names, in whatever case, while queries mean what they say', async ({ change: { admin, branchName } }) => {
    const { params } = await givenWorkbook(admin)
    await givenReportOf(admin, params, { name: 'By text', jsonQuery: null, sqlQuery: 'SELECT MEASURE(REVENUE) FROM Orders' })
    await givenReportOf(admin, params, { name: 'Another', jsonQuery: '{"measures":["Orders.revenue"]}' })

    const { items } = await contentOf(admin, branchName)

    expect(items).toMatchObject([{ name: 'By text', uses: [{ member: 'Orders.REVENUE', usedIn: 'sql', byText: true }] }])
  })

  it('is what uses anything of a cube that goes, and can follow one that is only called otherwise', async () => {
    const { admin, branchName } = await givenChange(whole.replace('name: orders', 'name: sales'))
    const { params } = await givenWorkbook(admin)
    await givenReportOf(admin, params, { name: 'Sales' })
    await givenReportOf(admin, params, { name: 'Others', jsonQuery: '{"measures":["orders_2.count"]}' })

    const content = await contentOf(admin, branchName)

    expect(content.renames).toContainEqual({ from: 'orders.revenue', to: 'sales.revenue' })
    expect(content.items).toMatchObject([
      { name: 'Sales', uses: [{ member: 'orders.revenue', reason: 'renamed', renamedTo: 'sales.revenue' }] },
    ])
  })

  it('is what a text names of a cube that goes, in whatever case', async () => {
    const { admin, branchName } = await givenChange(whole.replace('name: orders', 'name: sales'))
    const { params } = await givenWorkbook(admin)
    await givenReportOf(admin, params, { name: 'By text', jsonQuery: null, sqlQuery: 'SELECT MEASURE(REVENUE) FROM Orders' })

    const { items } = await contentOf(admin, branchName)

    expect(items).toMatchObject([{ name: 'By text', uses: [{ member: 'Orders.REVENUE', usedIn: 'sql', byText: true, reason: 'renamed' }] }])
  })

  it('is shown with the new name of a member, in a review too', async () => {
    const { admin, branchName } = await givenChange(cube(revenue.replace('revenue', 'income')))
    await givenDashboard(admin, { name: 'Money | board', allowEmbed: true })

    const content = await contentOf(admin, branchName)
    expect(content.renames).toEqual([{ from: 'orders.revenue', to: 'orders.income' }])

    const address = `/build/api/v1/deployments/${admin.deploymentId}/branches/${branchName}/diff`
    const review = await (await server.request(admin, `${address}?format=markdown`)).text()
    expect(review).toContain('2 reports and dashboards break; customers see 1.')
    expect(review).toContain('Dashboard Money \\| board')
    expect(review).toContain('renamed to orders.income')
    const sarif = await (await server.request(admin, `${address}?format=sarif`)).text()
    expect(sarif).toContain('Dashboard \\"Money | board\\" of')
  })

  it('is named as far as the reader may see it, and counted beyond that', async ({ change: { admin, branchName } }) => {
    const { params, reportId } = await givenDashboard(admin, { name: 'Hidden' })
    const creator = await givenCreator(server, admin)
    await givenReportOf(creator, (await givenWorkbook(creator)).params, { name: 'Of a customer' })

    const engineer = await server.colleague(admin, { role: 'Developer' })
    expect(await contentOf(engineer, branchName)).toMatchObject({ items: [], total: 3, shownToCustomers: 1, hasMore: true })

    const reader = await givenSharer(server, admin, reportId, 'view', 'Developer')
    expect(await contentOf(reader, branchName)).toMatchObject({ items: [{ type: 'REPORT', id: reportId }], total: 3, hasMore: true })
    await givenGrant(server, admin, params.workbookId, { grantee_kind: 'user', principal_id: reader.personId }, 'view')
    expect((await contentOf(reader, branchName)).items).toHaveLength(2)
    expect((await contentOf(admin, branchName)).items).toHaveLength(2)
  })

  it('is seen by customers where it is shared with them, by a folder too', async ({ change: { admin, branchName } }) => {
    const folder = await admin.api.createFolder({ params: admin, body: { name: 'For customers' } })
    const { params, reportId } = await givenDashboard(admin, { name: 'Shared', folderId: folder.id })
    await admin.api.updateWorkbookDashboard({ params, body: { dashboardDraft: configOf(chartOf(reportId), filter) } })
    await givenDashboard(admin, { name: 'Own' })
    await givenGrant(server, admin, folder.id, { grantee_kind: 'all_embed_users' }, 'view')

    const { items, shownToCustomers } = await contentOf(admin, branchName)

    expect(shownToCustomers).toBe(2)
    expect(items.map(({ type, isShownToCustomers }) => [type, isShownToCustomers])).toEqual([
      ['DASHBOARD', true],
      ['REPORT', true],
      ['WORKBOOK', false],
      ['DASHBOARD', false],
      ['REPORT', false],
    ])
  })

  it('is seen by customers where it is shared with one embed tenant, or with one user of it', async ({ change: { admin, branchName } }) => {
    const { embedTenantId } = await givenEmbedTenant(server, admin)
    const { embedUserId } = await givenEmbedUser(server, admin, { embedTenantId })
    const grantees = [
      { grantee_kind: 'embed_tenant', embed_tenant_id: embedTenantId },
      { grantee_kind: 'external_user', external_user_id: embedUserId },
    ] as const
    for (const grantee of grantees) {
      const { params } = await givenWorkbook(admin)
      await givenGrant(server, admin, await givenReportOf(admin, params), grantee, 'view')
    }

    expect(await contentOf(admin, branchName)).toMatchObject({ total: 2, shownToCustomers: 2 })
  })

  it('is not that of another deployment or tenant', async ({ change: { admin, branchName } }) => {
    const stranger = await server.admin()
    await givenDashboard(stranger)
    const [second = 0] = await givenDeployments(admin, 'Second')
    await givenDashboard({ ...admin, deploymentId: second })

    expect(await contentOf(admin, branchName)).toMatchObject({ items: [], total: 0, hasMore: false })
  })

  it('breaks by another type of what it filters by, and not of what it charts', async () => {
    const { admin, branchName } = await givenChange(whole.replace('sql: city, type: string', 'sql: city, type: number'))
    const { params } = await givenWorkbook(admin)
    const of = (name: string, jsonQuery: object, meta: object) =>
      givenReportOf(admin, params, { name, jsonQuery: JSON.stringify(jsonQuery), meta: { ...meta } })
    await of('Filters', { filters: [{ member: 'orders.city', operator: 'contains', values: ['a'] }] }, {})
    await of('Charts', { measures: ['orders.count'] }, { x: { field: 'orders.city' } })

    expect((await contentOf(admin, branchName)).items).toMatchObject([{ name: 'Filters', uses: [{ reason: 'retyped' }] }])
  })

  it('breaks in silence nowhere: what could not be read is said', async () => {
    const { admin, branchName } = await givenChange(whole)
    await givenFiles(server, admin, branchName, { 'model/more.js': 'cube(`more`, {})\n' })

    expect(await contentOf(admin, branchName)).toMatchObject({ items: [], total: 0, isUncertain: true, needsAcknowledgement: false })
    expect(await refusalOf(admin.api.diffBranch({ params: { ...admin, branchName: 'gone' } }))).toMatchObject({ code: 'branch_not_found' })
  })
})
