import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFunctions } from '../apps/server/src/db/function-files.ts'
import { lintFunctionFile } from './lint/function-files.ts'
import type { Problem } from './lint/problem.ts'
import { partsOf, type Statement, statementsOf, topLevel } from './lint/sql.ts'
import { changeProblems, contractionOnly, parseAlter } from './lint/table-changes.ts'

const folder = join(import.meta.dirname, '../apps/server/sql/migrations')

const createdTable = ({ text }: Statement): string | undefined =>
  /^create (?:unlogged )?table (?:if not exists )?(?<table>[\w.]+)/.exec(text)?.groups?.['table']

/** The tables a migration makes, for the files after it. */
export const tablesOf = (sql: string): string[] => statementsOf(sql).flatMap((statement) => createdTable(statement) ?? [])

type File = { sql: string; statements: Statement[]; hasNoTransaction: boolean; isContraction: boolean; isNew: (table: string) => boolean }

const indexProblems = ({ text }: Statement, file: File): string[] => {
  const match = /^create (?:unique )?index (?<concurrently>concurrently )?.*?\bon (?:only )?(?<table>[\w.]+)/.exec(text)
  const { concurrently, table = '' } = match?.groups ?? {}
  if (!match || (concurrently === undefined && file.isNew(table))) return []
  if (concurrently === undefined)
    return [`Writers of ${table} wait while the index is built. Create it concurrently, alone in a file with "-- facet: no transaction".`]
  return file.hasNoTransaction
    ? []
    : ['PostgreSQL refuses concurrently inside a transaction. Give the file the header "-- facet: no transaction".']
}

const alterProblems = (statement: Statement, file: File): string[] => {
  const alter = parseAlter(statement.text)
  if (!alter || file.isNew(alter.table)) return []
  const earlier = file.statements.slice(0, file.statements.indexOf(statement)).map(({ text }) => parseAlter(text))
  const isValidatedHere = earlier.some(
    (other) => other?.table === alter.table && other.actions.some((action) => action.startsWith('validate constraint')),
  )
  return changeProblems(alter.table, alter.actions, { isContraction: file.isContraction, isValidatedHere })
}

const dropProblems = ({ text }: Statement, file: File): string[] => {
  const match = /^drop (?<kind>table|view|function|type|sequence) (?:if exists )?(?<name>[\w.]+)/.exec(text)
  const { kind = '', name = '' } = match?.groups ?? {}
  return !match || file.isContraction || file.isNew(name) ? [] : [contractionOnly(`Dropping the ${kind} ${name}`)]
}

const functionProblems = ({ text }: Statement): string[] =>
  /^create (or replace )?(constraint )?(function|procedure|trigger)\b/.test(text)
    ? ['Functions and triggers are in sql/functions/<area>/<name>.sql, which facet migrate applies again when they change.']
    : []

const wholeTableProblems = ({ text, comments }: Statement, file: File): string[] => {
  const outer = topLevel(text).replace(/^with .*?‹› (?=update|delete)/, '')
  const table = /^(?:update (?:only )?|delete from (?:only )?|truncate (?:table )?)(?<table>[\w.]+)/.exec(outer)?.groups?.['table']
  if (table === undefined || file.isNew(table) || /\bwhere\b/.test(outer)) return []
  if (comments.includes('-- facet: batched')) return []
  return [`This touches every row of ${table} at once. Do it in batches and say so with "-- facet: batched" above the statement.`]
}

const lockProblems = ({ text }: Statement): string[] => {
  if (/^(lock|cluster|vacuum full)\b/.test(text))
    return ['This keeps everyone out of the table until it ends. Every change has a form that does not: take that one.']
  if (/^(begin|commit|rollback|start transaction)\b/.test(text)) return ['The runner opens and ends the transaction: leave it to it.']
  return []
}

const keyProblems = (statement: Statement): string[] => {
  const table = createdTable(statement)
  const columns = /\((?<columns>.*)\)/.exec(statement.text)?.groups?.['columns']
  if (table === undefined || columns === undefined) return []
  const parts = partsOf(columns)
  const tenantColumn = parts.find((part) => part.startsWith('tenant_id '))
  if (tenantColumn === undefined || /\bprimary key\b/.test(tenantColumn)) return []
  return parts.some((part) => /^(constraint \w+ )?primary key ?\( ?tenant_id\b/.test(part))
    ? []
    : [
        `${table} belongs to tenants: its primary key starts with tenant_id, so that a tenant's rows lie together and a look-up names the tenant.`,
      ]
}

const rules = [indexProblems, alterProblems, dropProblems, functionProblems, wholeTableProblems, lockProblems, keyProblems]

const headerProblems = (file: File): string[] => [
  ...(/^-- (?!facet:)\S.*\.$/m.test(file.sql.split('\n', 1)[0] ?? '')
    ? []
    : ['The first line is a comment that says in one sentence what this file is about.']),
  ...(file.hasNoTransaction && file.statements.length > 1
    ? ['Statements sent together share a transaction. Without one, a file holds a single statement.']
    : []),
]

/** What would block or break a running installation. Tables the file makes itself are nobody's yet, so anything goes for them. */
export const lintMigration = (name: string, sql: string, earlierTables: ReadonlySet<string>): Problem[] => {
  const made = new Set(tablesOf(sql))
  const file: File = {
    sql,
    statements: statementsOf(sql),
    hasNoTransaction: /^-- facet: no transaction$/m.test(sql),
    isContraction: /^-- facet: oldest reader \d+$/m.test(sql),
    isNew: (table) => made.has(table) && !earlierTables.has(table),
  }
  return [
    ...headerProblems(file).map((message) => ({ file: name, line: 1, message })),
    ...file.statements.flatMap((statement) =>
      rules.flatMap((rule) => rule(statement, file).map((message) => ({ file: name, line: statement.line, message }))),
    ),
  ]
}

const say = (path: string, { line, message }: Problem): void => {
  process.stderr.write(`apps/server/sql/${path}:${line} ${message}\n`)
  process.exitCode = 1
}

const main = (): void => {
  const tables = new Set<string>()
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()) {
    const sql = readFileSync(join(folder, name), 'utf8')
    for (const problem of lintMigration(name, sql, tables)) say(`migrations/${name}`, problem)
    for (const table of tablesOf(sql)) tables.add(table)
  }
  for (const { name, sql } of readFunctions().files)
    for (const problem of lintFunctionFile(name, sql)) say(`functions/${name}.sql`, problem)
}

if (import.meta.main) main()
