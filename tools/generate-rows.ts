import type { Client } from 'pg'

type Column = { table: string; name: string; type: string; isNullable: boolean; hasDefault: boolean }

const typeNames: Record<string, string> = {
  int8: 'number',
  int4: 'number',
  bool: 'boolean',
  text: 'string',
  uuid: 'string',
  timestamptz: 'Date',
  bytea: 'Buffer',
  jsonb: 'Json',
  _text: 'string[]',
  _int8: 'number[]',
}

const columnsQuery = `
  select c.relname as table, a.attname as name, t.typname as type, not a.attnotnull as "isNullable", a.atthasdef as "hasDefault"
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  where c.relkind in ('r', 'p') and not c.relispartition and c.relname not in ('schema_migrations', 'schema_functions')
  order by c.relname, a.attnum`

const pascal = (name: string): string => name.replaceAll(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())

const printColumn = ({ table, name, type, isNullable, hasDefault }: Column): string => {
  const base = typeNames[type]
  if (!base) throw new Error(`No TypeScript type is known for ${type} of ${table}.${name}.`)
  const orNull = isNullable ? ' | null' : ''
  if (base === 'Json') {
    const inserted = `string${orNull}${hasDefault ? ' | undefined' : ''}`
    return `  ${name}: ColumnType<Record<string, unknown>${orNull}, ${inserted}, string${orNull}>`
  }
  return `  ${name}: ${hasDefault ? `Generated<${base}${orNull}>` : `${base}${orNull}`}`
}

/** Row types for Kysely, one per table of the migrated database. */
export const generateRows = async (client: Client): Promise<string> => {
  const { rows } = await client.query<Column>(columnsQuery)
  const tables = Map.groupBy(rows, (row) => row.table)
  const types = [...tables].map(([table, columns]) => `export type ${pascal(table)}Table = {\n${columns.map(printColumn).join('\n')}\n}\n`)
  const database = `export type Database = {\n${[...tables.keys()].map((table) => `  ${table}: ${pascal(table)}Table`).join('\n')}\n}\n`
  return `// Generated from the migrated database by pnpm generate. Do not edit.\nimport type { ColumnType, Generated } from 'kysely'\n\n${types.join('\n')}\n${database}`
}
