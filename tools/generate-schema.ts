import type { Client } from 'pg'

const tablesQuery = `
  select c.oid, c.relname as name, c.relkind = 'p' as "isPartitioned", pg_get_partkeydef(c.oid) as "partitionKey",
    c.relrowsecurity and c.relforcerowsecurity as "isForced"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  where c.relkind in ('r', 'p') and not c.relispartition order by c.relname`

const columnsQuery = `
  select a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when a.attnotnull then ' not null' else '' end
    || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum`

const constraintsQuery = `
  select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) as line
  from pg_constraint where conrelid = $1 and contype in ('p', 'f', 'c', 'u') order by contype <> 'p', conname`

const indexesQuery = `
  select pg_get_indexdef(i.indexrelid) || ';' as line
  from pg_index i where i.indrelid = $1 and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u')) order by 1`

const policiesQuery = `
  select 'create policy ' || quote_ident(p.polname) || ' on ' || p.polrelid::regclass || ' to '
    || (select string_agg(r::regrole::text, ', ') from unnest(p.polroles) r)
    || ' using (' || pg_get_expr(p.polqual, p.polrelid) || ')' || coalesce(' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '') || ';' as line
  from pg_policy p where p.polrelid = $1 order by p.polname`

const triggersQuery = `select pg_get_triggerdef(oid) || ';' as line from pg_trigger where tgrelid = $1 and not tgisinternal order by tgname`

const functionsQuery = `
  select pg_get_functiondef(p.oid) || ';' as line
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public' order by p.proname, p.oid`

/** The whole schema in one file, for readers: what the migrations add up to. Partitions are left out, since time makes them. */
export const generateSchema = async (client: Client): Promise<string> => {
  const lines = async (query: string, values: unknown[] = []): Promise<string[]> =>
    (await client.query<{ line: string }>(query, values)).rows.map((row) => row.line)
  const tables = (await client.query<{ oid: number; name: string; partitionKey: string | null; isForced: boolean }>(tablesQuery)).rows
  const parts: string[] = ['-- Generated from the migrated database by pnpm generate. For readers; nothing runs it.']
  for (const table of tables) {
    const body = [...(await lines(columnsQuery, [table.oid])), ...(await lines(constraintsQuery, [table.oid]))].map((line) => `  ${line}`)
    parts.push(
      [
        `create table ${table.name} (\n${body.join(',\n')}\n)${table.partitionKey ? ` partition by ${table.partitionKey}` : ''};`,
        ...(await lines(indexesQuery, [table.oid])),
        ...(table.isForced ? [`alter table ${table.name} force row level security;`] : []),
        ...(await lines(policiesQuery, [table.oid])),
        ...(await lines(triggersQuery, [table.oid])),
      ].join('\n'),
    )
  }
  return `${[...parts, ...(await lines(functionsQuery)).map((text) => text.replace(/\n;$/, ';'))].join('\n\n')}\n`
}
