import { hasCode } from '#kernel/system-errors'
import type { FunctionCalls } from './function-calls.ts'
import { type Functions, readFunctions } from './function-files.ts'
import { oldestSchema, readMigrations } from './migration-files.ts'
import { findJournals, olderSeriesProblem } from './schema-journals.ts'

/** What a database has: its newest migration (0 for none), the oldest build its migrations leave room for, and whose functions. */
export type Schema = { version: number; oldestReader: number; functions: Pick<Functions, 'revision' | 'checksum'> | null }

/** What this build brings along. */
export type BuildSchema = { newest: number; functions: Pick<Functions, 'revision' | 'checksum'> }

export const readBuildSchema = (): BuildSchema => ({ newest: readMigrations().length, functions: readFunctions() })

const functionsProblem = (found: NonNullable<Schema['functions']>, built: BuildSchema['functions']): string | null => {
  // Functions only gain until a contraction, so a newer build's serve an older one too.
  if (found.revision > built.revision || (found.revision === built.revision && found.checksum === built.checksum)) return null
  return found.revision === built.revision
    ? `The functions of the database are not those of this build, though both are revision ${built.revision}. Run facet migrate.`
    : `The functions of the database are revision ${found.revision}; this build needs ${built.revision}. Run facet migrate.`
}

/** Why this build cannot serve a database. */
export const schemaProblem = ({ version, oldestReader, functions }: Schema, build: BuildSchema): string | null => {
  if (version === 0) return 'The database is not migrated yet. Run facet migrate.'
  if (functions === null) return olderSeriesProblem(version)
  if (version < oldestSchema) return `The database is at schema ${version}; this build needs ${oldestSchema}. Run facet migrate.`
  if (oldestReader > build.newest)
    return `The database needs builds that know schema ${oldestReader}; this one knows ${build.newest}. Upgrade this process.`
  return functionsProblem(functions, build.functions)
}

// The checksum is that of function-files.ts, over what was applied last.
const journalQuery = `
  select (select max(version) from schema_migrations) as version, (select max(oldest_reader) from schema_migrations) as oldest_reader, f.revision,
    (select encode(sha256(convert_to(coalesce(string_agg(file || ' ' || checksum || E'\\n', '' order by file collate "C"), ''), 'UTF8')), 'hex')
     from schema_functions) as checksum
  from (select coalesce(max(revision), 0) as revision from schema_functions) f`

type Row = { version: number | null; oldest_reader: number | null; revision: number; checksum: string }

const undefinedTable = '42P01'

export const findSchema = async (calls: FunctionCalls): Promise<Schema> => {
  try {
    const [row] = await calls.call<Row>('schema-version', journalQuery, [])
    const { version, oldest_reader: oldestReader, revision = 0, checksum = '' } = row ?? {}
    return { version: version ?? 0, oldestReader: oldestReader ?? 1, functions: { revision, checksum } }
  } catch (error) {
    if (!hasCode(error, undefinedTable)) throw error
    const { version } = await findJournals((name, text) => calls.call(name, text, []))
    return { version, oldestReader: 1, functions: null }
  }
}

/** Why this build cannot serve the database that is there now. */
export const findSchemaProblem = async (calls: FunctionCalls, build: BuildSchema): Promise<string | null> =>
  schemaProblem(await findSchema(calls), build)
