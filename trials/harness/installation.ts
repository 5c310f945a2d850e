import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type Client, createClient } from '@facet/client'
import { migratedDatabase, serviceUser, startMigratedPostgres } from '@facet/server/migrated-postgres'
import { compileCache } from '@facet/testkit/cache'
import { freePort } from '@facet/testkit/net'
import type { Cluster } from '@facet/testkit/postgres'
import pg from 'pg'
import { type FacetProcess, startProcess } from './facet-process.ts'

const run = promisify(execFile)
const main = join(import.meta.dirname, '../../apps/server/src/main.ts')

export type Settings = Record<string, string>

export type { FacetProcess }

export type Tenant = { tenantId: number; host: string; adminKey: string }

/** A migrated PostgreSQL, and any number of processes of the product. */
export type Installation = {
  cluster: Cluster
  folder: string
  env: Settings
  adminUrl: string
  serviceUrl: string
  sql: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
  facet: (args: string[], settings?: Settings) => Promise<string>
  /** Runs `facet serve`, or another program that takes the same settings. */
  serve: (settings?: Settings, program?: string[]) => Promise<FacetProcess>
  createTenant: (name: string) => Promise<Tenant>
  client: (process: Pick<FacetProcess, 'url'>, tenant: Tenant, key?: string) => Client
  close: () => Promise<void>
}

/** Ends every process that it started by its id. */
export const createInstallation = async (
  options: { durable?: boolean; settings?: Settings; postgres?: Record<string, string> } = {},
): Promise<Installation> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-trial-'))
  const cluster = await startMigratedPostgres(folder, {
    durable: options.durable ?? true,
    ...(options.postgres ? { settings: options.postgres } : {}),
  })
  const adminUrl = cluster.url(migratedDatabase)
  const serviceUrl = cluster.url(migratedDatabase, serviceUser)
  const env: Settings = {
    FACET_MODE: 'development',
    FACET_DATABASE_URL: serviceUrl,
    FACET_MIGRATE_DATABASE_URL: adminUrl,
    FACET_ROOT_KEY: Buffer.alloc(32, 9).toString('base64'),
    FACET_TRUSTED_PROXIES: '127.0.0.1',
    FACET_RATE_LIMIT_PER_KEY: '1000000',
    FACET_RATE_LIMIT_PER_TENANT: '1000000',
    FACET_RATE_LIMIT_PER_EMBED_USER: '1000000',
    FACET_RATE_LIMIT_PER_TENANT_FRAMES: '1000000',
    FACET_RATE_LIMIT_UNKNOWN: '1000000',
    FACET_API_KEYS_PER_OWNER: '100000',
    FACET_DATA_FOLDER: join(folder, 'facet'),
    FACET_OBJECT_STORE: pathToFileURL(join(folder, 'objects')).href,
    ...options.settings,
  }
  const processes: FacetProcess[] = []
  const outside = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', TMPDIR: tmpdir(), ...compileCache() }
  const envWith = (settings: Settings = {}) => ({ ...outside, ...env, ...settings })
  const facet = async (args: string[], settings?: Settings): Promise<string> =>
    (await run(process.execPath, [main, ...args], { env: envWith(settings) })).stdout.trim()
  const close = async (): Promise<void> => {
    for (const started of processes) await started.kill('SIGKILL')
    await cluster.stop().catch(() => undefined)
    rmSync(folder, { recursive: true, force: true })
  }

  return {
    cluster,
    folder,
    env,
    adminUrl,
    serviceUrl,
    facet,
    sql: async <Row extends object>(text: string, values: unknown[] = []) => {
      const client = new pg.Client({ connectionString: adminUrl })
      await client.connect()
      try {
        return (await client.query<Row>(text, values)).rows
      } finally {
        await client.end()
      }
    },
    serve: async (settings, program = [main, 'serve']) => {
      const port = await freePort()
      const place = {
        url: `http://127.0.0.1:${port}`,
        logFile: join(folder, `facet-${port}.log`),
        env: envWith({ ...settings, FACET_LISTEN: `127.0.0.1:${port}` }),
      }
      return startProcess(program, place, (started) => processes.push(started))
    },
    createTenant: async (name) => {
      const host = `${name}.test`
      const { tenantId, adminKey } = JSON.parse(
        await facet(['tenants', 'create', '--name', name, '--host', host, '--admin-email', `admin@${host}`, '--json']),
      ) as { tenantId: number; adminKey: string }
      return { tenantId, host, adminKey }
    },
    client: (at, tenant, key) =>
      createClient({
        baseUrl: at.url,
        key: key ?? tenant.adminKey,
        headers: { 'x-forwarded-host': tenant.host, 'x-forwarded-proto': 'https' },
        retries: { attempts: 1 },
      }),
    close,
  }
}
