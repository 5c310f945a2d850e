import type { CreateReportInput, Dashboard, DashboardConfig, DashboardWidget, GenerateSession, Static, Workbook } from '@facet/contract'
import { givenEmbedTenant } from './given-embed.ts'
import { givenToken } from './given-session.ts'
import type { Actor, TestServer } from './server.ts'

/** Whoever makes content: by a key in the console, or by the token of a creator. */
type Maker = Pick<Actor, 'api' | 'deploymentId'>
export type WorkbookParams = { deploymentId: number; workbookId: number }
export type GivenWorkbook = { workbook: Workbook; params: WorkbookParams }

export const givenWorkbook = async (
  { api, deploymentId }: Maker,
  body: Parameters<Maker['api']['createWorkbook']>[0]['body'] = {},
): Promise<GivenWorkbook> => {
  const workbook = await api.createWorkbook({ params: { deploymentId }, body })
  return { workbook, params: { deploymentId, workbookId: workbook.id } }
}

export const personIdOf = async ({ api }: Pick<Actor, 'api'>): Promise<number> => (await api.getCurrentUser({})).id

/** A report of a workbook. */
export const givenReportOf = async (
  { api }: Maker,
  { deploymentId, workbookId }: WorkbookParams,
  body: Omit<Static<typeof CreateReportInput>, 'workbookId'> = {},
): Promise<number> => {
  const standard = { name: 'Revenue by month', jsonQuery: '{"measures":["orders.revenue"]}' }
  return (await api.createReport({ params: { deploymentId }, body: { ...standard, ...body, workbookId } })).id
}

export const changeReport = ({ api, deploymentId }: Maker, reportId: number, jsonQuery: string) =>
  api.updateReport({ params: { deploymentId, reportId }, body: { jsonQuery } })

const position = { x: 0, y: 0, w: 6, h: 4 }

export const chartOf = (reportId: number, id = `chart-${reportId}`): DashboardWidget => ({
  id,
  type: 'CHART',
  position,
  config: { reportId },
})

export const aiWidget = (id: string): DashboardWidget => ({ id, type: 'AI', position, config: { prompt: 'What changed?' } })

export const configOf = (...widgets: DashboardWidget[]): DashboardConfig => ({ kind: 'CLASSIC', title: 'Revenue', widgets })

export type GivenDashboard = GivenWorkbook & { reportId: number; dashboard: Dashboard }

/** A workbook with one report, shown by its draft and by what is published of it. */
export const givenDashboard = async (
  owner: Maker,
  { allowEmbed = false, name, folderId }: { allowEmbed?: boolean; name?: string; folderId?: number } = {},
): Promise<GivenDashboard> => {
  const { params } = await givenWorkbook(owner, {
    ...(name === undefined ? {} : { name }),
    ...(folderId === undefined ? {} : { folderId }),
  })
  const reportId = await givenReportOf(owner, params)
  await owner.api.updateWorkbookDashboard({ params, body: { dashboardDraft: configOf(chartOf(reportId)) } })
  const dashboard = await owner.api.publishDashboard({ params, body: { workbookId: params.workbookId, allowEmbed } })
  return { workbook: await owner.api.getWorkbook({ params }), params, reportId, dashboard }
}

export type GivenFrame = Pick<Actor, 'api' | 'key' | 'headers' | 'tenantId' | 'deploymentId'> & {
  externalId: string
  embedTenantName: string | null
  embedTenantId: number
}

/** Somebody in a frame: an external user of an embed tenant, new unless told, or of none. */
export const givenFrame = async (server: TestServer, owner: Actor, body: Partial<GenerateSession> = {}): Promise<GivenFrame> => {
  const { token, api, externalId } = await givenToken(server, owner, body)
  const [row] = await server.query<{ id: string }>('select id from embed_tenants where tenant_id = $1 and name = $2', [
    owner.tenantId,
    body.embedTenantName ?? '',
  ])
  return {
    api,
    key: token,
    headers: owner.headers,
    tenantId: owner.tenantId,
    deploymentId: owner.deploymentId,
    externalId,
    embedTenantName: body.embedTenantName ?? null,
    embedTenantId: Number(row?.id ?? 0),
  }
}

/** Somebody in a frame who makes content, in an embed tenant of its own unless one is named. */
export const givenCreator = async (server: TestServer, owner: Actor, body: Partial<GenerateSession> = {}): Promise<GivenFrame> => {
  await owner.api.updateTenantSettings({ body: { useCreatorMode: true } })
  const embedTenantName = body.embedTenantName ?? (await givenEmbedTenant(server, owner)).embedTenantName
  return givenFrame(server, owner, { creatorMode: true, ...body, embedTenantName })
}

/** Whom something is shared with, in the columns that name them. */
export type Grantee =
  | { grantee_kind: 'user'; principal_id: number }
  | { grantee_kind: 'group'; group_id: number }
  | { grantee_kind: 'external_user'; external_user_id: number }
  | { grantee_kind: 'embed_tenant' | 'organisation'; embed_tenant_id: number }
  | { grantee_kind: 'organisation' | 'all_embed_users' }

export const levelsByName = { view: 1, edit: 2, full: 3 } as const

/** Shares an item, as its owner would. */
export const givenGrant = async (
  server: TestServer,
  { tenantId }: Pick<Actor, 'tenantId'>,
  itemId: number,
  grantee: Grantee,
  level: keyof typeof levelsByName,
): Promise<void> => {
  const columns = Object.keys(grantee)
  await server.query(
    `insert into content_grants (tenant_id, item_id, deployment_id, item_kind, level, ${columns.join(', ')})
     select tenant_id, id, deployment_id, kind, $3, ${columns.map((_, index) => `$${index + 4}`).join(', ')}
     from content_items where tenant_id = $1 and id = $2
     on conflict (tenant_id, item_id, grantee_id) do update set level = excluded.level`,
    [tenantId, itemId, levelsByName[level], ...Object.values(grantee)],
  )
}

/** A colleague with a role, and the item shared with them at a level. */
export const givenSharer = async (
  server: TestServer,
  owner: Actor,
  itemId: number,
  level: keyof typeof levelsByName,
  role = 'Explorer',
): Promise<Actor & { personId: number }> => {
  const colleague = await server.colleague(owner, { role })
  const personId = await personIdOf(colleague)
  await givenGrant(server, owner, itemId, { grantee_kind: 'user', principal_id: personId }, level)
  return { ...colleague, personId }
}
