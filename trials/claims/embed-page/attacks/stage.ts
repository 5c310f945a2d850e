import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { GenerateSession } from '@facet/contract'
import { type Browser, launchChromium } from '@facet/testkit/chromium'
import { buildPageIfStale } from '../../../../tools/web/build-page.ts'
import { createEmbedding, type Embedding } from '../../../harness/embedding.ts'
import { createInstallation, type FacetProcess, type Installation, type Tenant } from '../../../harness/installation.ts'
import { preloadOf } from '../../../harness/source-changes.ts'
import type { TrialOptions } from '../../../trial.ts'
import { type Board, type BoardName, type BoardOf, publishAttacks, publishBoard, publishQueried, storeHostileCharts } from './boards.ts'
import { type Canary, openCanary } from './canary.ts'
import { widgetAttacks } from './widget-attacks.ts'
import { openEngine, type PageEngine } from './engine.ts'
import { type HostSite, openHostSite } from './host-site.ts'
import { buildPlantedPage, plantedService } from './planted.ts'
import { switchPath } from './switch.ts'
import { markup } from './text-attacks.ts'

/** The service as it is, or the one whose guards can be turned off, and those that are. */
export type World = { service: FacetProcess; off: readonly string[]; isPlanted: boolean }

export type Stage = {
  installation: Installation
  browser: Browser
  canary: Canary
  engine: PageEngine
  site: HostSite
  tenant: Tenant
  /** Another customer of ours, whom no origin is named for. */
  stranger: Tenant
  embedding: Embedding
  boards: Map<BoardName, Board>
  queried: Awaited<ReturnType<typeof publishQueried>>
  strangersBoard: Board
  strangersEmbedding: Embedding
  real: World
  /** The other service, with these guards off from now on. */
  planted: (off: readonly string[]) => Promise<World>
  /** Hostile charts are there as somebody compiled them who looks at nothing, or to be compiled. */
  keepCharts: (isKept: boolean) => Promise<void>
  mint: (world: World, body?: Partial<GenerateSession>) => Promise<string>
  close: () => Promise<void>
}

/** Somebody in a frame who makes dashboards. */
export const creator = { creatorMode: true, embedTenantName: 'makers', externalId: 'maker' } as const

const program = join(import.meta.dirname, 'page-server.ts')

/** Browsers take every name below `localhost` for this machine. */
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

const table = (dimensions: string[]) => ({ id: 'table', of: { report: { kind: 'table' as const, spec: null, dimensions } } })

/** For what is tried of a dashboard as a whole. */
const furtherBoards = ({ origin }: Canary): BoardOf[] => [
  { name: 'formulas', widgets: [table(['orders.formula'])] },
  {
    name: 'themed',
    widgets: [table(['orders.status'])],
    theme: { fontFamily: `url(${origin}/th)`, dashboard: { padding: `url(${origin}/th)`, backgroundColor: `url(${origin}/th)` } },
  },
]

/** The same service with guards that can be turned off. */
const servePlanted = async (installation: Installation, socketPath: string): Promise<FacetProcess> => {
  const folder = join(installation.folder, 'page')
  mkdirSync(folder)
  await buildPlantedPage(folder)
  const { settings, args } = preloadOf(plantedService(folder))
  return installation.serve(settings, [...args, program, socketPath])
}

const assemble = async (installation: Installation, plants: boolean, closing: (() => Promise<void> | void)[]): Promise<Stage> => {
  const socketPath = join(installation.folder, 'e.sock')
  const [engine, canary, site] = [await openEngine(socketPath), await openCanary('h-peer'), await openHostSite()]
  closing.push(engine.close, canary.close, site.close)
  fillRows(engine, canary)
  await buildPageIfStale()
  const service = await installation.serve({}, [program, socketPath])
  const changed = plants ? await servePlanted(installation, socketPath) : undefined
  const [tenant, stranger] = [await createTenant(installation, 'page'), await createTenant(installation, 'stranger')]
  const api = installation.client(service, tenant)
  await api.updateTenantSettings({ body: { embedOrigins: [site.host], useCreatorMode: true } })
  const [embedding, strangersEmbedding] = [
    await createEmbedding(installation, service, tenant),
    await createEmbedding(installation, service, stranger),
  ]
  closing.push(embedding.close, strangersEmbedding.close)
  const aim = { canary: canary.origin, datagrams: canary.datagrams }
  const authoring = { api, installation, deploymentId: embedding.deploymentId, aim }
  const strangers = { ...authoring, api: installation.client(service, stranger), deploymentId: strangersEmbedding.deploymentId }
  const creators = installation.client(service, tenant, await embedding.token(service, creator))
  const boards = await publishAttacks(authoring, creators, widgetAttacks)
  for (const board of furtherBoards(canary)) boards.set(board.name, await publishBoard(authoring, board))
  const browser = await launchChromium()
  closing.push(() => browser.close())
  return {
    installation,
    browser,
    canary,
    engine,
    site,
    tenant,
    stranger,
    embedding,
    strangersEmbedding,
    boards,
    queried: await publishQueried(authoring),
    strangersBoard: await publishBoard(strangers, {
      name: 'strangers',
      widgets: [{ id: 'strangers-chart', of: { report: { kind: 'table', spec: null } } }],
    }),
    real: { service, off: [], isPlanted: false },
    planted: async (off) => {
      if (!changed) throw new Error('This form of the trial has no service with planted faults.')
      await fetch(`${changed.url}${switchPath}`, { method: 'PUT', body: JSON.stringify(off) })
      return { service: changed, off, isPlanted: true }
    },
    keepCharts: (isKept) => storeHostileCharts(authoring, widgetAttacks, boards, isKept),
    mint: (world, body) => embedding.session(world.service, { userProfile: { displayName: markup('t-viewer') }, ...body }),
    close: async () => {
      for (const close of closing.toReversed()) await close()
    },
  }
}

export const openStage = async ({ plants }: Pick<TrialOptions, 'plants'>): Promise<Stage> => {
  const installation = await createInstallation({ durable: false, settings: { FACET_LOG_LEVEL: 'debug' } })
  const closing: (() => Promise<void> | void)[] = [installation.close]
  try {
    return await assemble(installation, plants, closing)
  } catch (error) {
    for (const close of closing.toReversed()) await close()
    throw error
  }
}
