import { setTimeout as pause } from 'node:timers/promises'
import { applyFunctions, applyPrelude, findRevision, functionJournal } from './apply-functions.ts'
import { applyMigrations, findVersion, migrationJournal } from './apply-migrations.ts'
import { findCellProblem, idsPerCell } from './cells.ts'
import { type Client, createMigrationClient } from './connection.ts'
import { type Functions, readFunctions } from './function-files.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { findJournals, olderSeriesProblem } from './schema-journals.ts'

const lockNumber = 4_703_117 // An advisory lock that nothing else takes.

const noFunctions: Functions = { revision: 0, checksum: '', files: [] }

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

const openJournals = async (client: Client): Promise<void> => {
  const { version, hasFunctions } = await findJournals(
    async <Row extends object>(_: string, text: string) => (await client.query<Row>(text)).rows,
  )
  if (version > 0 && !hasFunctions) throw new Error(olderSeriesProblem(version))
  await client.query(migrationJournal)
  await client.query(functionJournal)
}

type Options = {
  url: string
  serviceUser?: string
  cell?: number
  /** Instead of those of this build; then also without its functions, unless they are given. */
  migrations?: Migration[]
  functions?: Functions
  onStep?: (step: string) => void
}

const run = async (client: Client, options: Options, say: (line: string) => void): Promise<Migrated> => {
  const { onStep = () => undefined, cell } = options
  const migrations = options.migrations ?? readMigrations()
  const functions = options.functions ?? (options.migrations ? noFunctions : readFunctions())
  await openJournals(client)
  const from = await findVersion(client, migrations)
  if (from > 0 && cell !== undefined) await requireCell(client, cell)
  // An older build would replace functions that newer processes are using.
  const revision = await findRevision(client)
  const isOlder = revision > functions.revision
  const hasFunctions = functions.files.length > 0 && !isOlder
  if (hasFunctions) await applyPrelude(client, functions)
  await applyMigrations(
    client,
    migrations.filter(({ version }) => version > from),
    { onStep, say },
  )
  onStep('applying functions')
  const applied = hasFunctions ? await applyFunctions(client, functions) : []
  if (applied.length > 0) say(`applied functions: ${revision === 0 ? `all of revision ${functions.revision}` : applied.join(', ')}`)
  if (isOlder && functions.files.length > 0) say('the functions are those of a newer build and stay as they are')
  await client.query('grant select on schema_migrations, schema_functions to facet_service')
  if (cell) await placeIds(client, cell)
  await admitService(client, options.serviceUser)
  await narrowPublicRights(client)
  return { from, to: Math.max(from, migrations.length), functions: applied.length }
}

/** The versions before and after, and how many function files were applied. */
export type Migrated = { from: number; to: number; functions: number }

const lockPollMs = 200

/**
 * A session lock: a migrator that is killed releases it with its connection. It is polled, because a statement that waits for it holds a
 * snapshot, and an index that the other migrator creates concurrently waits for every snapshot.
 */
const takeLock = async (client: Client): Promise<void> => {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockNumber])
    if (rows[0]?.taken) return
    await pause(lockPollMs)
  }
}

/** Brings the database to the newest schema. One migrator at a time: a second one waits, finds nothing to do and says so. */
export const migrate = async (options: Options, say: (line: string) => void): Promise<Migrated> => {
  const client = createMigrationClient(options.url)
  // A lost connection fails the running statement; without a listener its error event would end the process before the reason is logged.
  client.on('error', () => undefined)
  await client.connect()
  try {
    options.onStep?.('waiting for another facet migrate to end')
    await takeLock(client)
    return await run(client, options, say)
  } finally {
    await client.end()
  }
}
