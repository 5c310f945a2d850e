import type { Client } from './connection.ts'
import type { Migration } from './migration-files.ts'

export const migrationJournal = `create table if not exists schema_migrations (
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
    // If the connection was lost this fails too, and the server rolls back by itself.
    if (migration.isTransactional) await client.query('rollback').catch(() => undefined)
    const outcome = migration.isTransactional ? 'failed and was undone' : 'failed; what it did outside a transaction stays'
    throw new Error(`Migration ${migration.version} ${migration.name} ${outcome}; nothing after it ran.`, { cause: error })
  }
}

/** The newest version that was applied; 0 for none. Refuses a series that is not the one that was applied. */
export const findVersion = async (client: Client, migrations: Migration[]): Promise<number> => {
  const { rows } = await client.query<{ version: number; checksum: string }>('select version, checksum from schema_migrations')
  const applied = new Map(rows.map((row) => [row.version, row.checksum]))
  const edited = migrations.find((migration) => applied.has(migration.version) && applied.get(migration.version) !== migration.checksum)
  if (edited) throw new Error(`Migration ${edited.version} ${edited.name} was changed after it was applied. Put it back and add a new one.`)
  return Math.max(0, ...applied.keys())
}

export const applyMigrations = async (
  client: Client,
  migrations: Migration[],
  { onStep, say }: { onStep: (step: string) => void; say: (line: string) => void },
): Promise<void> => {
  for (const migration of migrations) {
    const name = `${String(migration.version).padStart(4, '0')} ${migration.name}`
    onStep(`applying ${name}`)
    const durationMs = await apply(client, migration)
    say(`applied ${name} in ${durationMs} ms`)
  }
}
