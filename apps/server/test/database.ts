import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migratedDatabase, serviceUser } from '../../../tools/migrated-postgres.ts'
import { removeDataFolder } from './data-folder.ts'
import { trailGuard } from './trail-guard.ts'

export { serviceUser }

const template = 'facet_template'

export type TestDatabase = {
  adminUrl: string
  serviceUrl: string
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
  /** What it holds at this moment, as a database of its own: a copy that is brought back. Everyone loses their connection for it. */
  copy: () => Promise<TestDatabase>
  drop: () => Promise<void>
}

const withUser = (url: string, user: string, database: string): string => {
  const changed = new URL(url)
  changed.username = user
  changed.pathname = `/${database}`
  return changed.href
}

const onServer = async (url: string, ...statements: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

export const makeTemplate = async (serverUrl: string): Promise<void> => {
  await onServer(serverUrl, `alter database ${migratedDatabase} rename to ${template}`)
  await onServer(withUser(serverUrl, 'postgres', template), ...trailGuard)
}

const newName = (): string => `test_${randomBytes(6).toString('hex')}`

/** PostgreSQL copies a database only while nobody is connected to it. */
const copyQuiet = async (serverUrl: string, name: string, copy: string): Promise<void> => {
  await onServer(
    serverUrl,
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
    `create database ${copy} template ${name}`,
    `alter database ${copy} allow_connections true`,
    `alter database ${name} allow_connections true`,
  )
}

const connected = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

const openDatabase = async (serverUrl: string, name: string): Promise<TestDatabase> => {
  const adminUrl = withUser(serverUrl, 'postgres', name)
  let client = await connected(adminUrl)
  return {
    adminUrl,
    serviceUrl: withUser(serverUrl, serviceUser, name),
    query: async <Row extends object>(text: string, values: unknown[] = []) => (await client.query<Row>(text, values)).rows,
    copy: async () => {
      const copy = newName()
      await client.end()
      await copyQuiet(serverUrl, name, copy)
      client = await connected(adminUrl)
      return openDatabase(serverUrl, copy)
    },
    drop: async () => {
      await client.end()
      await onServer(serverUrl, `drop database ${name} with (force)`)
      await removeDataFolder(adminUrl)
    },
  }
}

/** A database of its own, a copy of the migrated template: no test sees another's rows. */
export const cloneDatabase = async (serverUrl: string): Promise<TestDatabase> => {
  const name = newName()
  await onServer(serverUrl, `create database ${name} template ${template}`)
  return openDatabase(serverUrl, name)
}
