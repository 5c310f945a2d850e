type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

type Definer = { name: string; body: string; owner: string; canLogIn: boolean; path: string | null; isOpen: boolean }

const listDefiners = (query: Query): Promise<Definer[]> =>
  query<Definer>(
    `select f.oid::regprocedure::text as name, f.prosrc as body, o.rolname as owner, o.rolcanlogin as "canLogIn",
       (select substring(setting from '^search_path=(.*)$') from unnest(f.proconfig) setting where setting like 'search_path=%') as path,
       f.proacl is null or exists (select from aclexplode(f.proacl) a where a.grantee = 0) as "isOpen"
     from pg_proc f join pg_roles o on o.oid = f.proowner
     where f.pronamespace = 'public'::regnamespace and f.prosecdef order by 1`,
  )

// PostgreSQL searches pg_temp first unless it is named, and the caller can fill it. Without public, a table named without its
// schema is not found at all.
const pinnedPath = 'pg_catalog, pg_temp'

/** Tables of PostgreSQL that a body names bare. Ours need no look: with the path above they would not be found. */
const bareCatalogs = (body: string): string[] =>
  [...body.matchAll(/\b(?:from|join|update|into|only|table|using)\s+(pg_\w+)(?![\w.(])/gi)].map(([, name]) => name ?? '')

const problemsOf = ({ name, body, owner, canLogIn, path, isOpen }: Definer): string[] =>
  [
    ...(owner === 'facet_function' ? [] : ['is not owned by facet_function']),
    ...(canLogIn ? ['is owned by a role that can log in'] : []),
    ...(path === pinnedPath ? [] : [`has not the search_path "${pinnedPath}"`]),
    ...(isOpen ? ['may be executed by everyone'] : []),
    ...bareCatalogs(body).map((table) => `names ${table} without its schema`),
  ].map((problem) => `${name}: ${problem}`)

/** What is wrong with functions that run with their owner's rights, by the catalog. */
export const functionProblems = async (query: Query): Promise<string[]> => (await listDefiners(query)).flatMap(problemsOf)
