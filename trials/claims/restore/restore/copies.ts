import { execFile } from 'node:child_process'
import { cp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
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

/** The dump in a database of its own beside the first, and the settings that lead there. */
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

/** A folder of objects as it is now, so that what one trial writes there meets no other. */
export const copyStore = async ({ env, folder }: Installation, name: string): Promise<Settings> => {
  const copy = join(folder, `objects-${name}`)
  await cp(fileURLToPath(env['FACET_OBJECT_STORE'] ?? ''), copy, { recursive: true })
  return { FACET_OBJECT_STORE: pathToFileURL(copy).href }
}

const dataOf = ({ cluster }: Installation): string => join(cluster.folder, 'data')

/** The files as a power cut leaves them at this moment; the server goes on. */
export const copyFiles = async (installation: Installation): Promise<void> => {
  await killPostgres(installation.cluster)
  // The owner of the files is another user.
  await run('cp', ['-a', dataOf(installation), `${dataOf(installation)}-copy`])
  await restartPostgres(installation.cluster, {})
}

/** The files of then in the place of those of now, under the same address. */
export const bringFilesBack = async (installation: Installation): Promise<void> => {
  await killPostgres(installation.cluster)
  await rm(dataOf(installation), { recursive: true })
  await rename(`${dataOf(installation)}-copy`, dataOf(installation))
  await restartPostgres(installation.cluster, {})
}
