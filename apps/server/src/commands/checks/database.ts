import { connectionProblem, createClient, createFunctionCalls, readMigrations, schemaProblem } from '#db'
import type { Check } from './check.ts'

type Seen = { version: number; super: boolean; bypass: boolean; member: boolean; migrated: boolean; now: Date }

const look = async (url: string): Promise<Seen | undefined> => {
  const client = createClient(url)
  // A connection that is lost fails the statement under way; unheard, its event would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<Seen>(
      `select current_setting('server_version_num')::int as version, r.rolsuper as super, r.rolbypassrls as bypass, now(),
        to_regclass('schema_migrations') is not null as migrated,
        exists (select from pg_auth_members m join pg_roles g on g.oid = m.roleid and g.rolname = 'facet_service' where m.member = r.oid) as member
       from pg_roles r where r.rolname = current_user`,
    )
    return rows[0]
  } catch (error) {
    throw connectionProblem('FACET_DATABASE_URL', url, error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

export const databaseCheck = (url: string): Check => ({
  name: 'database',
  look: async () => {
    const row = await look(url)
    if (!row || row.version < 150_000)
      throw new Error('FACET_DATABASE_URL: PostgreSQL 15 or newer is needed. Name such a server, or upgrade this one.')
    if (row.super || row.bypass)
      throw new Error(
        'FACET_DATABASE_URL uses a role that passes row security. Make a plain role: create role facet login password …; then run facet migrate.',
      )
    if (row.migrated && !row.member)
      throw new Error('The role of FACET_DATABASE_URL is not a member of facet_service. Run facet migrate, which grants it.')
    const skewMs = Math.abs(row.now.getTime() - Date.now())
    const skew = skewMs > 5000 ? `; its clock differs from ours by ${Math.round(skewMs / 1000)} s (expiry follows the database's)` : ''
    return `PostgreSQL ${Math.floor(row.version / 10_000)}.${row.version % 10_000}, ${row.migrated ? 'row security holds' : 'without our tables'}${skew}`
  },
})

export const schemaCheck = (url: string): Check => ({
  name: 'schema',
  needs: ['database'],
  look: async () => {
    const calls = createFunctionCalls(url)
    try {
      const [journal] = await calls.call<{ exists: boolean }>(
        'journal',
        "select to_regclass('schema_migrations') is not null as exists",
        [],
      )
      const [row] = journal?.exists
        ? await calls.call<{ version: number | null; reader: number | null }>(
            'schema',
            'select max(version) as version, max(oldest_reader) as reader from schema_migrations',
            [],
          )
        : []
      const at = row?.version ?? 0
      const newest = readMigrations().length
      const problem = schemaProblem(at, row?.reader ?? 1, newest)
      if (problem !== null) throw new Error(problem)
      return at < newest ? `schema ${at}; ${newest - at} newer migrations wait for facet migrate` : `schema ${at}, the newest`
    } finally {
      await calls.close()
    }
  },
})
