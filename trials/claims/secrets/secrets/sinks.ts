import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Installation } from '../../../harness/installation.ts'
import { findPostgresTool } from '../../../harness/postgres-tool.ts'
import { assemble } from '../../durability/authoring/assembled.ts'
import { saying } from './leaky-model.ts'

/** A place where secrets could appear. `marker` must be found in it, or the sink was empty or misread. */
export type Sink = { name: string; parts: Buffer[]; marker: string }

const run = promisify(execFile)
const maxOutput = 1024 * 1024 * 1024

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const readAll = (files: string[]): Buffer[] => files.map((file) => readFileSync(file))

const dumpOf = async ({ adminUrl }: Installation): Promise<Buffer> =>
  (await run(await findPostgresTool('pg_dump'), ['--dbname', adminUrl], { encoding: 'buffer', maxBuffer: maxOutput })).stdout

const rowsOf = async (installation: Installation, ...tables: string[]): Promise<Buffer> => {
  const parts: string[] = []
  for (const table of tables) parts.push(JSON.stringify(await installation.sql(`select * from ${table}`)))
  return Buffer.from(parts.join('\n'))
}

/** Everything that the database stores. `mark` is a request id in its audit trail. */
export const databaseSinks = async (installation: Installation, mark: string): Promise<Sink[]> => {
  const data = join(installation.cluster.folder, 'data')
  const activity = await rowsOf(installation, 'pg_stat_activity')
  const dump = await dumpOf(installation)
  const tables = await rowsOf(installation, 'audit_entries', 'nodes', 'idempotency_keys', 'api_keys')
  await installation.sql('select pg_switch_wal()')
  await installation.sql('checkpoint')
  return [
    { name: 'dump of the database', parts: [dump], marker: mark },
    { name: 'audit, nodes, responses and keys', parts: [tables], marker: mark },
    { name: 'running statements', parts: [activity], marker: 'pg_stat_activity' },
    { name: 'write-ahead log', parts: readAll(filesUnder(join(data, 'pg_wal'))), marker: mark },
    { name: 'heap files', parts: readAll(['base', 'global'].flatMap((folder) => filesUnder(join(data, folder)))), marker: mark },
    { name: 'log of PostgreSQL', parts: [readFileSync(join(installation.cluster.folder, 'postgres.log'))], marker: mark },
  ]
}

/** Stored logs of builds and engines. */
export const engineLogSinks = async (installation: Installation): Promise<Sink[]> => {
  const linesOf = async (container: string): Promise<Buffer> =>
    Buffer.from(JSON.stringify(await installation.sql('select * from engine_logs where container = $1', [container])))
  return [
    { name: 'log of builds', parts: [await linesOf('INIT')], marker: saying.model },
    { name: 'log of engines', parts: [await linesOf('cubejs-server')], marker: saying.settings },
  ]
}

/** Stored logs and outcomes of dbt syncs. */
export const syncRowsSink = async (installation: Installation): Promise<Sink> => ({
  name: 'runs and logs of dbt syncs',
  parts: [await rowsOf(installation, 'dbt_syncs', 'dbt_sync_outcomes', 'dbt_sync_log_lines')],
  marker: 'Parsing the dbt project',
})

/** Every commit of every deployment with a dbt sync, as git reads it from the object store. */
export const syncCommitsSink = async (installation: Installation): Promise<Sink> => {
  const synced = await installation.sql<{ tenant_id: string; deployment_id: string }>(
    'select distinct r.tenant_id, r.deployment_id from repositories r join dbt_syncs s on s.deployment_id = r.deployment_id',
  )
  const s3 = { objectFile: (key: string) => join(installation.folder, 'objects', key) }
  const parts: Buffer[] = []
  for (const { tenant_id, deployment_id } of synced) {
    const repository = await assemble({ installation, s3, tenant: { tenantId: Number(tenant_id) } }, Number(deployment_id))
    parts.push(Buffer.from(await repository.git('log', '--all', '--patch', '--format=raw')))
    repository.remove()
  }
  return { name: 'commits of dbt syncs', parts, marker: 'Facet-Dbt-Sync' }
}

/** Names and contents of files. */
const filesSink = (name: string, folder: string, marker: string): Sink => {
  const files = filesUnder(folder)
  return {
    name,
    parts: [Buffer.from(files.join('\n')), ...files.flatMap((file) => (existsSync(file) ? [readFileSync(file)] : []))],
    marker,
  }
}

/** Files of a running node. `mark` was committed to a data model. */
export const copiesSink = (installation: Installation, mark: string): Sink =>
  filesSink('working copies', join(installation.folder, 'facet'), mark)

/** Files after the node has stopped. */
export const remainingSinks = (installation: Installation, mark: string, temporaryFolder: string): Sink[] => {
  writeFileSync(join(temporaryFolder, 'marker'), mark)
  const objects = filesSink('object store', join(installation.folder, 'objects'), mark)
  const stored = filesUnder(join(installation.folder, 'objects'))
  const artifacts = stored.filter((file) => file.includes('/artifacts/'))
  const ofSyncs = stored.filter((file) => file.includes('/dbt-syncs/'))
  return [
    objects,
    { name: 'artifacts', parts: readAll(artifacts), marker: mark },
    { name: 'objects of dbt syncs', parts: readAll(ofSyncs), marker: 'dbt_changed' },
    filesSink('temporary files', temporaryFolder, mark),
  ]
}
