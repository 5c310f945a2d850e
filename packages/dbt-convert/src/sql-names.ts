import { hasEngineMarks } from './engine-marks.ts'
import type { DbtColumn, DbtModel } from './manifest.ts'
import type { ConvertOptions } from './options.ts'
import { ConversionRefused } from './refusal.ts'
import { type Dialect, dialects } from './warehouses.ts'

const plain = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Words that no warehouse, or not every one, takes as a name without quotes. */
const reserved = new Set(
  (
    'all and any array as asc authorization between both by case cast check collate column constraint create cross cube current current_date ' +
    'current_time current_timestamp current_user default delete desc distinct drop else end except exists false fetch for foreign from full ' +
    'grant group grouping having if in inner insert intersect interval into is join lateral leading left like limit natural not null of offset ' +
    'on or order outer over partition primary qualify range references right row rows select session_user set some start table tablesample then to ' +
    'trailing true union unique unnest update user using values view when where window with'
  ).split(' '),
)

const quoted = (name: string, { quote, quoteInName }: Dialect): string =>
  quoteInName === 'doubled'
    ? `${quote}${name.replaceAll(quote, quote + quote)}${quote}`
    : `${quote}${name.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)}${quote}`

const requireNoMarks = (name: string, dialect: Dialect): string => {
  if (!hasEngineMarks(name, dialect)) return name
  throw new ConversionRefused(
    'name_not_allowed',
    `${JSON.stringify(name.slice(0, 80))} is the name of a column, a table or a schema, and the engine would put values of a query in place of ${dialect.fillsQuestionMarks ? '"?" and ' : ''}"$0$" in it. Give it another name in dbt.`,
  )
}

/** Whether a name means the same with quotes and without. */
const foldsOntoItself = (name: string, { folding }: Dialect): boolean =>
  folding === 'none' || name === (folding === 'lower' ? name.toLowerCase() : name.toUpperCase())

/** A name as SQL reads it: without quotes where that is safe, because people read it too. */
export const sqlName = (name: string, dialect: Dialect, isExact: boolean): string =>
  plain.test(name) && !reserved.has(name.toLowerCase()) && (!isExact || foldsOntoItself(name, dialect))
    ? name
    : quoted(requireNoMarks(name, dialect), dialect)

/** What dbt quoted when it made the relation was made in exactly these letters. */
const wasQuoted = (part: string, model: DbtModel, dialect: Dialect): boolean => model.relationName?.includes(quoted(part, dialect)) ?? false

/** The relation of a model: database, schema and alias, as far as the warehouse has them. */
export const tableOf = (model: DbtModel, { warehouse, databricksCatalog }: ConvertOptions): string => {
  const dialect = dialects[warehouse]
  const database = warehouse === 'databricks' ? databricksCatalog : model.database
  return [dialect.hasDatabase ? database : null, model.schema, model.alias]
    .filter((part) => part !== null)
    .map((part) => sqlName(part, dialect, wasQuoted(part, model, dialect)))
    .join('.')
}

/** A column of the cube's table. On BigQuery a dot leads into a record. */
export const columnSql = ({ name, isQuoted }: Pick<DbtColumn, 'name' | 'isQuoted'>, { warehouse }: ConvertOptions): string => {
  const parts = warehouse === 'bigquery' ? name.split('.') : [name]
  return parts.map((part) => sqlName(part, dialects[warehouse], isQuoted)).join('.')
}
