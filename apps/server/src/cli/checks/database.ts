import {
  connectionProblem,
  createClient,
  createFunctionCalls,
  findEditedProblem,
  findSchema,
  operatorPatience,
  readBuildSchema,
  type Schema,
  schemaProblem,
} from '#db'
import { type Check, TransientProblem } from '#kernel/check'

type Server = {
  version: number
  super: boolean
  bypass: boolean
  member: boolean
  migrated: boolean
  owner: boolean
  closed: boolean
  now: Date
}

const question = `select current_setting('server_version_num')::int as version, r.rolsuper as super, r.rolbypassrls as bypass, now(),
  to_regclass('schema_migrations') is not null as migrated, current_setting('transaction_read_only') = 'on' as closed,
  exists (select from pg_class c where c.oid = to_regclass('schema_migrations') and c.relowner = r.oid) as owner,
  exists (select from pg_roles g where g.rolname = 'facet_service' and pg_has_role(r.oid, g.oid, 'usage')) as member
 from pg_roles r where r.rolname = current_user`

const findServer = async (url: string): Promise<Server | undefined> => {
  try {
    // Reads the certificates that the address names.
    const client = createClient(url, {}, operatorPatience)
    // A lost connection fails the running statement; without a listener its error event would end the process.
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<Server>(question)).rows[0]
    } finally {
      await client.end().catch(() => undefined)
    }
  } catch (error) {
    throw connectionProblem('FACET_DATABASE_URL', url, error)
  }
}

export const databaseCheck = (url: string): Check => ({
  name: 'database',
  run: async () => {
    const row = await findServer(url)
    if (!row || row.version < 150_000)
      throw new Error('FACET_DATABASE_URL: PostgreSQL 15 or newer is needed. Name such a server, or upgrade this one.')
    if (row.super || row.bypass)
      throw new Error(
        'FACET_DATABASE_URL uses a role that bypasses row security. Make a plain role: create role facet login password …; then run facet migrate.',
      )
    if (row.owner && !row.member)
      throw new Error(
        'FACET_DATABASE_URL names the owner of the tables. Name the service role there and the owner in FACET_MIGRATE_DATABASE_URL, then run facet migrate.',
      )
    if (row.migrated && !row.member)
      throw new Error('The role of FACET_DATABASE_URL is not a member of facet_service. Run facet migrate, which grants it.')
    // A replica may become the primary while it is waited for.
    if (row.closed)
      throw new TransientProblem(
        new Error(
          'FACET_DATABASE_URL: this database does not accept writes: it is a replica, or default_transaction_read_only is on. Name the primary.',
        ),
      )
    const skewMs = Math.abs(row.now.getTime() - Date.now())
    const skew = skewMs > 5000 ? `; its clock differs from ours by ${Math.round(skewMs / 1000)} s (expiry follows the database's)` : ''
    return `PostgreSQL ${Math.floor(row.version / 10_000)}.${row.version % 10_000}, ${row.migrated ? 'row security holds' : 'without our tables'}${skew}`
  },
})

const schemaOf = async (url: string): Promise<Schema> => {
  const calls = createFunctionCalls(url, operatorPatience)
  try {
    return await findSchema(calls)
  } finally {
    await calls.close()
  }
}

export const schemaCheck = (url: string, findEdited: () => string | null = findEditedProblem): Check => ({
  name: 'schema',
  dependsOn: ['database'],
  run: async () => {
    const edited = findEdited()
    if (edited !== null) throw new Error(edited)
    const found = await schemaOf(url)
    const at = found.version
    const build = readBuildSchema()
    const { newest } = build
    const problem = schemaProblem(found, build)
    // A process may be started beside the migrations of its release: it is not ready until they are through. Without any, or with those of
    // another series, there is nothing to open.
    const isOpenable = at > 0 && found.functions !== null
    if (problem !== null) throw isOpenable ? new TransientProblem(new Error(problem)) : new Error(problem)
    return at < newest ? `schema ${at}; ${newest - at} newer migrations are pending; run facet migrate` : `schema ${at}, the newest`
  },
})
