import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, inject, vi } from 'vitest'
import { createLog } from '#adapters/log'
import { type RoleName, roleNames } from '#config'
import type { Handlers, Services } from '#context'
import { createTenant } from '#domains/tenant/tenants'
import { createBacklog } from '#outbox'
import { type RunningRole, startApi } from '#process/api'
import { gaugesOf } from '#process/roles'
import { openServices } from '#process/services'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { testConfig } from './server.ts'

export type RunningServer = RunningRole & {
  services: Services
  database: TestDatabase
  logs: string[]
  /** A tenant under this host with an administrator, whose key is answered. */
  addTenant: (host: string) => Promise<{ tenantId: number; key: string; name: string }>
}

type RunningOptions = {
  roles?: readonly RoleName[]
  handlers?: Handlers
  /** What it serves beside the API. */
  opened?: (services: Services) => Pick<NonNullable<Parameters<typeof startApi>[1]>, 'openGateway' | 'engineDoor'>
}

/**
 * A server that the test itself starts and stops, on a database of its own or beside another server on that one's. `stop` may
 * be called twice, so that a test can do it before its clean-up does.
 */
export const startServer = async (
  settings: Record<string, string> = {},
  shared?: TestDatabase,
  { roles = roleNames, handlers, opened }: RunningOptions = {},
): Promise<RunningServer> => {
  const logs: string[] = []
  const database = shared ?? (await cloneDatabase(inject('postgresUrl')))
  const log = createLog('info', { write: (line) => void logs.push(line) })
  const { services, tasks, stop } = await openServices(testConfig(database.serviceUrl, settings), log, roles)
  const gauges = gaugesOf(services, roles, { tasks: [tasks], events: createBacklog() })
  const role = await startApi(services, { gauges, ...(handlers ? { handlers } : {}), ...opened?.(services) })
  // Starting takes the processor; on a busy machine a statement sent meanwhile can run out of time and take its connection along.
  await vi.waitFor(() => services.calls.call('ping', 'select 1', []), { timeout: 30_000, interval: 50 })
  let stopped: Promise<void> | undefined
  return {
    ...role,
    services,
    database,
    logs,
    addTenant: async (host) => {
      const name = `tenant-${randomBytes(4).toString('hex')}`
      const { tenantId, secret } = await createTenant(services.pool, services.calls, { name, hosts: [host], adminEmail: `admin@${host}` })
      return { tenantId, key: secret, name }
    },
    stop: () => {
      stopped ??= role.stop().then(stop)
      return stopped
    },
  }
}

/** The server of a test file, or of a describe block, on a database of its own: its properties are there once the tests run. */
export const useRunningServer = (settings: Record<string, string> = {}): RunningServer => {
  const server = {} as RunningServer
  beforeAll(async () => void Object.assign(server, await startServer(settings)))
  afterAll(async () => {
    await server.stop()
    await server.database.drop()
  })
  return server
}
