import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePortBelow } from '../net/free-port.ts'

const run = promisify(execFile)

export type TemporalTools = { server: string; sql: string }

/** Where tools/setup put the server and the tool for its schema, if it did. */
export const findTemporal = (): TemporalTools | null => {
  const [server, sql] = [process.env['FACET_TEMPORAL_SERVER'], process.env['FACET_TEMPORAL_SQL']]
  return server && sql && existsSync(server) && existsSync(sql) ? { server, sql } : null
}

const services = ['FRONTEND', 'HISTORY', 'MATCHING', 'WORKER'] as const

/** Every port that a server of its own listens on: gRPC and HTTP of its frontend, and all of them by the names of its settings. */
export type TemporalPorts = { frontend: number; http: number; settings: Record<string, string> }

// Its table of members keeps them in two bytes with a sign.
const highestPort = 32_767

const distinctPorts = async (count: number): Promise<number[]> => {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePortBelow(highestPort))
  return [...ports]
}

export const chooseTemporalPorts = async (): Promise<TemporalPorts> => {
  const ports = await distinctPorts(2 * services.length + 1)
  const settings: Record<string, string> = {}
  for (const [at, service] of services.entries()) {
    settings[`${service}_GRPC_PORT`] = String(ports[2 * at])
    settings[`${service}_MEMBERSHIP_PORT`] = String(ports[2 * at + 1])
  }
  settings['FRONTEND_HTTP_PORT'] = String(ports.at(-1))
  return { frontend: ports[0] ?? 0, http: ports.at(-1) ?? 0, settings }
}

const databases = { main: 'temporal', visibility: 'temporal_visibility' } as const

const missing = 'The Temporal server is not there. Run tools/setup, then: . tools/env'

const prepareSchema = async ({ sql }: TemporalTools, postgres: URL): Promise<void> => {
  const env = {
    SQL_PLUGIN: 'postgres12_pgx',
    SQL_HOST: postgres.hostname,
    SQL_PORT: postgres.port,
    SQL_USER: decodeURIComponent(postgres.username),
    SQL_PASSWORD: decodeURIComponent(postgres.password),
  }
  const tool = async (database: string, ...args: string[]): Promise<void> => {
    await run(sql, ['--db', database, ...args], { env })
  }
  const prepare = async (database: string, schema: string): Promise<void> => {
    await tool(database, 'create-database')
    await tool(database, 'setup-schema', '-v', '0.0').catch(() => undefined)
    await tool(database, 'update-schema', '--schema-name', `postgresql/v12/${schema}`)
  }
  await Promise.all([prepare(databases.main, 'temporal'), prepare(databases.visibility, 'visibility')])
}

// Without it the oldest work of one tenant goes before everybody else's.
const dynamicConfig = 'matching.enableFairness:\n  - value: true\n'

export type TemporalProgram = { command: [string, ...string[]]; env: Record<string, string>; address: string; httpUrl: string }

/** Makes its databases where they are missing, and says how to run it. `postgresUrl` is of a user who may make databases. */
export const temporalProgram = async (folder: string, postgresUrl: string, ports: TemporalPorts): Promise<TemporalProgram> => {
  const tools = findTemporal()
  if (tools === null) throw new Error(missing)
  const postgres = new URL(postgresUrl)
  await prepareSchema(tools, postgres)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const dynamic = join(folder, 'dynamic.yaml')
  writeFileSync(dynamic, dynamicConfig)
  return {
    command: [tools.server, '--allow-no-auth', 'start'],
    env: {
      DB: 'postgres12_pgx',
      DB_PORT: postgres.port,
      DBNAME: databases.main,
      VISIBILITY_DBNAME: databases.visibility,
      POSTGRES_SEEDS: postgres.hostname,
      POSTGRES_USER: decodeURIComponent(postgres.username),
      POSTGRES_PWD: decodeURIComponent(postgres.password),
      SQL_MAX_CONNS: '10',
      SQL_VIS_MAX_CONNS: '5',
      NUM_HISTORY_SHARDS: '4',
      LOG_LEVEL: 'warn',
      BIND_ON_IP: '127.0.0.1',
      TEMPORAL_BROADCAST_ADDRESS: '127.0.0.1',
      DYNAMIC_CONFIG_FILE_PATH: dynamic,
      ...ports.settings,
    },
    address: `127.0.0.1:${ports.frontend}`,
    httpUrl: `http://127.0.0.1:${ports.http}`,
  }
}
