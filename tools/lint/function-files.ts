import type { Problem } from './problem.ts'
import { type Statement, statementsOf } from './sql.ts'

type File = { name: string; sql: string; statements: Statement[]; isPrelude: boolean; isOpen: boolean; isEveryRun: boolean }

const functionIn = (text: string): string | undefined =>
  /^create (?:or replace )?(?:function|procedure) (?<name>[\w.]+)/.exec(text)?.groups?.['name']

/** The end of a body that is bound when it is made holds semicolons, so it comes as a statement of its own. */
const isEndOfBody = (text: string): boolean => text === 'end'

const creationProblems = ({ text }: Statement, file: File): string[] => {
  const name = functionIn(text)
  if (name === undefined) return []
  const own = `facet_${file.name.split('/')[1]}`
  return [
    ...(text.startsWith('create or replace ') ? [] : ['A function file is applied again when it changes: create or replace.']),
    ...(name === own ? [] : [`This file makes ${own}, and each other function is in a file of its own name.`]),
    ...(file.isOpen || /\bbegin atomic\b/.test(text) || /\bset search_path = pg_catalog, pg_temp\b/.test(text)
      ? []
      : [`Pin the names in ${name}: set search_path = pg_catalog, pg_temp, and name each table with its schema.`]),
    ...(file.isOpen && /\bsecurity definer\b/.test(text) ? [`${name} runs with its owner's rights and cannot be open to everyone.`] : []),
    ...(file.isOpen || protectsIn(file, name)
      ? []
      : [`Everyone may execute ${name}. Say who may: call facet_protect_function('${name}(…)', 'facet_service').`]),
  ]
}

/** The two procedures of the prelude that protect the others cannot be protected by them. */
const protectsIn = ({ sql, isPrelude }: File, name: string): boolean =>
  new RegExp(`^call facet_protect_function\\(\\s*'${name}\\(`, 'm').test(sql) ||
  (isPrelude && new RegExp(`^revoke all on procedure ${name}\\(.*\\) from public;`, 'm').test(sql))

const triggerProblems = ({ text }: Statement, { statements }: File): string[] => {
  if (text.startsWith('create trigger ')) return ['A function file is applied again when it changes: create or replace trigger.']
  const made = /^create constraint trigger (?<name>\w+) .*? on (?<table>[\w.]+)/.exec(text)?.groups
  if (!made || statements.some((other) => other.text === `drop trigger if exists ${made['name']} on ${made['table']}`)) return []
  return [`PostgreSQL does not replace constraint triggers. Put before it: drop trigger if exists ${made['name']} on ${made['table']};`]
}

const dropProblems = ({ text }: Statement, { statements }: File): string[] => {
  const trigger = /^drop trigger if exists (?<name>\w+) on/.exec(text)?.groups?.['name']
  if (trigger !== undefined && statements.some((other) => other.text.startsWith(`create constraint trigger ${trigger} `))) return []
  return /^drop\b/.test(text)
    ? ['Processes of the last release call what is here. A numbered migration with "-- facet: oldest reader N" drops it in a later one.']
    : []
}

const known = /^(create|drop|call facet_protect_function)\b/
const ofFunctions = /^create (or replace )?(function|procedure|trigger|constraint trigger) /

const otherProblems = ({ text }: Statement, file: File): string[] => {
  if (isEndOfBody(text) || (file.isPrelude && /^(do|grant|revoke)\b/.test(text)) || (file.isEveryRun && text.startsWith('select facet_')))
    return []
  if (text.startsWith('create') ? ofFunctions.test(text) : known.test(text)) return []
  return ['A function file holds a function, who may execute it, and triggers. Tables and rows are for numbered migrations.']
}

const rules = [creationProblems, triggerProblems, dropProblems, otherProblems]

/** What would open a function to everyone, or break the processes of the last release. */
export const lintFunctionFile = (name: string, sql: string): Problem[] => {
  const file: File = {
    name,
    sql,
    statements: statementsOf(sql),
    isPrelude: name.startsWith('prelude/'),
    isOpen: /^-- facet: open to everyone \(\S.*\)$/m.test(sql),
    isEveryRun: /^-- facet: at every run$/m.test(sql),
  }
  return [
    ...(/^-- (?!facet:)\S/.test(sql)
      ? []
      : [{ file: name, line: 1, message: 'The first line is a comment that says what this file is about.' }]),
    ...file.statements.flatMap((statement) =>
      rules.flatMap((rule) => rule(statement, file).map((message) => ({ file: name, line: statement.line, message }))),
    ),
  ]
}
