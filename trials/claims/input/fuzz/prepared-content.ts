import { randomBytes } from 'node:crypto'
import type { Client } from '@facet/client'
import type { Prepare, Prepared, PreparedRequests } from './prepared-request.ts'
import type { Stand } from './stand.ts'

const emptyBoard = { kind: 'CLASSIC', title: 'Stand', widgets: [] } as const
const aiWidget = { id: 'summary', type: 'AI', position: { x: 0, y: 0, w: 6, h: 4 }, config: { prompt: 'What changed?' } } as const
const filterWidget = { ...aiWidget, id: 'status', type: 'FILTER', config: { member: 'orders.status' } } as const
const draft = { dashboardDraft: emptyBoard }

/** Public ids consist of letters and digits. */
const newPublicId = (): string => randomBytes(6).toString('hex')

/** Folders, workbooks, reports and published dashboards, in a deployment reserved for prepared requests. */
export const prepareContent = (api: Client, stand: Stand, newDeployment: () => Promise<number>, next: () => string) => {
  let place: Promise<number> | undefined
  const here = async () => ({ deploymentId: await (place ??= newDeployment()) })

  const folder = async () => {
    const params = await here()
    return { params, id: (await api.createFolder({ params, body: { name: `stand-${next()}` } })).id }
  }
  const workbook = async () => {
    const params = await here()
    return { ...params, workbookId: (await api.createWorkbook({ params, body: { name: 'Stand' } })).id }
  }
  const report = async () => {
    const params = await here()
    return { ...params, reportId: (await api.createReport({ params, body: { name: 'Stand' } })).id }
  }
  const published = async () => {
    const params = await workbook()
    const body = { workbookId: params.workbookId, config: { ...emptyBoard, widgets: [aiWidget] } }
    return { params, dashboard: await api.publishDashboard({ params, body }) }
  }

  /** A request with an embed token, on a dashboard with a chart and a filter. */
  const framed = async (body: Record<string, unknown>) => {
    const params = await workbook()
    const { id: reportId } = await api.createReport({
      params,
      body: { name: 'Stand', workbookId: params.workbookId, sqlQuery: 'select 1' },
    })
    const chart = { ...aiWidget, id: 'chart', type: 'CHART', config: { reportId } } as const
    const config = { ...emptyBoard, widgets: [chart, filterWidget] }
    const dashboard = await api.publishDashboard({ params, body: { workbookId: params.workbookId, config } })
    await shareWithEmbedUsers(params)
    const { token } = await api.exchangeSession({ body: { sessionId: await session() } })
    return {
      params: { dashboardPublicId: dashboard.publicId },
      body: { versionId: dashboard.versionId, filters: null, ...body },
      headers: { authorization: `Bearer ${token}` },
    }
  }

  /** Prepares a request on a new resource. */
  const on =
    (create: () => Promise<Prepared['params']>) =>
    (more: Prepared = {}): Prepare =>
    async () => ({ ...more, params: { ...(await create()), ...more.params } })
  const onReport = on(report)
  const onWorkbook = on(workbook)
  const onPublished = on(async () => (await published()).params)
  const onDashboard = on(async () => ({ dashboardPublicId: (await published()).dashboard.publicId }))
  const onItem: Prepare = async () => {
    const { params, id } = await folder()
    return { params: { ...params, type: 'FOLDER', id } }
  }
  const items = async (more: object = {}) => {
    const { params, id } = await folder()
    return { params, body: { items: [{ type: 'FOLDER', id }], ...more } }
  }
  const shared = async () => ({ resourceType: 'Folder', resourceId: (await folder()).id })
  const members: Prepare = async () => ({
    params: { groupId: await stand.standing.groupId() },
    body: { userIds: [await stand.standing.userId()] },
  })
  const shareWithEmbedUsers = (params: { deploymentId: number; workbookId: number }) =>
    api.updateEmbedAccess({ params, body: { allEmbedUsers: true, action: 'read' } })
  const session = async (): Promise<string> =>
    (await api.generateSession({ body: { ...(await here()), externalId: `viewer-${next()}` } })).sessionId

  const inPlace = on(here)
  // Without the folder of the example, which does not exist.
  const onAll = inPlace()
  const unplaced = { body: { name: 'Stand', folderId: null } }

  return {
    getReports: onAll,
    getWorkbooks: onAll,
    workspaceObjects: onAll,
    sharedWorkspaceObjects: onAll,
    createReport: inPlace(unplaced),
    getReport: onReport(),
    updateReport: onReport({ body: { name: 'Stand' } }),
    deleteReport: onReport(),
    refreshReport: onReport(),
    connectReportToWorkbook: onReport({ body: { externalWorkbookId: 'stand', resultLocation: 'A1' } }),
    upsertReportByPublicId: async () => ({ params: { ...(await here()), publicId: newPublicId() }, ...unplaced }),

    createWorkbook: inPlace(unplaced),
    getWorkbook: onWorkbook(),
    updateWorkbook: async () => ({ params: await workbook(), body: { slug: `stand-${next()}` } }),
    deleteWorkbook: onWorkbook(),
    upsertWorkbookBySlug: async () => ({ params: { ...(await here()), slug: `stand-${next()}` }, ...unplaced }),
    duplicateWorkbook: onWorkbook({ body: { shared: false } }),

    updateWorkbookDashboard: onWorkbook({ body: draft }),
    publishDashboard: async () => {
      const params = await workbook()
      return { params, body: { workbookId: params.workbookId, config: emptyBoard } }
    },
    updatePublishedDashboardAiWidgetThread: onPublished({ body: { widgetId: aiWidget.id, threadId: 'stand' } }),
    listDashboardVersions: onPublished(),
    compareDashboardVersions: onPublished({ query: { from: '1', to: '1' } }),
    restoreDashboardVersion: onPublished({ params: { versionNumber: 1 } }),
    getEmbedAccess: onPublished(),
    updateEmbedAccess: onPublished({ body: { embedTenantName: null, allEmbedUsers: true, action: 'read' } }),
    getDashboard: onDashboard(),
    bootstrapDashboard: async () => {
      const { params, dashboard } = await published()
      await shareWithEmbedUsers(params)
      return { body: { sessionId: await session(), dashboardPublicId: dashboard.publicId } }
    },
    streamWidgetData: () => framed({ widgetIds: ['chart'], timeGrains: null }),
    listFilterChoices: () => framed({ widgetId: 'status' }),
    postDashboardPythonRun: onDashboard(),
    updateDashboardEmbedding: onDashboard({ body: { allowEmbed: true } }),

    moveWorkspaceObject: async () => {
      const { params, id } = await folder()
      return { params, body: { type: 'FOLDER', id, folderId: null } }
    },
    bulkMoveWorkspaceObjects: () => items({ folderId: null }),
    previewContentMove: () => items({ folderId: null }),
    bulkDeleteWorkspaceObjects: () => items(),
    addFavorite: onItem,
    removeFavorite: onItem,
    explainContentAccess: onItem,
    transferContent: async () => ({
      params: await here(),
      body: { fromUserId: await stand.standing.userId(), toUserId: await stand.fresh.userId() },
    }),
    listContentProblems: onAll,
    repairContent: inPlace({ body: { renames: [{ from: 'orders.gone', to: 'orders.count' }], dryRun: true } }),
    listResourcePolicies: async () => {
      const { resourceType, resourceId } = await shared()
      return { query: { resourceType, resourceId: String(resourceId) } }
    },
    setUserPolicy: async () => ({ body: { ...(await shared()), userId: await stand.standing.userId(), action: 'FolderRead' } }),
    setGroupPolicy: async () => ({ body: { ...(await shared()), groupId: await stand.standing.groupId(), action: 'FolderRead' } }),

    addUserGroupMembers: members,
    removeUserGroupMembers: members,
    updateAppConfig: async () => ({
      body: { embedding: { locale: 'en', timezone: 'Europe/Berlin' }, appTheme: null, timezoneSettings: null },
    }),
  } satisfies PreparedRequests['of']
}
