import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres } from '@facet/testkit/postgres'
import type { Installation } from '../../../harness/installation.ts'
import { assemble } from '../../durability/authoring/assembled.ts'
import { saying } from './leaky-model.ts'

/** A place where something is written down, and a text that is rightly there: not finding that means not having looked. */
export type Sink = { name: string; parts: Buffer[]; marker: string }

export const sinkNames = {
  log: 'log of facet',
  answers: 'answers over HTTP',
  spans: 'spans',
  metrics: 'metrics',
  commands: 'what commands say',
  programs: 'arguments of programs',
  environments: 'environment of programs',
  objects: 'object store',
  copies: 'working copies',
  temporary: 'temporary files',
  dump: 'dump of the database',
  rows: 'audit, nodes, answers and keys',
  statements: 'running statements',
  wal: 'write-ahead log',
  heap: 'heap files',
  postgresLog: 'log of PostgreSQL',
  buildLog: 'log of builds',
  engineLog: 'log of engines',
  queryErrors: 'errors of queries',
  histories: 'workflow histories',
  artifacts: 'artifacts',
  syncRows: 'runs and logs of dbt syncs',
  syncObjects: 'what dbt syncs keep',
  syncCommits: 'commits of dbt syncs',
} as const

const run = promisify(execFile)
const maxOutput = 1024 * 1024 * 1024

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const readAll = (files: string[]): Buffer[] => files.map((file) => readFileSync(file))

/** The database as a backup would hold it; where the tool is missing, every row as text. */
const dumpOf = async (installation: Installation): Promise<Buffer> => {
  const tool = join(await findPostgres(), 'pg_dump')
  if (existsSync(tool)) {
    const { stdout } = await run(tool, ['--dbname', installation.adminUrl], { encoding: 'buffer', maxBuffer: maxOutput })
    return stdout
  }
  const tables = await installation.sql<{ name: string }>(
    "select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  const parts: string[] = []
  for (const { name } of tables)
    parts.push(...(await installation.sql<{ row: string }>(`select t::text as row from public.${name} t`)).map(({ row }) => row))
  return Buffer.from(parts.join('\n'))
}

const rowsOf = async (installation: Installation, ...tables: string[]): Promise<Buffer> => {
  const parts: string[] = []
  for (const table of tables) parts.push(JSON.stringify(await installation.sql(`select * from ${table}`)))
  return Buffer.from(parts.join('\n'))
}

/** Everything the database keeps, on paper and on disk. `mark` is a request id that its audit trail holds. */
export const databaseSinks = async (installation: Installation, mark: string): Promise<Sink[]> => {
  const data = join(installation.cluster.folder, 'data')
  const activity = await rowsOf(installation, 'pg_stat_activity')
  const dump = await dumpOf(installation)
  const tables = await rowsOf(installation, 'audit_entries', 'nodes', 'idempotency_keys', 'api_keys')
  await installation.sql('select pg_switch_wal()')
  await installation.sql('checkpoint')
  return [
    { name: sinkNames.dump, parts: [dump], marker: mark },
    { name: sinkNames.rows, parts: [tables], marker: mark },
    { name: sinkNames.statements, parts: [activity], marker: 'pg_stat_activity' },
    { name: sinkNames.wal, parts: readAll(filesUnder(join(data, 'pg_wal'))), marker: mark },
    { name: sinkNames.heap, parts: readAll(['base', 'global'].flatMap((folder) => filesUnder(join(data, folder)))), marker: mark },
    { name: sinkNames.postgresLog, parts: [readFileSync(join(installation.cluster.folder, 'postgres.log'))], marker: mark },
  ]
}

/** What models said while they were built and served, as the service keeps it. */
export const engineLogSinks = async (installation: Installation): Promise<Sink[]> => {
  const linesOf = async (container: string): Promise<Buffer> =>
    Buffer.from(JSON.stringify(await installation.sql('select * from engine_logs where container = $1', [container])))
  return [
    { name: sinkNames.buildLog, parts: [await linesOf('INIT')], marker: saying.model },
    { name: sinkNames.engineLog, parts: [await linesOf('cubejs-server')], marker: saying.settings },
  ]
}

/** What dbt syncs said and how they ended, as it is shown to whoever started them. */
export const syncRowsSink = async (installation: Installation): Promise<Sink> => ({
  name: sinkNames.syncRows,
  parts: [await rowsOf(installation, 'dbt_syncs', 'dbt_sync_outcomes', 'dbt_sync_log_lines')],
  marker: 'Parsing the dbt project',
})

/** Every commit of every deployment that dbt was synced to, with what it changes, as git reads it from the store. */
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
  return { name: sinkNames.syncCommits, parts, marker: 'Facet-Dbt-Sync' }
}

/** What stands in files, and what they are called; one that goes meanwhile is no longer kept. */
const filesSink = (name: string, folder: string, marker: string): Sink => {
  const files = filesUnder(folder)
  return {
    name,
    parts: [Buffer.from(files.join('\n')), ...files.flatMap((file) => (existsSync(file) ? [readFileSync(file)] : []))],
    marker,
  }
}

/** What a node that runs has on its disk: `mark` was committed to a data model. */
export const copiesSink = (installation: Installation, mark: string): Sink =>
  filesSink(sinkNames.copies, join(installation.folder, 'facet'), mark)

/** What is there when it has stopped. In its temporary folder that should be nothing but the marker, which is put there for it. */
export const remainingSinks = (installation: Installation, mark: string, temporaryFolder: string): Sink[] => {
  writeFileSync(join(temporaryFolder, 'marker'), mark)
  const objects = filesSink(sinkNames.objects, join(installation.folder, 'objects'), mark)
  const stored = filesUnder(join(installation.folder, 'objects'))
  const artifacts = stored.filter((file) => file.includes('/artifacts/'))
  const ofSyncs = stored.filter((file) => file.includes('/dbt-syncs/'))
  return [
    objects,
    { name: sinkNames.artifacts, parts: readAll(artifacts), marker: mark },
    { name: sinkNames.syncObjects, parts: readAll(ofSyncs), marker: 'dbt_changed' },
    filesSink(sinkNames.temporary, temporaryFolder, mark),
  ]
}
