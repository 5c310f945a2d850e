import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../src/db/migrations.ts'
import { removeDataFolder } from './data-folder.ts'

export const serviceUser = 'facet'
const template = 'facet_template'

export type TestDatabase = {
  adminUrl: string
  serviceUrl: string
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
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
  await onServer(serverUrl, `create role ${serviceUser} login`, `create database ${template}`)
  await migrate({ url: withUser(serverUrl, 'postgres', template), serviceUser }, () => undefined)
}

/** A database of its own, a copy of the migrated template: no test sees another's rows. */
export const cloneDatabase = async (serverUrl: string): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, `create database ${name} template ${template}`)
  const adminUrl = withUser(serverUrl, 'postgres', name)
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  return {
    adminUrl,
    serviceUrl: withUser(serverUrl, serviceUser, name),
    query: async <Row extends object>(text: string, values: unknown[] = []) => (await client.query<Row>(text, values)).rows,
    drop: async () => {
      await client.end()
      await onServer(serverUrl, `drop database ${name} with (force)`)
      await removeDataFolder(adminUrl)
    },
  }
}
