import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readMigrations } from '../apps/server/src/db/migration-files.ts'
import { startPostgres } from '@facet/testkit/postgres'
import { dumpDatabase } from './seed/dump.ts'
import { fill } from './seed/fill.ts'
import { serve } from './seed/serve.ts'
import { facet } from './stack/facet.ts'

const usage = `pnpm seed [--replace]
A dump of a filled database of this schema, with its objects: apps/server/test/fixtures/dumps/schema-N. Kept from then on as it is:
every later change migrates it and serves it.`

const target = join(import.meta.dirname, '../apps/server/test/fixtures/dumps', `schema-${readMigrations().length}`)
const database = 'facet'

/** What is sealed in the dump opens with this one; it protects nothing. */
const rootKey = Buffer.alloc(32, 7).toString('base64')

const seed = async (folder: string, postgresFolder: string): Promise<void> => {
  const cluster = await startPostgres(postgresFolder, { durable: false })
  try {
    const server = new pg.Client({ connectionString: cluster.url('postgres') })
    await server.connect()
    await server.query('create role facet login')
    await server.query(`create database ${database}`)
    await server.end()
    const env = {
      FACET_MODE: 'development',
      FACET_DATABASE_URL: cluster.url(database, 'facet'),
      FACET_MIGRATE_DATABASE_URL: cluster.url(database),
      FACET_ROOT_KEY: rootKey,
      FACET_LISTEN: '127.0.0.1:0',
      FACET_TRUSTED_PROXIES: '127.0.0.1',
      FACET_DATA_FOLDER: join(folder, 'data'),
      FACET_OBJECT_STORE: `file://${join(folder, 'objects')}`,
      PATH: process.env['PATH'] ?? '',
    }
    await facet(env, 'migrate')
    const seeded = await serve(env, (baseUrl) => fill(env, baseUrl))
    const dump = await dumpDatabase(cluster.url(database))
    rmSync(target, { recursive: true, force: true })
    mkdirSync(target, { recursive: true })
    writeFileSync(join(target, 'database.sql.gz'), dump)
    writeFileSync(join(target, 'seeded.json'), `${JSON.stringify({ rootKey, ...seeded }, null, 2)}\n`)
    cpSync(join(folder, 'objects'), join(target, 'objects'), { recursive: true })
  } finally {
    await cluster.stop()
  }
}

const main = async (options: string[]): Promise<void> => {
  if (options.some((option) => option !== '--replace')) throw new Error(usage)
  if (existsSync(target) && options.length === 0)
    throw new Error(`${target} is there already. A dump stays as it was made; --replace is for one that nobody has yet.`)
  // Two, since the server's own user cannot reach into a folder of ours.
  const folders = ['facet-seed-', 'facet-seed-postgres-'].map((name) => mkdtempSync(join(tmpdir(), name)))
  try {
    await seed(folders[0] ?? '', folders[1] ?? '')
    process.stdout.write(`wrote ${target}\n`)
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

await main(process.argv.slice(2))
