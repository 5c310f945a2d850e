import type { Dashboard, DashboardWidget, GenerateSession, WidgetDataLine } from '@facet/contract'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { chartOf, configOf, givenGrant, givenReportOf, givenWorkbook } from './given-content.ts'
import { type Asked, answerWith, type StandInEngine, startStandInEngine } from './given-engine.ts'
import { leaseFrom } from './given-meta.ts'
import { givenToken } from './given-session.ts'
import type { Actor, TestServer } from './server.ts'

const position = { x: 0, y: 0, w: 1, h: 1 }

export const filterWidget = (id: string, config: Record<string, unknown>): DashboardWidget => ({ id, type: 'FILTER', position, config })
export const grainWidget = (id: string, config: Record<string, unknown>): DashboardWidget => ({ id, type: 'TIME_GRAIN', position, config })

export type GivenReport = { query?: object; sqlQuery?: string; meta?: Record<string, unknown>; controls?: Record<string, string | null> }

export type GivenBoard = {
  dashboard: Dashboard
  params: { dashboardPublicId: string }
  workbook: { deploymentId: number; workbookId: number }
}

/** A dashboard that every embed user sees: a widget `chart-0`, `chart-1`, … for each report, and these controls. */
export const givenBoard = async (
  server: TestServer,
  owner: Actor,
  reports: GivenReport[],
  controls: DashboardWidget[] = [],
): Promise<GivenBoard> => {
  const { params } = await givenWorkbook(owner)
  const charts: DashboardWidget[] = []
  for (const [at, { query, sqlQuery, meta, controls: mapped }] of reports.entries()) {
    const reportId = await givenReportOf(owner, params, {
      jsonQuery: query ? JSON.stringify(query) : null,
      sqlQuery: sqlQuery ?? null,
      meta: meta ?? null,
    })
    const chart = chartOf(reportId, `chart-${at}`)
    charts.push({ ...chart, config: { ...chart.config, ...(mapped ? { controls: mapped } : {}) } })
  }
  const body = { workbookId: params.workbookId, config: configOf(...charts, ...controls) }
  const dashboard = await owner.api.publishDashboard({ params, body })
  await givenGrant(server, owner, params.workbookId, { grantee_kind: 'all_embed_users' }, 'view')
  return { dashboard, params: { dashboardPublicId: dashboard.publicId }, workbook: params }
}

/** Somebody who looks at a dashboard in a frame. */
export const givenViewer = async (server: TestServer, owner: Actor, body: Partial<GenerateSession> = {}) => {
  const { token, api } = await givenToken(server, owner, body)
  return { token, api, caller: { headers: owner.headers, key: token } }
}

/** The query of each request that an engine was sent. */
export const queriesOf = (asked: readonly Asked[]): Record<string, unknown>[] =>
  asked.map(({ body }) => (JSON.parse(body) as { query: Record<string, unknown> }).query)

const membersOf = (query: Record<string, unknown>): string[] => [
  ...((query['dimensions'] as string[] | undefined) ?? []),
  ...((query['timeDimensions'] as { dimension: string; granularity?: string }[] | undefined) ?? []).flatMap(({ dimension, granularity }) =>
    granularity ? [`${dimension}.${granularity}`] : [],
  ),
  ...((query['measures'] as string[] | undefined) ?? []),
]

/** Has the engines of the server answered by a stand-in: one row for every query, the names of its members. */
export const useLoadEngine = (server: TestServer): (() => StandInEngine) => {
  let engine: StandInEngine
  beforeAll(async () => {
    engine = await startStandInEngine()
  })
  beforeEach(() => {
    leaseFrom(server, engine)
    engine.asked.splice(0)
    engine.describe([])
    engine.answer((request, response) => {
      const [query] = queriesOf(engine.asked.slice(-1))
      const members = membersOf(query ?? {})
      answerWith(200, JSON.stringify({ data: { members, columns: members.map((member) => [member]) }, annotation: {} }))(request, response)
    })
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await engine.stop()
  })
  return () => engine
}

export const linesIn = async <Line = WidgetDataLine>(lines: AsyncIterable<Line>): Promise<Line[]> => {
  const taken: Line[] = []
  for await (const line of lines) taken.push(line)
  return taken
}
