import { randomBytes } from 'node:crypto'
import type { Client } from '@facet/client'
import type { Prepare, PreparedRequests } from './prepared-request.ts'
import type { Stand } from './stand.ts'

const emptyBoard = { kind: 'CLASSIC', title: 'Stand', widgets: [] } as const
const aiWidget = { id: 'summary', type: 'AI', position: { x: 0, y: 0, w: 6, h: 4 }, config: { prompt: 'What changed?' } } as const
const filterWidget = { ...aiWidget, id: 'status', type: 'FILTER', config: { member: 'orders.status' } } as const
const draft = { dashboardDraft: emptyBoard }

/** Public ids are made of letters and digits alone. */
const newPublicId = (): string => randomBytes(6).toString('hex')

/** Folders, workbooks and reports that are there, and dashboards that were published; all in a deployment that the fuzzer writes nothing else to. */
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

  /** A dashboard with a chart and a filter, in a frame that may look at it. */
  const framed = async (body: Record<string, unknown>) => {
    const params = await workbook()
    const { id: reportId } = await api.createReport({
      params,
      body: { name: 'Stand', workbookId: params.workbookId, sqlQuery: 'select 1' },
    })
    const chart = { ...aiWidget, id: 'chart', type: 'CHART', config: { reportId } } as const
    const config = { ...emptyBoard, widgets: [chart, filterWidget] }
    const dashboard = await api.publishDashboard({ params, body: { workbookId: params.workbookId, config } })
    await api.updateEmbedAccess({ params, body: { allEmbedUsers: true, action: 'read' } })
    const { sessionId } = await api.generateSession({ body: { ...(await here()), externalId: `viewer-${next()}` } })
    const { token } = await api.exchangeSession({ body: { sessionId } })
    return {
      params: { dashboardPublicId: dashboard.publicId },
      body: { versionId: dashboard.versionId, filters: null, ...body },
      headers: { authorization: `Bearer ${token}` },
    }
  }

  const onReport =
    (body?: Record<string, unknown>): Prepare =>
    async () => ({ params: await report(), ...(body ? { body } : {}) })
  const onWorkbook =
    (body?: Record<string, unknown>): Prepare =>
    async () => ({ params: await workbook(), ...(body ? { body } : {}) })
  const onPublished =
    (input: { params?: Record<string, number>; query?: Record<string, string>; body?: Record<string, unknown> } = {}): Prepare =>
    async () => {
      const { params } = await published()
      return { ...input, params: { ...params, ...input.params } }
    }
  const onDashboard =
    (body?: Record<string, unknown>): Prepare =>
    async () => ({ params: { dashboardPublicId: (await published()).dashboard.publicId }, ...(body ? { body } : {}) })
  const onItem: Prepare = async () => {
    const { params, id } = await folder()
    return { params: { ...params, type: 'FOLDER', id } }
  }
  const items = async () => {
    const { params, id } = await folder()
    return { params, body: { items: [{ type: 'FOLDER', id }] } }
  }
  const shared = async () => ({ resourceType: 'Folder', resourceId: (await folder()).id })
  const members: Prepare = async () => ({
    params: { groupId: await stand.standing.groupId() },
    body: { userIds: [await stand.standing.userId()] },
  })

  // Of everything, and not of the folder that the example names.
  const onAll: Prepare = async () => ({ params: await here() })

  return {
    getReports: onAll,
    getWorkbooks: onAll,
    workspaceObjects: onAll,
    sharedWorkspaceObjects: onAll,
    createReport: async () => ({ params: await here(), body: { name: 'Stand', folderId: null } }),
    getReport: onReport(),
    updateReport: onReport({ name: 'Stand' }),
    deleteReport: onReport(),
    refreshReport: onReport(),
    connectReportToWorkbook: onReport({ externalWorkbookId: 'stand', resultLocation: 'A1' }),
    upsertReportByPublicId: async () => ({
      params: { ...(await here()), publicId: newPublicId() },
      body: { name: 'Stand', folderId: null },
    }),

    createWorkbook: async () => ({ params: await here(), body: { name: 'Stand', folderId: null } }),
    getWorkbook: onWorkbook(),
    updateWorkbook: async () => ({ params: await workbook(), body: { slug: `stand-${next()}` } }),
    deleteWorkbook: onWorkbook(),
    upsertWorkbookBySlug: async () => ({ params: { ...(await here()), slug: `stand-${next()}` }, body: { name: 'Stand', folderId: null } }),
    duplicateWorkbook: onWorkbook({ shared: false }),

    updateWorkbookDashboard: onWorkbook(draft),
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
      await api.updateEmbedAccess({ params, body: { allEmbedUsers: true, action: 'read' } })
      const { sessionId } = await api.generateSession({ body: { ...(await here()), externalId: `viewer-${next()}` } })
      return { body: { sessionId, dashboardPublicId: dashboard.publicId } }
    },
    streamWidgetData: () => framed({ widgetIds: ['chart'], timeGrains: null }),
    listFilterChoices: () => framed({ widgetId: 'status' }),
    postDashboardPythonRun: onDashboard(),
    updateDashboardEmbedding: onDashboard({ allowEmbed: true }),

    moveWorkspaceObject: async () => {
      const { params, id } = await folder()
      return { params, body: { type: 'FOLDER', id, folderId: null } }
    },
    bulkMoveWorkspaceObjects: async () => {
      const { params, body } = await items()
      return { params, body: { ...body, folderId: null } }
    },
    previewContentMove: async () => {
      const { params, body } = await items()
      return { params, body: { ...body, folderId: null } }
    },
    bulkDeleteWorkspaceObjects: items,
    addFavorite: onItem,
    removeFavorite: onItem,
    explainContentAccess: onItem,
    transferContent: async () => ({
      params: await here(),
      body: { fromUserId: await stand.standing.userId(), toUserId: await stand.fresh.userId() },
    }),
    listContentProblems: async () => ({ params: await here() }),
    repairContent: async () => ({
      params: await here(),
      body: { renames: [{ from: 'orders.gone', to: 'orders.count' }], dryRun: true },
    }),
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
