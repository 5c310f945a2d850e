type Query = <Row extends object>(name: string, text: string) => Promise<Row[]>

/** What is kept of the schema: the newest migration (0 for none), and whether there is a journal of functions. */
export type Journals = { version: number; hasFunctions: boolean }

/** For a database that may have no journal at all. */
export const findJournals = async (query: Query): Promise<Journals> => {
  const [there] = await query<{ migrations: boolean; functions: boolean }>(
    'find-journals',
    "select to_regclass('schema_migrations') is not null as migrations, to_regclass('schema_functions') is not null as functions",
  )
  const [newest] = there?.migrations
    ? await query<{ version: number }>('newest-migration', 'select coalesce(max(version), 0) as version from schema_migrations')
    : []
  return { version: newest?.version ?? 0, hasFunctions: there?.functions === true }
}

/** Before 0.1.0 the series was written anew, with functions in files of their own: what has migrations and no journal of functions is older. */
export const olderSeriesProblem = (version: number): string =>
  `The database has schema ${version} of the migrations from before 0.1.0, which were replaced, and cannot be brought to this build. ` +
  'Keep a dump of it if you need what is in it, create an empty database, run facet migrate there, and use an empty object store.'
