import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type S3Server, startS3Server } from '@facet/testkit/s3'
import { type AnswerGate, startAnswerGate } from '../../../harness/answer-gate.ts'
import { type Answer, type Asking, createCaller } from '../../../harness/caller.ts'
import { createInstallation, type FacetProcess, type Installation, type Tenant } from '../../../harness/installation.ts'
import { type PostgresGate, startPostgresGate } from '../../../harness/postgres-gate.ts'
import { startStoreRelay, type StoreRelay } from '../../../harness/store-relay.ts'

/** One process of the service, with a proxy on its connections to callers, the database and the store. */
export type FleetNode = {
  place: number
  /** The URL of the gate. It stays the same when the process is replaced. */
  url: string
  answers: AnswerGate
  database: PostgresGate
  store: StoreRelay
  process: () => FacetProcess
  isUp: () => boolean
  start: () => Promise<void>
  /** Sends SIGKILL and refuses connections. */
  kill: () => Promise<void>
  /** Sends SIGTERM. The node completes its work and leaves the cluster. */
  stop: () => Promise<void>
  /** The folder with a subfolder for each change in progress. */
  editsFolder: () => string
}

/** Nodes on one database and one S3 store. */
export type Fleet = {
  installation: Installation
  s3: S3Server
  tenant: Tenant
  nodes: FleetNode[]
  ask: (node: Pick<FleetNode, 'url'>, asking: Omit<Asking, 'host' | 'authorization'>) => Promise<Answer>
  /** Asks the nodes for the owner of this deployment. */
  ownerOf: (deploymentId: number) => Promise<FleetNode>
  close: () => Promise<void>
}

const maxStarts = 3

/** Starts a process again that exited because the database was slow, as a supervisor does. */
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
    // One after the other, because nodes that start together can exceed their timeouts on a busy machine.
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
    throw new Error(`No node names the owner of deployment ${deploymentId}.`)
  }
