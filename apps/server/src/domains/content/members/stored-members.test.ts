import { operations } from '@facet/contract'
import { describe, expect } from 'vitest'
import { type Actor, aiWidget, chartOf, configOf, givenCreator, givenGrant, givenWorkbook, membersOf, useServer, withOwner } from '#test'

const server = useServer('shared')
const it = withOwner(server).extend('writes', ({ owner }) => givenWrites(owner))

const position = { x: 0, y: 0, w: 1, h: 1 }
const filterOf = (member: string) => ({ id: 'filter', type: 'FILTER' as const, position, config: { member } })
const queryOf = (member: string): string => JSON.stringify({ measures: [member] })

/** Every way to write what content says, in an order in which each has something to do. Each gives back what must be used afterwards. */
const givenWrites = async (owner: Actor) => {
  const { api, deploymentId } = owner
  const { params } = await givenWorkbook(owner)
  const { workbookId } = params
  const onDeployment = { params: { deploymentId } }
  const created = await api.createReport({ ...onDeployment, body: { workbookId, jsonQuery: queryOf('a.created') } })
  const onReport = { params: { deploymentId, reportId: created.id } }
  const draft = configOf(chartOf(created.id), aiWidget('ai'), filterOf('a.filter'))
  const publish = () => api.publishDashboard({ params, body: { workbookId } })
  const writes: [string, () => Promise<unknown>, string][] = [
    ['createReport', () => api.createReport({ ...onDeployment, body: { sqlQuery: 'select n from a' } }), 'sql  a.n true'],
    ['updateReport', () => api.updateReport({ ...onReport, body: { jsonQuery: queryOf('a.updated') } }), 'query  a.updated false'],
    [
      'connectReportToWorkbook',
      () => api.connectReportToWorkbook({ ...onReport, body: { externalWorkbookId: 's', resultLocation: 'A1' } }),
      'query  a.updated false',
    ],
    ['refreshReport', () => api.refreshReport(onReport), 'query  a.updated false'],
    [
      'upsertReportByPublicId',
      async () => {
        const put = (member: string) =>
          api.upsertReportByPublicId({ params: { deploymentId, publicId: 'k3V9qdLm20Za' }, body: { jsonQuery: queryOf(member) } })
        await put('a.made')
        return put('a.upserted')
      },
      'query  a.upserted false',
    ],
    [
      'createWorkbook',
      () => api.createWorkbook({ ...onDeployment, body: { calculatedFields: { x: { sql: 'a.base + 1' } } } }),
      'calculated x a.base true',
    ],
    ['updateWorkbook', () => api.updateWorkbook({ params, body: { calculatedFields: { y: 'a.other' } } }), 'calculated y a.other false'],
    [
      'upsertWorkbookBySlug',
      () =>
        api.upsertWorkbookBySlug({
          params: { deploymentId, slug: 'sales' },
          body: { meta: { dashboardDraft: configOf(filterOf('a.slug')) } },
        }),
      'filter filter a.slug false',
    ],
    [
      'updateWorkbookDashboard',
      () => api.updateWorkbookDashboard({ params, body: { dashboardDraft: draft } }),
      'filter filter a.filter false',
    ],
    ['publishDashboard', publish, `published query chart-${created.id} a.updated false`],
    [
      'updatePublishedDashboardAiWidgetThread',
      () => api.updatePublishedDashboardAiWidgetThread({ params, body: { widgetId: 'ai', threadId: 'a.thread' } }),
      `published query chart-${created.id} a.updated false`,
    ],
    [
      'restoreDashboardVersion',
      async () => {
        await api.updateWorkbookDashboard({ params, body: { dashboardDraft: null } })
        return api.restoreDashboardVersion({ params: { ...params, versionNumber: 1 } })
      },
      'saved filter filter a.filter false',
    ],
    ['duplicateWorkbook', () => api.duplicateWorkbook({ params, body: {} }), 'query  a.updated false'],
    [
      'repairContent',
      () => api.repairContent({ ...onDeployment, body: { renames: [{ from: 'a.updated', to: 'a.repaired' }] } }),
      `published query chart-${created.id} a.repaired false`,
    ],
    ['deleteReport', () => api.deleteReport(onReport), `published query chart-${created.id} a.repaired false`],
  ]
  return { writes, params }
}

describe('what content uses', () => {
  it('is stored by every operation that writes it', async ({ owner, writes: { writes } }) => {
    for (const [id, write, use] of writes) {
      await write()
      const { said, stored } = await membersOf(server, owner)
      expect(stored, id).toEqual(said)
      expect(stored.join('\n'), id).toContain(use)
    }
    const isOfContent = (id: string): boolean => /Report|Workbook|Dashboard/.test(id) && !/Python|Embedding|ReportFolders/.test(id)
    const known = new Set(writes.map(([id]) => id))
    const writing = Object.values(operations).filter(
      ({ method, id, tag }) => method !== 'GET' && isOfContent(id) && /Reports|Workbooks/.test(tag),
    )
    expect(writing.map(({ id }) => id as string).filter((id) => !known.has(id))).toEqual(['deleteWorkbook'])
  })

  it('is stored in the workspace of a creator who copies from the console', async ({ owner, writes: { writes, params } }) => {
    for (const [, write] of writes.slice(0, 10)) await write()
    await givenGrant(server, owner, params.workbookId, { grantee_kind: 'all_embed_users' }, 'view')
    const creator = await givenCreator(server, owner)

    await creator.api.duplicateWorkbook({ params, body: { shared: true } })

    const { said, stored } = await membersOf(server, owner)
    expect(stored).toEqual(said)
    const [{ count = 0 } = {}] = await server.query<{ count: number }>(
      'select count(*)::int from content_members where tenant_id = $1 and embed_tenant_id = $2',
      [owner.tenantId, creator.embedTenantId],
    )
    expect(count).toBeGreaterThan(0)
  })

  it('goes with the item', async ({ owner, writes: { writes, params } }) => {
    for (const [, write] of writes.slice(0, 10)) await write()
    await owner.api.deleteWorkbook({ params })

    const { said, stored } = await membersOf(server, owner)
    expect(stored).toEqual(said)
    expect(stored.join('\n')).not.toContain('a.filter')
  })
})
