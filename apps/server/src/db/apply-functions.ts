import { setTimeout as pause } from 'node:timers/promises'
import { hasCode } from '#kernel/system-errors'
import type { Client } from './connection.ts'
import { type FunctionFile, type Functions, isPrelude } from './function-files.ts'

type Applied = Map<string, string>

export const functionJournal = `create table if not exists schema_functions (
  file text primary key, checksum text not null, revision int not null, applied_at timestamptz not null default now()
)`

/** Of the build whose functions the database has; 0 while it never had all of one. */
export const findRevision = async (client: Client): Promise<number> =>
  (await client.query<{ revision: number }>('select coalesce(max(revision), 0) as revision from schema_functions')).rows[0]?.revision ?? 0

const findApplied = async (client: Client): Promise<Applied> => {
  const { rows } = await client.query<{ file: string; checksum: string }>('select file, checksum from schema_functions')
  return new Map(rows.map(({ file, checksum }) => [file, checksum]))
}

const note = (client: Client, files: FunctionFile[], revision: number) =>
  client.query(
    `insert into schema_functions as f (file, checksum, revision) select n.file, n.checksum, $3 from unnest($1::text[], $2::text[]) as n(file, checksum)
     on conflict (file) do update set checksum = excluded.checksum, revision = excluded.revision,
       applied_at = case when f.checksum = excluded.checksum then f.applied_at else now() end`,
    [files.map(({ name }) => name), files.map(({ checksum }) => checksum), revision],
  )

const applyFile = async (client: Client, { name, sql }: FunctionFile): Promise<void> => {
  try {
    await client.query(sql)
  } catch (cause) {
    throw new Error(`Function file ${name} failed and was undone, with all of its run.`, { cause })
  }
}

const bodies = `
  select f.oid, f.oid::regprocedure::text as name, case l.lanname when 'sql' then 'fmgr_sql_validator' else 'plpgsql_validator' end as validator
  from pg_proc f join pg_language l on l.oid = f.prolang and l.lanname in ('sql', 'plpgsql')
  where f.pronamespace = 'public'::regnamespace and f.proname ~ '^facet_' order by 2`

/** Bodies may name what comes in a later file, so they are checked when all are there. */
const checkBodies = async (client: Client): Promise<void> => {
  await client.query('set local check_function_bodies = on')
  const { rows } = await client.query<{ oid: number; name: string; validator: string }>(bodies)
  for (const { oid, name, validator } of rows)
    await client.query(`select ${validator}($1)`, [oid]).catch((cause: unknown) => {
      throw new Error(`The body of ${name} is wrong; the function files were undone, with all of their run.`, { cause })
    })
}

const inOneTransaction = async (client: Client, work: () => Promise<void>): Promise<void> => {
  await client.query('begin')
  try {
    // A trigger that changes locks its table, and every writer queues behind us: for less time than a request waits for a lock.
    await client.query("set local lock_timeout = '1s'")
    await client.query('set local check_function_bodies = off')
    await work()
    await client.query('commit')
  } catch (error) {
    // If the connection was lost this fails too, and the server rolls back by itself.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const lockNotAvailable = '55P03'
const lockAttempts = 5
const betweenAttemptsMs = 500

/** Tried again when somebody holds a table, with time in between for those who queued behind us. */
const untilLocked = async (client: Client, work: () => Promise<void>): Promise<void> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await inOneTransaction(client, work)
    } catch (error) {
      const isHeld = error instanceof Error && hasCode(error.cause, lockNotAvailable)
      if (!isHeld || attempt === lockAttempts) throw error
      await pause(betweenAttemptsMs)
    }
}

const changedFrom = (applied: Applied, files: FunctionFile[]): FunctionFile[] =>
  files.filter(({ name, checksum, isEveryRun }) => !isEveryRun && applied.get(name) !== checksum)

/** Not noted here: until the last of its functions is there, the database is one of the build before. Applied twice, it does the same. */
export const applyPrelude = async (client: Client, { files }: Functions): Promise<void> => {
  const changed = changedFrom(await findApplied(client), files.filter(isPrelude))
  await untilLocked(client, async () => {
    for (const file of changed) await applyFile(client, file)
  })
}

/** Applies what changed, all of it or nothing, then what is done at every run; answers the names of what changed. */
export const applyFunctions = async (client: Client, { files, revision }: Functions): Promise<string[]> => {
  const changed = changedFrom(await findApplied(client), files)
  await untilLocked(client, async () => {
    for (const file of changed) await applyFile(client, file)
    if (changed.length > 0) await checkBodies(client)
    await note(client, files, revision)
    // Its functions stay until a migration drops them. Forgotten, so that a file of this name that comes back is applied.
    await client.query('delete from schema_functions where file <> all ($1)', [files.map(({ name }) => name)])
  })
  for (const file of files.filter(({ isEveryRun }) => isEveryRun)) await untilLocked(client, () => applyFile(client, file))
  return changed.map(({ name }) => name)
}
