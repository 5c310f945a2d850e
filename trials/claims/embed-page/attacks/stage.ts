import { join } from 'node:path'
import type { GenerateSession } from '@facet/contract'
import { type Browser, launchChromium } from '@facet/testkit/chromium'
import { buildPageIfStale } from '../../../../tools/web/build-page.ts'
import { createEmbedding, type Embedding } from '../../../harness/embedding.ts'
import { standInProgram } from '../../../harness/gateway/stage.ts'
import { createInstallation, type FacetProcess, type Installation, type Tenant } from '../../../harness/installation.ts'
import { type Board, publishAttacks, publishBoard, publishQueried, storeRefusedCharts, table } from './boards.ts'
import { type Canary, openCanary } from './canary.ts'
import { chartAttacks } from './chart-attacks.ts'
import { openEngine, type PageEngine } from './engine.ts'
import { type HostSite, openHostSite } from './host-site.ts'
import { markdownAttacks } from './markdown-attacks.ts'
import { reportAttacks } from './report-attacks.ts'
import { markup, textAttacks } from './text-attacks.ts'

export const widgetAttacks = [...markdownAttacks, ...textAttacks, ...reportAttacks, ...chartAttacks]

export type Stage = {
  installation: Installation
  service: FacetProcess
  browser: Browser
  canary: Canary
  engine: PageEngine
  site: HostSite
  tenant: Tenant
  /** Another tenant, which allows no embed origin. */
  stranger: Tenant
  embedding: Embedding
  boards: Map<string, Board>
  queried: Awaited<ReturnType<typeof publishQueried>>
  strangersBoard: Board
  /** Stores the charts that the API refuses. */
  storeCharts: (state: 'compiled' | 'uncompiled') => Promise<void>
  mint: (body?: Partial<GenerateSession>) => Promise<string>
}

/** A creator: an embed user who makes dashboards. */
export const creator = { creatorMode: true, embedTenantName: 'makers', externalId: 'maker' } as const

/** Browsers resolve every name below `localhost` to this machine. */
const createTenant = async (installation: Installation, name: string): Promise<Tenant> => {
  const host = `${name}.localhost`
  const made = ['tenants', 'create', '--name', name, '--host', host, '--admin-email', `admin@${name}.test`, '--json']
  const { tenantId, adminKey } = JSON.parse(await installation.facet(made)) as { tenantId: number; adminKey: string }
  return { tenantId, host, adminKey }
}

const fillRows = ({ rows }: PageEngine, { origin }: Canary): void => {
  rows.set('orders.paint', [`url(${origin}/c-fill-rows#a)`])
  rows.set('orders.cell', [markup('t-cell')])
  rows.set('orders.tip', [markup('t-tooltip')])
  rows.set('orders.formula', ['=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1+1', '\r=1+1', 'p;=1+1'])
}

/** Runs the work with the service, a stand-in for the engine, a host site, a canary and a browser. */
export const onStage = async <T>(work: (stage: Stage) => Promise<T>): Promise<T> => {
  await using open = new AsyncDisposableStack()
  const installation = await createInstallation({ durable: false, settings: { FACET_LOG_LEVEL: 'debug' } })
  open.defer(installation.close)
  const socketPath = join(installation.folder, 'e.sock')
  const [engine, canary, site] = [await openEngine(socketPath), await openCanary('h-peer'), await openHostSite()]
  for (const { close } of [engine, canary, site]) open.defer(close)
  fillRows(engine, canary)
  await buildPageIfStale()
  const service = await installation.serve({}, [standInProgram, socketPath])
  const [tenant, stranger] = [await createTenant(installation, 'page'), await createTenant(installation, 'stranger')]
  const api = installation.client(service, tenant)
  await api.updateTenantSettings({ body: { embedOrigins: [site.host], useCreatorMode: true } })
  const embedding = await createEmbedding(installation, service, tenant)
  open.defer(embedding.close)
  const strangersEmbedding = await createEmbedding(installation, service, stranger)
  open.defer(strangersEmbedding.close)
  const aim = { canary: canary.origin, datagrams: canary.datagrams }
  const authoring = { api, installation, deploymentId: embedding.deploymentId, aim }
  const strangers = { ...authoring, api: installation.client(service, stranger), deploymentId: strangersEmbedding.deploymentId }
  const creators = installation.client(service, tenant, await embedding.token(service, creator))
  const boards = await publishAttacks(authoring, creators, widgetAttacks)
  const hostile = `url(${canary.origin}/th)`
  const theme = { fontFamily: hostile, dashboard: { padding: hostile, backgroundColor: hostile } }
  boards.set('formulas', await publishBoard(authoring, { name: 'formulas', widgets: { table: table(['orders.formula']) } }))
  boards.set('themed', await publishBoard(authoring, { name: 'themed', widgets: { table: table() }, theme }))
  const browser = await launchChromium()
  open.defer(() => browser.close())
  return await work({
    ...{ installation, service, browser, canary, engine, site, tenant, stranger, embedding, boards },
    queried: await publishQueried(authoring),
    strangersBoard: await publishBoard(strangers, { name: 'strangers', widgets: { 'strangers-chart': table() } }),
    storeCharts: (state) => storeRefusedCharts(authoring, widgetAttacks, boards, state),
    mint: (body) => embedding.session(service, { userProfile: { displayName: markup('t-viewer') }, ...body }),
  })
}
