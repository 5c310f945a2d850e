import { functionProblems } from './definer-functions.ts'

type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

export type TenantTable = { name: string; key: string; isPartition: boolean; isPartitioned: boolean }

// Tables of the installation rather than of a tenant. Another one without tenants is a decision to be made here.
const sharedTables = [
  'encryption_keys',
  'installation',
  'ledger',
  'ledger_entries',
  'nodes',
  'revocation_epoch',
  'schema_functions',
  'schema_migrations',
]

/** Every table that holds rows of tenants, partitions as tables of their own, from the catalog and not from a list. */
export const listTenantTables = (query: Query): Promise<TenantTable[]> =>
  query<TenantTable>(`
    select c.relname as name, case c.relname when 'tenants' then 'id' else 'tenant_id' end as key,
      c.relispartition as "isPartition", c.relkind = 'p' as "isPartitioned"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (c.relname = 'tenants'
      or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped))
    order by c.relname`)

type Wall = { isEnabled: boolean; isForced: boolean; policies: { roles: string; using: string | null; check: string | null }[] }

const wallOf = async (query: Query, table: string): Promise<Wall | undefined> =>
  (
    await query<Wall>(
      `select c.relrowsecurity as "isEnabled", c.relforcerowsecurity as "isForced",
        coalesce((select jsonb_agg(jsonb_build_object('roles', p.roles::text, 'using', p.qual, 'check', p.with_check))
          from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and p.permissive = 'PERMISSIVE'), '[]') as policies
       from pg_class c where c.oid = ('public.' || quote_ident($1))::regclass`,
      [table],
    )
  )[0]

const tableProblems = async (query: Query, { name, key }: TenantTable): Promise<string[]> => {
  const wall = await wallOf(query, name)
  if (!wall) return [`${name}: not in the catalog`]
  const held = new RegExp(`^\\(${key} = (public\\.)?facet_current_tenant\\(\\)\\)$`)
  const others = wall.policies.filter((policy) => policy.roles !== '{facet_function}')
  return [
    ...(wall.isEnabled ? [] : [`${name}: row security is off`]),
    ...(wall.isForced ? [] : [`${name}: row security is not forced`]),
    ...(others.some((policy) => policy.roles === '{facet_service}') ? [] : [`${name}: no policy for facet_service`]),
    ...others
      .filter((policy) => !held.test(policy.using ?? '') || !held.test(policy.check ?? policy.using ?? ''))
      .map((policy) => `${name}: a policy for ${policy.roles} lets other tenants' rows pass`),
  ]
}

const sharedProblems = async (query: Query): Promise<string[]> =>
  (
    await query<{ name: string }>(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'tenants' and not c.relname = any ($1)
         and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)`,
      [sharedTables],
    )
  ).map(({ name }) => `${name}: has no tenant_id and is not known as a shared table`)

/** A view reads with its owner's rights unless told otherwise, so it is a way around the wall. */
const viewProblems = async (query: Query): Promise<string[]> =>
  (
    await query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')
         and not coalesce('security_invoker=true' = any (c.reloptions), false)`,
    )
  ).map(({ name }) => `${name}: a view that reads with its owner's rights`)

const roleProblems = async (query: Query, serviceUser: string): Promise<string[]> =>
  (
    await query<{ name: string; problem: string }>(
      `select r.rolname as name, p.problem from pg_roles r, lateral (values
          (r.rolsuper, 'is a superuser'), (r.rolbypassrls, 'bypasses row security'),
          (pg_has_role(r.oid, 'facet_function', 'usage') and not r.rolsuper, 'acts as facet_function'),
          (exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relowner = r.oid), 'owns tables'),
          (r.rolname <> $1 and r.rolcanlogin, 'can log in')) as p (applies, problem)
       where r.rolname in ($1, 'facet_service') and p.applies`,
      [serviceUser],
    )
  ).map(({ name, problem }) => `${name}: ${problem}`)

/** What the catalog says is wrong with the wall between tenants; nothing when it stands. */
export const findWallProblems = async (query: Query, serviceUser: string): Promise<string[]> => {
  const problems: string[] = []
  for (const table of await listTenantTables(query)) problems.push(...(await tableProblems(query, table)))
  return [
    ...problems,
    ...(await sharedProblems(query)),
    ...(await viewProblems(query)),
    ...(await roleProblems(query, serviceUser)),
    ...(await functionProblems(query)),
  ]
}
