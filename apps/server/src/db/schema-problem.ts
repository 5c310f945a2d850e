import type { FunctionCalls } from './function-calls.ts'
import { oldestSchema } from './migrations.ts'

/** Why this build cannot serve a database, by its newest migration (0 for none) and by the oldest build that its migrations leave room for. */
export const schemaProblem = ({ version, oldestReader }: Schema, newest: number): string | null => {
  if (version === 0) return 'The database is not migrated yet. Run facet migrate.'
  if (version < oldestSchema) return `The database is at schema ${version}; this build needs ${oldestSchema}. Run facet migrate.`
  if (oldestReader > newest)
    return `The database needs builds that know schema ${oldestReader}; this one knows ${newest}. Upgrade this process.`
  return null
}

export type Schema = { version: number; oldestReader: number }

export const findSchema = async (calls: FunctionCalls): Promise<Schema> => {
  const [row] = await calls.call<{ version: number | null; oldest_reader: number | null }>(
    'schema-version',
    'select max(version) as version, max(oldest_reader) as oldest_reader from schema_migrations',
    [],
  )
  return { version: row?.version ?? 0, oldestReader: row?.oldest_reader ?? 1 }
}

/** Why this build cannot serve the database that is there now. */
export const findSchemaProblem = async (calls: FunctionCalls, newest: number): Promise<string | null> =>
  schemaProblem(await findSchema(calls), newest)
