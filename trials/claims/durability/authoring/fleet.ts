import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type S3Server, startS3Server } from '@facet/testkit/s3'
import { type AnswerGate, startAnswerGate } from '../../../harness/answer-gate.ts'
import { type Answer, type Asking, createCaller } from '../../../harness/caller.ts'
import { createInstallation, type FacetProcess, type Installation, type Tenant } from '../../../harness/installation.ts'
import { type PostgresGate, startPostgresGate } from '../../../harness/postgres-gate.ts'
import { startStoreRelay, type StoreRelay } from '../../../harness/store-relay.ts'

/** One process of the real program, with something of ours on each of its lines: to its callers, the database and the store. */
export type FleetNode = {
  place: number
  /** By way of the gate, for callers and for the other nodes; it stays when the process is replaced. */
  url: string
  answers: AnswerGate
  database: PostgresGate
  store: StoreRelay
  process: () => FacetProcess
  isUp: () => boolean
  start: () => Promise<void>
  /** With SIGKILL; whoever connects then is refused. */
  kill: () => Promise<void>
  /** In order: it ends what it has begun and leaves the others. */
  stop: () => Promise<void>
  /** Where changes are made; a folder for each. */
  editsFolder: () => string
}

/** Nodes on one database and one S3 store. */
export type Fleet = {
  installation: Installation
  s3: S3Server
  tenant: Tenant
  nodes: FleetNode[]
  ask: (node: Pick<FleetNode, 'url'>, asking: Omit<Asking, 'host' | 'authorization'>) => Promise<Answer>
  /** The node that acts on this deployment, asked of the others. */
  ownerOf: (deploymentId: number) => Promise<FleetNode>
  close: () => Promise<void>
}

const maxStarts = 3

/** As whatever watches over processes does: one that gave up because its database was slow is started again. */
const startAgain = async (start: () => Promise<FacetProcess>, left = maxStarts): Promise<FacetProcess> => {
  try {
    return await start()
  } catch (error) {
    if (left <= 1) throw error
    return startAgain(start, left - 1)
  }
}

const startNode = async (installation: Installation, s3: S3Server, place: number): Promise<FleetNode> => {
  const answers = await startAnswerGate()
  const database = await startPostgresGate(installation.serviceUrl)
  const store = await startStoreRelay(s3.endpoint, s3.bucket)
  const dataFolder = join(installation.folder, `node-${place}`)
  let current: FacetProcess | null = null
  let isKilled = false
  const settings = {
    // Nodes are started again and again; what was compiled once need not be again.
    NODE_COMPILE_CACHE: join(installation.folder, 'compiled'),
    FACET_DATABASE_URL: database.url,
    FACET_NODE_ADDRESS: answers.url,
    FACET_S3_ENDPOINT: store.url,
    FACET_DATA_FOLDER: dataFolder,
  }
  const running = (): FacetProcess => {
    if (!current) throw new Error('The node was not started.')
    return current
  }
  return {
    place,
    url: answers.url,
    answers,
    database,
    store,
    process: running,
    isUp: () => current !== null && !isKilled && !current.hasExited(),
    start: async () => {
      current = await startAgain(() => installation.serve(settings))
      await answers.openTo(current.url)
      isKilled = false
    },
    kill: async () => {
      isKilled = true
      const ended = running().kill('SIGKILL')
      await answers.shut()
      await ended
    },
    stop: async () => {
      isKilled = true
      await running().kill('SIGTERM')
      await answers.shut()
    },
    editsFolder: () => {
      const work = join(dataFolder, 'work')
      const own = readdirSync(work).find((name) => name.startsWith(`${running().pid}-`))
      if (!own) throw new Error('The node has no folder for its work.')
      return join(work, own, 'edits')
    },
  }
}

const actedHeader = 'x-facet-node'

export const startFleet = async (count: number, options: { settings?: Record<string, string> } = {}): Promise<Fleet> => {
  const installation = await createInstallation({ settings: { FACET_LOG_LEVEL: 'warn', ...options.settings } })
  const caller = createCaller()
  const nodes: FleetNode[] = []
  let s3: S3Server | undefined
  const close = async (): Promise<void> => {
    caller.close()
    for (const node of nodes) if (node.isUp()) await node.kill()
    for (const { answers, database, store } of nodes) await Promise.all([answers.shut(), database.close(), store.close()])
    await s3?.stop()
    await installation.close()
  }
  try {
    s3 = await startS3Server(join(installation.folder, 's3'))
    Object.assign(installation.env, {
      FACET_OBJECT_STORE: `s3://${s3.bucket}`,
      FACET_S3_ENDPOINT: s3.endpoint,
      FACET_S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      FACET_S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    })
    for (let place = 0; place < count; place++) nodes.push(await startNode(installation, s3, place))
    // One after the other: on a busy machine nodes that start together keep each other waiting for longer than they do wait.
    for (const node of nodes) await node.start()
    const tenant = await installation.createTenant('authors')
    const ask: Fleet['ask'] = (node, asking) =>
      caller.ask(node, { ...asking, host: tenant.host, authorization: `Bearer ${tenant.adminKey}` })
    return { installation, s3, tenant, nodes, ask, close, ownerOf: createOwnerOf(installation, nodes, ask) }
  } catch (error) {
    await close()
    throw error
  }
}

const createOwnerOf =
  (installation: Installation, nodes: FleetNode[], ask: Fleet['ask']): Fleet['ownerOf'] =>
  async (deploymentId) => {
    for (const node of nodes.filter(({ isUp }) => isUp())) {
      const { headers } = await ask(node, { path: `/build/api/v1/deployments/${deploymentId}/branches`, timeoutMs: 10_000 })
      const [row] = await installation.sql<{ address: string }>('select address from nodes where id = $1', [headers[actedHeader] ?? ''])
      const owner = nodes.find(({ url, isUp }) => url === row?.address && isUp())
      if (owner) return owner
    }
    throw new Error(`Nobody says who acts on deployment ${deploymentId}.`)
  }
