import { randomBytes } from 'node:crypto'
import pg from 'pg'

export type TestDatabase = {
  adminUrl: string
  serviceUrl: string
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
  /** What it holds at this moment, as a database of its own: a copy that is brought back. Everyone loses their connection for it. */
  copy: () => Promise<TestDatabase>
  drop: () => Promise<void>
}

export type DatabaseOptions = {
  /** The role that the service connects as. */
  serviceUser: string
  /** Copied, if given: it must have nobody connected. */
  template?: string
  /** Called once the database is gone, for what lies beside it. */
  onDrop?: (adminUrl: string) => Promise<void>
}

/** The address of another database, or of another user, on the same server. */
export const addressOf = (url: string, user: string, database: string): string => {
  const changed = new URL(url)
  changed.username = user
  changed.pathname = `/${database}`
  return changed.href
}

const connected = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** One after another, each by itself: a database is not made in a transaction. */
export const runStatements = async (url: string, ...statements: string[]): Promise<void> => {
  const client = await connected(url)
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const newName = (): string => `test_${randomBytes(6).toString('hex')}`

/** PostgreSQL copies a database only while nobody is connected to it. Copying files takes half the CPU time of copying through the log. */
const copyQuiet = (serverUrl: string, name: string, copy: string): Promise<void> =>
  runStatements(
    serverUrl,
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
    `create database ${copy} template ${name} strategy file_copy`,
    `alter database ${copy} allow_connections true`,
    `alter database ${name} allow_connections true`,
  )

const openDatabase = async (serverUrl: string, name: string, options: DatabaseOptions): Promise<TestDatabase> => {
  const adminUrl = addressOf(serverUrl, 'postgres', name)
  let client = await connected(adminUrl)
  return {
    adminUrl,
    serviceUrl: addressOf(serverUrl, options.serviceUser, name),
    query: async <Row extends object>(text: string, values: unknown[] = []) => (await client.query<Row>(text, values)).rows,
    copy: async () => {
      const copy = newName()
      await client.end()
      await copyQuiet(serverUrl, name, copy)
      client = await connected(adminUrl)
      return openDatabase(serverUrl, copy, options)
    },
    drop: async () => {
      await client.end()
      await runStatements(serverUrl, `drop database ${name} with (force)`)
      await options.onDrop?.(adminUrl)
    },
  }
}

/** A database of its own on this server: no test sees another's rows. */
export const createDatabase = async (serverUrl: string, options: DatabaseOptions): Promise<TestDatabase> => {
  const name = newName()
  const source = options.template === undefined ? '' : ` template ${options.template} strategy file_copy`
  await runStatements(serverUrl, `create database ${name}${source}`)
  return openDatabase(serverUrl, name, options)
}
