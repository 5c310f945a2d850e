import { randomUUID } from 'node:crypto'
import type { GenerateSession } from '@facet/contract'
import { type Answer, createCaller } from './caller.ts'
import type { FacetProcess, Installation, Tenant } from './installation.ts'

/** A tenant with a deployment, and the requests of its backend and its embedded page. */
export type Embedding = {
  tenant: Tenant
  deploymentId: number
  mint: (process: FacetProcess, body?: Partial<GenerateSession>, key?: string) => Promise<Answer>
  /** Mints, and throws if that is refused. */
  session: (process: FacetProcess, body?: Partial<GenerateSession>, key?: string) => Promise<string>
  exchange: (process: FacetProcess, sessionId: string) => Promise<Answer>
  /** Mints and exchanges a session. */
  token: (process: FacetProcess, body?: Partial<GenerateSession>, key?: string) => Promise<string>
  /** Reads the deployment with the token, which needs a valid grant. */
  use: (process: FacetProcess, token: string, deploymentId?: number) => Promise<Answer>
  ask: (process: FacetProcess, asking: { method?: string; path: string; authorization?: string; body?: unknown }) => Promise<Answer>
  close: () => void
}

export const newDeployment = (name: string) => ({
  name,
  creationStep: 'project' as const,
  cloudProvider: 'aws' as const,
  region: 'local',
  targetPlatform: 'local',
  isManaged: true,
})

/** The public parts of a session id. */
export const placeOf = (sessionId: string): { bucket: number; id: number } => {
  const [, bucket = '', id = ''] = sessionId.split('_')
  return { bucket: Number(bucket), id: Number.parseInt(id, 36) }
}

const textIn = ({ status, code, body }: Answer, name: string): string => {
  const text = body[name]
  if (status !== 200 || typeof text !== 'string') throw new Error(`The response has no ${name}: ${status} ${code}.`)
  return text
}

export const createEmbedding = async (installation: Installation, process: FacetProcess, tenant: Tenant): Promise<Embedding> => {
  const caller = createCaller()
  const { id: deploymentId } = await installation
    .client(process, tenant)
    .createDeployment({ body: newDeployment(`Embedded ${randomUUID()}`) })
  let users = 0
  const own = randomUUID().slice(0, 8)
  const ask: Embedding['ask'] = (at, asking) => caller.ask(at, { host: tenant.host, ...asking })
  const mint: Embedding['mint'] = (at, body = {}, key = tenant.adminKey) =>
    ask(at, {
      method: 'POST',
      path: '/api/v1/embed/generate-session',
      authorization: `Bearer ${key}`,
      body: { deploymentId, externalId: `user-${own}-${++users}`, ...body },
    })
  const exchange: Embedding['exchange'] = (at, sessionId) =>
    ask(at, { method: 'POST', path: '/api/v1/embed/session/token', body: { sessionId } })
  const session: Embedding['session'] = async (at, body, key) => textIn(await mint(at, body, key), 'sessionId')
  return {
    tenant,
    deploymentId,
    ask,
    mint,
    exchange,
    session,
    token: async (at, body, key) => textIn(await exchange(at, await session(at, body, key)), 'token'),
    use: (at, token, id = deploymentId) => ask(at, { path: `/api/v1/deployments/${id}`, authorization: `Bearer ${token}` }),
    close: caller.close,
  }
}
