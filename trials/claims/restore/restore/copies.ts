import { execFile } from 'node:child_process'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Installation, Settings } from '../../../harness/installation.ts'
import { findPostgresTool } from '../../../harness/postgres-tool.ts'
import { killPostgres, restartPostgres } from '../../../harness/power-cut.ts'

const run = promisify(execFile)

export const dump = async ({ adminUrl, folder }: Installation): Promise<string> => {
  const file = join(folder, 'facet.dump')
  await run(await findPostgresTool('pg_dump'), ['--format=custom', `--file=${file}`, `--dbname=${adminUrl}`])
  return file
}

/** Restores the dump into a new database. Returns the settings of that database. */
export const bringBack = async ({ cluster }: Installation, file: string, name: string): Promise<Settings> => {
  const server = new pg.Client({ connectionString: cluster.url('postgres') })
  await server.connect()
  await server.query(`create database ${name}`)
  await server.end()
  await run(await findPostgresTool('pg_restore'), [`--dbname=${cluster.url(name)}`, '--exit-on-error', file])
  return { FACET_DATABASE_URL: cluster.url(name, 'facet'), FACET_MIGRATE_DATABASE_URL: cluster.url(name) }
}

export const sqlAt = async <Row extends object>(settings: Settings, text: string, values: unknown[] = []): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: settings['FACET_MIGRATE_DATABASE_URL'] ?? '' })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

const dataOf = ({ cluster }: Installation): string => join(cluster.folder, 'data')

/** Copies the database files as a power cut leaves them, and restarts the server. */
export const copyFiles = async (installation: Installation): Promise<void> => {
  await killPostgres(installation.cluster)
  // `cp -a` keeps the owner of the files.
  await run('cp', ['-a', dataOf(installation), `${dataOf(installation)}-copy`])
  await restartPostgres(installation.cluster, {})
}

/** Replaces the database files with the copy. */
export const bringFilesBack = async (installation: Installation): Promise<void> => {
  await killPostgres(installation.cluster)
  await rm(dataOf(installation), { recursive: true })
  await rename(`${dataOf(installation)}-copy`, dataOf(installation))
  await restartPostgres(installation.cluster, {})
}
