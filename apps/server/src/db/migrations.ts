import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFile } from '#package'
import { findCellProblem, idsPerCell } from './cells.ts'
import { type Client, createMigrationClient } from './connection.ts'

export type Migration = { version: number; name: string; sql: string; checksum: string; isTransactional: boolean; oldestReader: number }

const folder = packageFile('migrations')

/** The oldest schema this build can serve; raised in the release after the one whose expansion it needs. */
export const oldestSchema = 7

/**
 * Two headers steer a migration: `-- facet: no transaction` for what PostgreSQL refuses inside one, and
 * `-- facet: oldest reader N` when builds that only know schemas before N can no longer serve (a contraction).
 */
export const readMigrations = (from: string = folder): Migration[] =>
  readdirSync(from)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file, index) => {
      const match = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file)
      if (!match || Number(match[1]) !== index + 1) throw new Error(`Migration ${file} is not number ${index + 1} of the series.`)
      const sql = readFileSync(join(from, file), 'utf8')
      return {
        version: index + 1,
        name: match[2] ?? '',
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
        isTransactional: !/^-- facet: no transaction$/m.test(sql),
        oldestReader: Number(/^-- facet: oldest reader (\d+)$/m.exec(sql)?.[1] ?? 1),
      }
    })

const lockNumber = 4_703_117 // Any number that nothing else in the database locks.

const journal = `create table if not exists schema_migrations (
  version int primary key, name text not null, checksum text not null, oldest_reader int not null default 1,
  applied_at timestamptz not null default now(), duration_ms int not null
)`

const apply = async (client: Client, migration: Migration): Promise<number> => {
  const started = performance.now()
  if (migration.isTransactional) await client.query('begin')
  try {
    // Better to fail and be run again than to queue behind a long reader with every writer queued behind us.
    await client.query(migration.isTransactional ? "set local lock_timeout = '5s'" : "set lock_timeout = '5s'")
    await client.query(migration.sql)
    const durationMs = Math.round(performance.now() - started)
    await client.query('insert into schema_migrations (version, name, checksum, oldest_reader, duration_ms) values ($1, $2, $3, $4, $5)', [
      migration.version,
      migration.name,
      migration.checksum,
      migration.oldestReader,
      durationMs,
    ])
    if (migration.isTransactional) await client.query('commit')
    return durationMs
  } catch (error) {
    // When the connection is the reason there is nobody to hear this, and the server undoes it by itself.
    if (migration.isTransactional) await client.query('rollback').catch(() => undefined)
    const outcome = migration.isTransactional ? 'failed and was undone' : 'failed; what it did outside a transaction stays'
    throw new Error(`Migration ${migration.version} ${migration.name} ${outcome}; nothing after it ran.`, { cause: error })
  }
}

const refuseEdited = (applied: Map<number, string>, migrations: Migration[]): void => {
  const edited = migrations.find((migration) => applied.has(migration.version) && applied.get(migration.version) !== migration.checksum)
  if (edited) throw new Error(`Migration ${edited.version} ${edited.name} was changed after it was applied. Put it back and add a new one.`)
}

const placeIds = (client: Client, cell: number) =>
  client.query("select setval('facet_ids', greatest((select last_value from facet_ids), $1::bigint + 1))", [cell * idsPerCell])

/** Ids that were given out stay those of their cell. */
const requireCell = async (client: Client, cell: number): Promise<void> => {
  const { rows } = await client.query<{ last: string }>('select last_value as last from facet_ids')
  const last = Number(rows[0]?.last)
  const isUnused = last % idsPerCell <= 1
  const problem = isUnused ? null : findCellProblem(last, cell)
  if (problem !== null) throw new Error(problem)
}

const admitService = async (client: Client, serviceUser: string | undefined): Promise<void> => {
  const { rows } = await client.query<{ me: string }>('select current_user as me')
  if (!serviceUser || serviceUser === rows[0]?.me) return
  await client.query(`grant facet_service to ${client.escapeIdentifier(serviceUser)}`)
}

/**
 * Takes from everyone what the service has no use for and an intruder would: temporary tables, which can stand in for others,
 * and tables of its own in our schema. At every run, since neither a dump nor a copy of a database brings such rights along.
 */
const narrowPublicRights = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ database: string }>('select current_database() as database')
  const database = client.escapeIdentifier(rows[0]?.database ?? '')
  await client.query(`revoke temporary on database ${database} from public`)
  await client.query('revoke create on schema public from public')
}

/** Brings the database to the newest schema. One migrator at a time: a second one waits, finds nothing to do and says so. */
export const migrate = async (
  options: { url: string; serviceUser?: string; cell?: number; migrations?: Migration[]; onStep?: (step: string) => void },
  say: (line: string) => void,
): Promise<{ from: number; to: number }> => {
  const migrations = options.migrations ?? readMigrations()
  const { onStep = () => undefined } = options
  const client = createMigrationClient(options.url)
  // A lost connection fails the statement under way; unheard, its event would end the process before the reason is told.
  client.on('error', () => undefined)
  await client.connect()
  try {
    onStep('waiting for another facet migrate to end')
    // Held by the session: a migrator that is killed lets go of it with its connection.
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    await client.query(journal)
    const { rows } = await client.query<{ version: number; checksum: string }>('select version, checksum from schema_migrations')
    const applied = new Map(rows.map((row) => [row.version, row.checksum]))
    refuseEdited(applied, migrations)
    const from = Math.max(0, ...applied.keys())
    if (from > 0 && options.cell !== undefined) await requireCell(client, options.cell)
    for (const migration of migrations.filter(({ version }) => version > from)) {
      const name = `${String(migration.version).padStart(4, '0')} ${migration.name}`
      onStep(`applying ${name}`)
      const durationMs = await apply(client, migration)
      say(`applied ${name} in ${durationMs} ms`)
    }
    await client.query('grant select on schema_migrations to facet_service')
    if (options.cell) await placeIds(client, options.cell)
    await admitService(client, options.serviceUser)
    await narrowPublicRights(client)
    return { from, to: Math.max(from, migrations.length) }
  } finally {
    await client.end()
  }
}
