import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTemporal, type TemporalServer } from '@facet/testkit/temporal'
import pg from 'pg'
import type { Installation } from '../../../harness/installation.ts'
import type { Canaries } from './canaries.ts'

/** Variables that lead a deployment to its warehouse. The password is a canary. */
export type Warehouse = Record<`CUBEJS_DB_${'TYPE' | 'HOST' | 'PORT' | 'NAME' | 'USER' | 'PASS'}`, string>

const databases = ['temporal', 'temporal_visibility'] as const

/** Starts Temporal on the installation's PostgreSQL. Its statements are not logged, because the trial searches its tables. */
export const startLongWork = async (installation: Installation): Promise<TemporalServer> => {
  for (const name of databases) {
    await installation.sql(`create database ${name}`)
    await installation.sql(`alter database ${name} set log_statement = 'none'`)
  }
  // The sandbox may run as another user and must pass through this folder.
  chmodSync(installation.folder, 0o711)
  const folder = join(installation.folder, 'temporal')
  mkdirSync(folder)
  return startTemporal(folder, installation.adminUrl)
}

/** Connects without logging statements, which contain a password. */
const runQuietly = async ({ adminUrl }: Installation, statements: (literal: (text: string) => string) => string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl, options: '-c log_statement=none' })
  await client.connect()
  for (const statement of statements((text) => client.escapeLiteral(text))) await client.query(statement)
  await client.end()
}

/** Gives the service's database role a password, and the service a URL with it. */
export const givePassword = async (installation: Installation, password: string): Promise<void> => {
  await runQuietly(installation, (literal) => [`alter role facet password ${literal(password)}`])
  const rules = join(installation.cluster.folder, 'data', 'pg_hba.conf')
  writeFileSync(rules, `host all facet 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, 'utf8')}`)
  await installation.sql('select pg_reload_conf()')
  const url = new URL(installation.serviceUrl)
  url.password = encodeURIComponent(password)
  installation.env['FACET_DATABASE_URL'] = url.href
}

/** A database whose role has a password. */
export const createWarehouse = async (installation: Installation, canaries: Canaries): Promise<Warehouse> => {
  const password = canaries.next('warehouse-password')
  await runQuietly(installation, (literal) => [
    `create role secrets_reader login password ${literal(password)}`,
    'create database warehouse',
  ])
  return {
    CUBEJS_DB_TYPE: 'postgres',
    CUBEJS_DB_HOST: '127.0.0.1',
    CUBEJS_DB_PORT: new URL(installation.adminUrl).port,
    CUBEJS_DB_NAME: 'warehouse',
    CUBEJS_DB_USER: 'secrets_reader',
    CUBEJS_DB_PASS: password,
  }
}

/** Every row of Temporal's databases, and its log. */
export const longWorkParts = async (installation: Installation): Promise<Buffer[]> => {
  const parts: Buffer[] = [readFileSync(join(installation.folder, 'temporal', 'temporal.log'))]
  for (const name of databases) {
    const client = new pg.Client({ connectionString: Object.assign(new URL(installation.adminUrl), { pathname: `/${name}` }).href })
    await client.connect()
    const { rows: tables } = await client.query<{ name: string }>(
      "select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    )
    for (const table of tables)
      for (const row of (await client.query<Record<string, unknown>>(`select * from ${table.name}`)).rows) {
        const bytes = Object.values(row).filter((value) => Buffer.isBuffer(value))
        const rest = Object.entries(row).filter(([, value]) => !Buffer.isBuffer(value))
        parts.push(...bytes, Buffer.from(JSON.stringify(Object.fromEntries(rest))))
      }
    await client.end()
  }
  return [Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]))]
}
