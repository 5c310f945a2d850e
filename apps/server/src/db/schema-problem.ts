import type { FunctionCalls } from './function-calls.ts'
import { oldestSchema, readMigrations } from './migrations.ts'

/** Why this build cannot serve a database, by its newest migration (0 for none) and by the oldest build that its migrations leave room for. */
export const schemaProblem = (version: number, oldestReader: number, newest = readMigrations().length): string | null => {
  if (version === 0) return 'The database is not migrated yet. Run facet migrate.'
  if (version < oldestSchema) return `The database is at schema ${version}; this build needs ${oldestSchema}. Run facet migrate.`
  if (oldestReader > newest)
    return `The database needs builds that know schema ${oldestReader}; this one knows ${newest}. Upgrade this process.`
  return null
}

/** The same of the database that is there now. */
export const findSchemaProblem = async (calls: FunctionCalls, newest?: number): Promise<string | null> => {
  const [row] = await calls.call<{ version: number | null; oldest_reader: number | null }>(
    'schema-version',
    'select max(version) as version, max(oldest_reader) as oldest_reader from schema_migrations',
    [],
  )
  return schemaProblem(row?.version ?? 0, row?.oldest_reader ?? 1, newest)
}
