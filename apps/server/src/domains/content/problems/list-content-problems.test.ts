import { describe, expect } from 'vitest'
import {
  type Actor,
  givenDashboard,
  givenReportOf,
  givenRole,
  givenServedModel,
  givenSharer,
  givenWorkbook,
  itPagesByCursor,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)

const problemsOf = async ({ api, deploymentId }: Pick<Actor, 'api' | 'deploymentId'>) => {
  const { items, buildId } = await api.listContentProblems({ params: { deploymentId }, query: {} })
  return { buildId, problems: items.map(({ id, state, usedIn, member, reason }) => [id, state, usedIn, member, reason].join(' ')), items }
}
const queryOf = (...measures: string[]): string => JSON.stringify({ measures })

describe('listContentProblems', () => {
  itPagesByCursor(server, 'listContentProblems', {
    fill: async (owner) => {
      await givenServedModel(server, owner, ['b.x'])
      const { params } = await givenWorkbook(owner)
      await givenReportOf(owner, params, { jsonQuery: queryOf('a.one', 'a.two') })
      await givenReportOf(owner, params, { jsonQuery: queryOf('a.three', 'a.four') })
      return { params: { deploymentId: owner.deploymentId } }
    },
    grow: async (owner) => givenReportOf(owner, (await givenWorkbook(owner)).params, { jsonQuery: queryOf('a.five') }),
  })

  it('says what is broken, where, why, whose it is and whether customers see it', async ({ owner }) => {
    const { params, reportId, dashboard } = await givenDashboard(owner, { allowEmbed: true })
    const buildId = await givenServedModel(server, owner, ['orders.revenue'])
    expect(await problemsOf(owner)).toEqual({ buildId, problems: [], items: [] })

    await givenServedModel(server, owner, ['orders.count', 'Orders.revenue'])
    const { items } = await problemsOf(owner)

    const person = { owner: { id: expect.any(Number), email: expect.stringContaining('admin@') } }
    const use = { usedIn: 'query', member: 'orders.revenue', byText: false, reason: 'member_missing', ...person }
    expect(items).toMatchObject([
      {
        type: 'WORKBOOK',
        id: params.workbookId,
        state: 'published',
        part: `chart-${reportId}`,
        publicId: dashboard.publicId,
        isEmbedded: true,
        ...use,
      },
      {
        type: 'REPORT',
        id: reportId,
        workbookId: params.workbookId,
        state: 'saved',
        part: null,
        name: 'Revenue by month',
        isEmbedded: false,
        ...use,
      },
    ])
  })

  it('takes names of a text in any case, and says that they are of a text', async ({ owner }) => {
    await givenServedModel(server, owner, ['Orders.Total', 'Orders.Id'])
    const { params } = await givenWorkbook(owner)
    await givenReportOf(owner, params, { jsonQuery: null, sqlQuery: 'select o.total, o.gone from orders o join nothing n on n.id = o.ID' })

    const { items } = await problemsOf(owner)

    expect(items.map(({ member, byText, reason }) => [member, byText, reason])).toEqual([
      ['nothing.id', true, 'cube_missing'],
      ['orders.gone', true, 'member_missing'],
    ])
  })

  it('says nothing while it is not known what is served', async ({ owner }) => {
    await givenDashboard(owner)
    expect(await problemsOf(owner)).toMatchObject({ buildId: null, problems: [] })
    await givenServedModel(server, owner, null)
    expect(await problemsOf(owner)).toMatchObject({ buildId: null, problems: [] })
    await givenServedModel(server, owner, [])
    expect((await problemsOf(owner)).problems).toHaveLength(2)
  })

  it('shows kinds that the role may read', async ({ owner }) => {
    await givenServedModel(server, owner, [])
    const { params } = await givenDashboard(owner)
    const role = await givenRole(server, owner, ['DeploymentRead', 'AIBIView', 'WorkbookRead'])
    await owner.api.setUserPolicy({
      body: { resourceType: 'Workbook', resourceId: params.workbookId, userId: null, action: 'WorkbookRead' },
    })

    expect((await problemsOf(role)).items.map(({ type, id }) => [type, id])).toEqual([['WORKBOOK', params.workbookId]])
  })

  it('shows what the caller may see, and of no other workspace', async ({ owner, creator }) => {
    await givenServedModel(server, owner, [])
    const ofCreator = await givenWorkbook(creator)
    const created = await givenReportOf(creator, ofCreator.params)
    const [mine, shared] = [await givenDashboard(owner), await givenDashboard(owner)]
    const sharer = await givenSharer(server, owner, shared.params.workbookId, 'view', 'Viewer')
    const nobody = await server.colleague(owner, { role: 'Explorer' })
    const idsOf = async (actor: Pick<Actor, 'api' | 'deploymentId'>) => new Set((await problemsOf(actor)).items.map(({ id }) => id))

    expect(await idsOf(owner)).toEqual(new Set([mine, shared].flatMap(({ params, reportId }) => [params.workbookId, reportId])))
    expect(await idsOf(sharer)).toEqual(new Set([shared.params.workbookId, shared.reportId]))
    expect(await idsOf(nobody)).toEqual(new Set())
    expect(await idsOf(creator)).toEqual(new Set([created]))
    const page = await owner.api.listContentProblems({ params: { deploymentId: owner.deploymentId }, query: { first: 1 } })
    expect(page.items).toHaveLength(1)
  })
})
