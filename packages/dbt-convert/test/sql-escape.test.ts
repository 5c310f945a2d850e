import { propertyRuns } from '@facet/testkit/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Warehouse, warehouses } from '../src/index.ts'
import { LeftOut } from '../src/left-out.ts'
import type { DbtModel } from '../src/manifest.ts'
import type { ConvertOptions } from '../src/options.ts'
import { ConversionRefused } from '../src/refusal.ts'
import { engineText } from '../src/engine-text.ts'
import { rowSql, type SemanticPlace } from '../src/semantic-sql.ts'
import { columnSql, tableOf } from '../src/sql-names.ts'
import { type Read, readSql } from './warehouse-reader.ts'

const optionsOf = (warehouse: Warehouse) => ({ warehouse, databricksCatalog: 'catalog' }) as ConvertOptions
const placeOf = (warehouse: Warehouse) =>
  ({ model: { columns: [] as unknown }, columns: [] as unknown, options: optionsOf(warehouse) }) as SemanticPlace

/** What becomes of an expression; null where it is left out. */
const takenOver = (warehouse: Warehouse, expr: string): string | null => {
  try {
    return rowSql(placeOf(warehouse), expr).sql
  } catch (error) {
    if (error instanceof LeftOut) return null
    throw error
  }
}

/** The text as the engine sends it on: what it refers to is put in, and escapes are characters again. */
const asSent = (sql: string): string =>
  sql.replaceAll('{CUBE}', 't').replaceAll(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** What a name says; null of what is none. */
const nameIn = (read: Read | undefined): string | null => {
  if (read?.kind === 'name') return read.value
  return read?.kind === 'word' ? read.text : null
}

/** Everything in it that would make SQL of its own of an expression. */
const escapesOf = (read: readonly Read[]): string[] => {
  let depth = 0
  const found: string[] = []
  read.forEach(({ kind, text }, place) => {
    if (['open', 'comment', 'dollars'].includes(kind) || /[;{}\\$?#@[\]]/.test(kind === 'sign' ? text : '')) found.push(text)
    if (kind === 'word' && text === 'secrets' && read[place - 1]?.text !== '.') found.push(text)
    if (text === '(') depth += 1
    if (text === ')' && --depth < 0) found.push(text)
  })
  return depth === 0 ? found : [...found, `${depth} open`]
}

/** What the engine evaluates beside what was put there, or would fill with values of a query. */
const marks = (warehouse: Warehouse, sql: string): string[] => [
  ...(sql.replaceAll('{CUBE}', '').match(/[{}`"\n\r\u2028\u2029]|\\(?!u[0-9a-f]{4})/g) ?? []),
  ...(asSent(sql).match(/\$\d+\$/g) ?? []),
  ...(['databricks', 'athena', 'clickhouse'].includes(warehouse) ? (sql.match(/\?/g) ?? []) : []),
]

const odd = fc.constantFrom(
  ...["'", "''", "'''", '"', '""', '"""', '`', '``', '\\', "\\'", '\\\\', '\\`', '\\"', '$$', '$x$', '$0$', '$1', '?', '--', '/*', '*/'],
  ...['/', '*', '//', '#', '\n', '\r', '\0', ';', '(', ')', ',', '.', '{', '}', '{{', '}}', '${', '{CUBE}', '{%', '%', '’', '\u2028', 'ʼ'],
  ...['secrets', 'x', 'r', 'E', 'U&', ' ', ' or 1=1 ', 'select', '1', '-', '+', '=', '::', '[', '@', ' then ', ' end ', ' as '],
)
const soup = fc.array(odd, { maxLength: 5 }).map((parts) => parts.join(''))
const type = fc.constantFrom(
  ...['int', 'numeric(5)', 'numeric(5, 2)', 'numeric((5)', 'numeric(5', 'numeric((5))', 'numeric(,5)', 'numeric(5,)', 'secret'],
)

const { expression } = fc.letrec<{ expression: string; operand: string }>((tie) => ({
  expression: fc
    .tuple(
      tie('operand'),
      fc.array(fc.tuple(fc.constantFrom('+', '-', '||', '=', 'and', '/', 'is not', '<>', 'like'), tie('operand')), { maxLength: 2 }),
    )
    .map(([first, rest]) => [first, ...rest.map(([sign, next]) => `${sign} ${next}`)].join(' ')),
  operand: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('amount', 'secrets', '1', '1.5', 'null', "date '2026-01-01'", '-1'),
    soup.map((inner) => `'${inner}'`),
    soup.map((inner) => `"${inner}"`),
    soup.map((inner) => `\`${inner}\``),
    fc.tuple(fc.constantFrom('r', 'E', 'b', 'U&', 'date ', 'interval '), soup).map(([prefix, inner]) => `${prefix}'${inner}'`),
    tie('expression').map((inner) => `(${inner})`),
    tie('expression').map((inner) => `coalesce(${inner}, '')`),
    fc.tuple(tie('expression'), type).map(([inner, to]) => `cast(${inner} as ${to})`),
    fc.tuple(tie('operand'), type).map(([inner, to]) => `${inner}::${to}`),
    tie('expression').map((inner) => `case when ${inner} then 1 else 0 end`),
  ),
}))
/** Expressions as people write them, and with something put into them anywhere. */
const hostile = fc
  .tuple(expression, fc.option(odd, { freq: 2 }), fc.nat())
  .map(([sql, more, at]) => (more === null ? sql : `${sql.slice(0, at % (sql.length + 1))}${more}${sql.slice(at % (sql.length + 1))}`))

describe.each(warehouses)('on %s', (warehouse) => {
  it('no expression that is taken over leads out of itself, and the engine evaluates nothing of it', () => {
    let taken = 0
    fc.assert(
      fc.property(hostile, (expr) => {
        const sql = takenOver(warehouse, expr)
        if (sql === null) return
        taken += 1
        expect(marks(warehouse, sql)).toEqual([])
        expect(escapesOf(readSql(warehouse, asSent(sql)))).toEqual([])
      }),
      { numRuns: propertyRuns(4000) },
    )
    expect(taken).toBeGreaterThan(propertyRuns(300))
  })

  it('a name is one name, whatever it is made of', () => {
    let taken = 0
    // What requireName lets through.
    const given = soup.filter((text) => text.trim() !== '' && !/[/\\\p{Cc}]|\.\./u.test(text))
    fc.assert(
      fc.property(given, fc.boolean(), (text, isQuoted) => {
        const plain = text.replaceAll('.', '_')
        const model = { database: 'db', schema: plain, alias: plain, relationName: null } as unknown as DbtModel
        try {
          const sql = `${engineText(columnSql({ name: plain, isQuoted }, optionsOf(warehouse)))} ${engineText(tableOf(model, optionsOf(warehouse)))}`
          expect(marks(warehouse, sql)).toEqual([])
          const [column, ...table] = readSql(warehouse, asSent(sql)).filter(({ text: each }) => each !== '.')
          expect(nameIn(column)).toBe(plain)
          expect(table.slice(-2).map(nameIn)).toEqual([plain, plain])
          expect(table.length).toBeLessThan(4)
          taken += 1
        } catch (error) {
          if (!(error instanceof ConversionRefused)) throw error
        }
      }),
      { numRuns: propertyRuns(1000) },
    )
    expect(taken).toBeGreaterThan(propertyRuns(300))
  })
})

describe('an expression that one warehouse reads otherwise than the next', () => {
  it.each<[string, string, Warehouse[]]>([
    ['two quotes in a text', "'it''s'", ['snowflake', 'redshift', 'postgres', 'athena', 'clickhouse']],
    ['three quotes that begin a text', "'''x'", ['snowflake', 'redshift', 'postgres', 'athena', 'clickhouse']],
    ['a text in three quotes', "'''x'''", ['snowflake', 'redshift', 'postgres', 'athena', 'clickhouse']],
    ['a text in three double quotes', '"""x"""', ['snowflake', 'redshift', 'postgres', 'athena']],
    ['a name in backticks', '`x y`', ['bigquery', 'databricks', 'clickhouse']],
    ['a backtick in a name', '`x``y`', []],
    ['a backslash', String.raw`'\'`, []],
    ['dollars', '$$x$$', []],
    ['a comment in a comment', '1 /* /* */ */', []],
    ['a text of two lines', "'a\nb'", []],
    ['a type with a parenthesis that is not closed', 'amount::numeric((5)', []],
    ['a question mark', "'why?'", ['snowflake', 'redshift', 'postgres', 'bigquery']],
    ['a value of a query', "'$0$'", []],
    ['a price', "'$5'", [...warehouses]],
  ])('is taken over where it is safe: %s', (_, expr, where) => {
    expect(warehouses.filter((warehouse) => takenOver(warehouse, expr) !== null)).toEqual(where)
  })
})
