import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTemporal, type TemporalServer } from '@facet/testkit/temporal'
import pg from 'pg'
import type { Installation } from '../../../harness/installation.ts'
import type { Canaries } from './canaries.ts'
import type { Warehouse } from './engine.ts'

const databases = ['temporal', 'temporal_visibility'] as const

/** A Temporal on the server of the installation, whose statements are not logged: its tables are searched themselves. */
export const startLongWork = async (installation: Installation): Promise<TemporalServer> => {
  for (const name of databases) {
    await installation.sql(`create database ${name}`)
    await installation.sql(`alter database ${name} set log_statement = 'none'`)
  }
  // The folder may belong to the user of PostgreSQL, and a sandbox that is entered by another goes through it to its files.
  chmodSync(installation.folder, 0o711)
  const folder = join(installation.folder, 'temporal')
  mkdirSync(folder)
  return startTemporal(folder, installation.adminUrl)
}

const warehouse = { user: 'secrets_reader', database: 'warehouse' }

/** A database with a role that needs a password, which is a secret of ours. */
export const createWarehouse = async (installation: Installation, canaries: Canaries): Promise<Warehouse> => {
  const password = canaries.next('warehouse-password')
  const quiet = new pg.Client({ connectionString: installation.adminUrl, options: '-c log_statement=none' })
  await quiet.connect()
  await quiet.query(`create role ${warehouse.user} login`)
  await quiet.query(`alter role ${warehouse.user} password ${quiet.escapeLiteral(password)}`)
  await quiet.query(`create database ${warehouse.database}`)
  await quiet.end()
  return { ...warehouse, password, host: '127.0.0.1', port: new URL(installation.adminUrl).port }
}

/** Every row of Temporal's databases, bytes as they are: histories, what workflows are waiting for, what is searched by; and its log. */
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
