import { hash, randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Client } from '@facet/client'
import { createInstallation, type FacetProcess, type Installation, type Tenant } from '../../../harness/installation.ts'
import { type Forwarder, startForwarder } from '../../../harness/postgres-forwarder.ts'

const size = 3
const warmRequests = 200
const atOnce = 8
// The statements with which a process looks up a key or token that is not cached.
const lookups = ['find-credential', 'find-grant']

export type Key = { id: number; secret: string }

/** Three processes on one database, connected through the forwarder. */
export type Fleet = {
  installation: Installation
  tenant: Tenant
  forwarder: Forwarder
  processes: FacetProcess[]
  api: (place: number) => Client
  /** Sends a request with the key. The default path reads no table, so only the credential causes a look-up. */
  ask: (process: FacetProcess, secret: string, path?: string) => Promise<{ status: number; retryAfter: string | null }>
  newKey: () => Promise<Key>
  newAccountKey: () => Promise<Key & { accountId: number }>
  newUserKey: () => Promise<Key & { userId: number }>
  /** Sends 200 requests to each process. Returns the number of look-ups in the database. */
  warm: (secret: string, path?: string) => Promise<{ requests: number; lookups: number }>
  close: () => Promise<void>
}

export const createFleet = async (): Promise<Fleet> => {
  const installation = await createInstallation({ durable: false })
  const forwarder = await startForwarder(installation.serviceUrl, lookups)
  installation.env['FACET_DATABASE_URL'] = forwarder.url
  const tenant = await installation.createTenant('revoke')
  const processes: FacetProcess[] = []
  for (let started = 0; started < size; started++) processes.push(await installation.serve())
  const clients = processes.map((process) => installation.client(process, tenant))
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  let made = 0

  const ask: Fleet['ask'] = (process, secret, path = '/api/v1/regions') =>
    new Promise((resolve, reject) => {
      const headers = { 'x-forwarded-host': tenant.host, authorization: `Bearer ${secret}` }
      const outgoing = request(`${process.url}${path}`, { agent, headers }, (response) => {
        response.resume()
        response.on('end', () => resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null }))
      })
      outgoing.on('error', reject)
      outgoing.end()
    })

  const api = (place: number): Client => {
    const client = clients[place % size]
    if (!client) throw new Error('There is no such process.')
    return client
  }

  return {
    installation,
    tenant,
    forwarder,
    processes,
    api,
    ask,
    newKey: () => api(0).createApiKey({ body: { name: `key ${++made}` } }),
    newAccountKey: async () => {
      const { id: accountId } = await api(0).createServiceAccount({ body: { name: `account-${++made}`, role: 'Developer' } })
      return { ...(await api(0).createApiKey({ body: { name: 'of an account', serviceAccountId: accountId } })), accountId }
    },
    newUserKey: async () => {
      const secret = `sk-${randomBytes(32).toString('base64url')}`
      const [row] = await installation.sql<{ user_id: string; key_id: string }>(
        `with person as (insert into principals (tenant_id, kind, name) values ($1, 'user', $2) returning id),
           record as (insert into users (tenant_id, id, email) select $1, id, $2 from person)
         insert into api_keys (tenant_id, principal_id, name, secret_hash, hint) select $1, id, 'own', $3, 'sk-…' from person
         returning principal_id as user_id, id as key_id`,
        [tenant.tenantId, `user-${++made}@revoke.test`, hash('sha256', secret, 'buffer')],
      )
      return { id: Number(row?.key_id), userId: Number(row?.user_id), secret }
    },
    warm: async (secret, path) => {
      const runs = (): number => lookups.reduce((sum, name) => sum + forwarder.runs(name), 0)
      const before = runs()
      let requests = 0
      const worker = async (process: FacetProcess): Promise<void> => {
        for (let sent = 0; sent < warmRequests / atOnce; sent++) {
          const { status } = await ask(process, secret, path)
          if (status !== 200) throw new Error(`A valid key was answered ${status}.`)
          requests++
        }
      }
      await Promise.all(processes.flatMap((process) => Array.from({ length: atOnce }, () => worker(process))))
      return { requests, lookups: runs() - before }
    },
    close: async () => {
      agent.destroy()
      await installation.close()
      await forwarder.close()
    },
  }
}
