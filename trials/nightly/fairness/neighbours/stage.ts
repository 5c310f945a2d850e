import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { asAsked } from '@facet/testkit/relay'
import type { S3Server } from '@facet/testkit/s3'
import { createEmbedding, type Embedding } from '../../../harness/embedding.ts'
import type { FacetProcess, Installation, Settings, Tenant } from '../../../harness/installation.ts'
import { createS3Installation } from '../../../harness/s3-installation.ts'
import { startStoreRelay, type StoreRelay } from '../../../harness/store-relay.ts'
import { type Author, createAuthor, cubeFiles } from '../../../harness/author.ts'
import type { RequestKind } from './requests.ts'

/** A tenant that mints, saves and reads. */
export type TenantLoad = { tenant: Tenant; embedding: Embedding; author: Author }

/** An installation with a quiet tenant and its neighbour. */
export type Stage = {
  installation: Installation & { s3: S3Server }
  store: StoreRelay
  quiet: TenantLoad
  neighbour: TenantLoad
  /** The only node that serves now. */
  node: () => FacetProcess
  /** Replaces the node by one with these settings. Returns false if it has them already. */
  serve: (settings?: Settings) => Promise<boolean>
  close: () => Promise<void>
}

const createParty = async (installation: Installation, node: FacetProcess, name: string): Promise<TenantLoad> => {
  const tenant = await installation.createTenant(name)
  await installation.client(node, tenant).updateTenantSettings({ body: { externalUserLimit: 10_000_000 } })
  const embedding = await createEmbedding(installation, node, tenant)
  const author = await createAuthor(installation, node, tenant, `Model ${randomUUID()}`)
  await author.put(cubeFiles(20, 'first'))
  return { tenant, embedding, author }
}

export const openStage = async (): Promise<Stage> => {
  const installation = await createS3Installation({ FACET_LOG_LEVEL: 'warn', FACET_RATE_LIMIT_UNKNOWN: '20' })
  const store = await startStoreRelay(installation.s3.endpoint, installation.s3.bucket)
  let node: FacetProcess | undefined
  const running = (): FacetProcess => {
    if (!node) throw new Error('No node was started.')
    return node
  }
  let served = ''
  const serve = async (settings: Settings = {}): Promise<boolean> => {
    const wanted = JSON.stringify(settings)
    if (served === wanted) return false
    served = wanted
    // With SIGTERM, the node leaves the list of nodes.
    await node?.kill('SIGTERM')
    store.behave(asAsked)
    const own = { FACET_S3_ENDPOINT: store.url, NODE_COMPILE_CACHE: join(installation.folder, 'compiled') }
    node = await installation.serve({ ...own, ...settings })
    return true
  }
  const ends = [installation.close, store.close]
  const close = async (): Promise<void> => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    await serve()
    const [quiet, neighbour] = [
      await createParty(installation, running(), 'quiet'),
      await createParty(installation, running(), 'neighbour'),
    ]
    ends.push(async () => [quiet, neighbour].forEach(({ embedding }) => embedding.close()))
    return { installation, store, quiet, neighbour, node: running, serve, close }
  } catch (error) {
    await close()
    throw error
  }
}

export const headersOf = ({ tenant }: TenantLoad, more: Record<string, string> = {}): Record<string, string> => ({
  'x-forwarded-host': tenant.host,
  'x-forwarded-proto': 'https',
  'x-forwarded-for': '198.51.100.1',
  authorization: `Bearer ${tenant.adminKey}`,
  ...more,
})

export const minting = (party: TenantLoad, body: object = {}): RequestKind => ({
  name: 'mint',
  method: 'POST',
  path: '/api/v1/embed/generate-session',
  headers: headersOf(party),
  body: JSON.stringify({ deploymentId: party.embedding.deploymentId, externalId: 'user-%n%', ...body }),
})

export const reading = (party: TenantLoad): RequestKind => ({
  name: 'read',
  method: 'GET',
  path: `/api/v1/deployments/${party.embedding.deploymentId}`,
  headers: headersOf(party),
})

export const saving = (party: TenantLoad): RequestKind => ({
  name: 'save',
  method: 'PUT',
  path: `/build/api/v1/deployments/${party.author.deploymentId}/data-model/files`,
  headers: headersOf(party),
  body: JSON.stringify({
    branchName: party.author.branchName,
    files: [{ path: 'model/cubes/saved.yml', content: 'cubes:\n  - name: saved_%n%\n    sql_table: saved\n' }],
  }),
})
