import { randomBytes } from 'node:crypto'
import { type Client, createClient, type OperationId, type OperationInput } from '@facet/client'
import type { ApiKeyScope, DefaultRole } from '@facet/contract'
import { afterAll, beforeAll, expect, inject, vi } from 'vitest'
import { newApiKeySecret } from '#access'
import { createLog } from '#adapters/log'
import { roleNames } from '#config'
import type { Config, Services } from '#context'
import { readConfig } from '#process/config'
import { lazyTransaction } from '#db'
import { insertKey } from '#domains/identity/api-keys'
import { getRole, grantRole } from '#domains/identity/roles'
import { insertUser } from '#domains/identity/users'
import { createTenant } from '#domains/tenant/tenants'
import { type RunningRole, startApi } from '#process/api'
import { openServices } from '#process/services'
import { dataSettings } from './data-folder.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { everyRoleSettings, startEveryRole } from './every-role.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { createShared } from './shared.ts'

/** Somebody with a tenant, a credential and a client that uses it. */
export type Actor = { api: Client; key: string; tenantId: number; host: string; deploymentId: number; headers: Record<string, string> }

/** Whose host a request names, and whose key it carries, if any. */
export type Caller = { headers: Record<string, string>; key?: string }
/** `json` becomes the body, whatever it is; left out, there is no body at all. */
export type RawRequest = { method?: string; headers?: Record<string, string>; json?: unknown }

export type TestServer = {
  url: () => string
  database: () => TestDatabase
  query: TestDatabase['query']
  services: () => Services
  logs: string[]
  /** An administrator of a new tenant with one deployment. */
  admin: () => Promise<Actor>
  /** Someone else in the same tenant: a role, or none; over some deployments, or all; with a key of this scope. */
  colleague: (
    of: Actor,
    options: { role?: DefaultRole | (string & {}); deploymentIds?: number[]; scope?: ApiKeyScope; expiresAt?: Date },
  ) => Promise<Actor>
  /** A client without a credential, for the tenant of this actor. */
  anonymous: (of: Actor) => Client
  clientFor: (of: Actor, key: string | undefined) => Client
  /** What a call through the typed client comes to, refused or not. */
  outcome: <Id extends OperationId>(caller: Caller, id: Id, input: OperationInput<Id>) => Promise<Outcome>
  /** A request as it stands on the wire, for what the typed client never sends. */
  request: (caller: Caller, path: string, raw?: RawRequest) => Promise<Response>
}

export const testConfig = (databaseUrl: string, extra: Record<string, string> = {}): Config =>
  readConfig({
    FACET_MODE: 'development',
    FACET_DATABASE_URL: databaseUrl,
    FACET_ROOT_KEY: Buffer.alloc(32, 7).toString('base64'),
    FACET_LISTEN: '127.0.0.1:0',
    // The client reaches several tenants of one server by naming the host as a proxy would.
    FACET_TRUSTED_PROXIES: '127.0.0.1',
    FACET_RATE_LIMIT_PER_KEY: '100000',
    FACET_RATE_LIMIT_PER_TENANT: '100000',
    FACET_RATE_LIMIT_PER_EMBED_USER: '100000',
    FACET_RATE_LIMIT_PER_TENANT_FRAMES: '100000',
    FACET_RATE_LIMIT_UNKNOWN: '100000',
    ...dataSettings(databaseUrl),
    ...extra,
  })

export const deploymentInput = (name: string) =>
  ({ name, cloudProvider: 'cubecloud', isManaged: true, region: 'local', targetPlatform: 'aws', creationStep: 'project' }) as const

type OpenGateway = (services: Services) => NonNullable<NonNullable<Parameters<typeof startApi>[1]>['openGateway']>

type ServerOptions = {
  openGateway?: OpenGateway
  /** All that `facet serve` does: beside the listener also tasks, builds and engines. */
  hasEveryRole?: true
}

type Running = {
  opened: Awaited<ReturnType<typeof openServices>>
  database: TestDatabase
  role: Omit<RunningRole, 'adminAddress'>
}

const start = async (settings: Record<string, string>, options: ServerOptions, logs: string[]): Promise<Running> => {
  const { openGateway, hasEveryRole } = options
  const database = await cloneDatabase(inject('postgresUrl'))
  const log = createLog('info', { write: (line) => void logs.push(line) })
  const config = testConfig(database.serviceUrl, { ...(hasEveryRole ? await everyRoleSettings() : {}), ...settings })
  const opened = await openServices(config, log, roleNames)
  const { services, tasks } = opened
  const role = hasEveryRole
    ? await startEveryRole(services, tasks)
    : await startApi(services, openGateway ? { openGateway: openGateway(services) } : {})
  // Starting takes the processor; on a busy machine a statement sent meanwhile can run out of time and take its connection along.
  await vi.waitFor(async () => expect((await fetch(`${role.address}/readyz`)).status).toBe(200), { timeout: 30_000, interval: 50 })
  return { opened, database, role }
}

const stop = async ({ role, opened, database }: Running): Promise<void> => {
  await role.stop()
  await opened.stop()
  await database.drop()
}

const sharedLogs: string[] = []
const sharedServer = createShared(() => start({}, {}, sharedLogs), stop)

/**
 * A real server on a free port for the tests of one file, with a database of its own. With `shared` it is the server of the other
 * files that ask for it, which saves half a second: for tests that change nothing outside of their own tenants.
 */
export const useServer = (settings: Record<string, string> | 'shared' = {}, extra: ServerOptions = {}): TestServer => {
  const logs: string[] = settings === 'shared' ? sharedLogs : []
  let held: Running | undefined
  const running = (): Running => {
    if (!held) throw new Error('The server of this file is up while its tests run, neither before nor after.')
    return held
  }
  const unique = (): string => randomBytes(5).toString('hex')

  beforeAll(async () => {
    held = settings === 'shared' ? await sharedServer() : await start(settings, extra, logs)
    if (settings === 'shared') logs.length = 0
  })
  afterAll(async () => {
    if (settings !== 'shared') await stop(running())
    // The files of a worker stay in memory: each would keep its whole server, and the last ones would do little but collect garbage.
    held = undefined
    logs.length = 0
  })

  const headersFor = (host: string): Record<string, string> => ({ 'x-forwarded-host': host })
  const clientOf = (host: string, key: string | undefined): Client =>
    createClient({
      baseUrl: running().role.address,
      headers: headersFor(host),
      retries: { attempts: 1 },
      ...(key === undefined ? {} : { key }),
    })
  const actorOf = (tenantId: number, host: string, key: string, deploymentId: number): Actor => ({
    api: clientOf(host, key),
    key,
    tenantId,
    host,
    deploymentId,
    headers: headersFor(host),
  })

  return {
    url: () => running().role.address,
    database: () => running().database,
    query: (text, values) => running().database.query(text, values),
    services: () => running().opened.services,
    logs,
    admin: async () => {
      const name = unique()
      const host = `${name}.test`
      const { pool, calls } = running().opened.services
      const { tenantId, secret } = await createTenant(pool, calls, {
        name,
        hosts: [host],
        adminEmail: `admin@${host}`,
      })
      const { id } = await clientOf(host, secret).createDeployment({ body: deploymentInput('First') })
      return actorOf(tenantId, host, secret, id)
    },
    colleague: async (of, options) => {
      const transaction = lazyTransaction(running().opened.services.pool, of.tenantId, 'read write')
      const { tenantId } = of
      const email = `${unique()}@${of.host}`
      const principalId = await insertUser(transaction.db, { tenantId }, { email, username: email })
      if (options.role) {
        const found = await getRole(transaction.db, { tenantId }, options.role)
        await grantRole(
          transaction.db,
          { tenantId },
          { principalId, roleId: found.id, ...(options.deploymentIds ? { deploymentIds: options.deploymentIds } : {}) },
        )
      }
      const { secret, ...kept } = newApiKeySecret()
      await insertKey(
        transaction.db,
        { tenantId },
        { name: 'test', principalId, ...kept, scope: options.scope ?? {}, createdByKeyId: null, expiresAt: options.expiresAt ?? null },
      )
      await transaction.commit()
      return actorOf(tenantId, of.host, secret, of.deploymentId)
    },
    anonymous: (of) => clientOf(of.host, undefined),
    clientFor: (of, key) => clientOf(of.host, key),
    outcome: (caller, id, input) => outcomeOf(running().role.address, caller, id, input),
    request: (caller, path, { method = 'GET', headers = {}, json } = {}) => {
      const credential = caller.key === undefined ? {} : { authorization: `Bearer ${caller.key}` }
      const typed = json === undefined ? {} : { 'content-type': 'application/json' }
      const init = { method, headers: { ...caller.headers, ...credential, ...typed, ...headers } }
      return fetch(`${running().role.address}${path}`, json === undefined ? init : { ...init, body: JSON.stringify(json) })
    },
  }
}
