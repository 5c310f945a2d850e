import { hasEngineMarks } from './engine-marks.ts'
import { LeftOut } from './left-out.ts'
import type { Dialect } from './warehouses.ts'

type Kind = 'text' | 'number' | 'word' | 'jinja' | 'sign' | 'quoted'
export type SqlToken = { kind: Kind; text: string }

const maxLength = 10_000

// A backslash means one thing on one warehouse and another on the next, also by a setting of the session; a text of many lines is none everywhere.
const doubledText = /'(?:[^'\\\p{Cc}]|'')*'(?!')/u
const plainText = /'[^'\\\p{Cc}]*'(?!')/u
const names: Record<Dialect['quote'], RegExp> = { '"': /"(?:[^"\\\p{Cc}]|"")+"(?!")/u, '`': /`[^`\\\p{Cc}]+`(?!`)/u }

const forms: Record<Exclude<Kind, 'quoted' | 'text'>, RegExp> = {
  number: /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/,
  word: /[A-Za-z_]\w*/,
  jinja: /\{\{[^{}]*\}\}/,
  // Comments and statements have none: -- and /* are no signs here, nor is a semicolon.
  sign: /<>|!=|<=|>=|\|\||::|-(?!-)|\/(?!\*)|\*(?!\/)|[+%=<>(),]/,
}

/** The signs of one warehouse. What it would read otherwise than is written here, such as a text in three quotes or in dollars, is no sign of any. */
const formOf = ({ quote, hasDoubledQuotes }: Dialect): RegExp => {
  const all = Object.entries({ text: hasDoubledQuotes ? doubledText : plainText, ...forms, quoted: names[quote] })
  return new RegExp(`\\s*(?:${all.map(([kind, { source }]) => `(?<${kind}>${source})`).join('|')})\\s*`, 'uy')
}

/** The pieces of an expression. What is no piece of a plain one, such as a comment or a second statement, is refused with where it stands. */
export const tokensOf = (sql: string, dialect: Dialect): SqlToken[] => {
  if (sql.length > maxLength) throw new LeftOut('sql_unsupported', `Its SQL has more than ${maxLength} characters.`)
  const form = formOf(dialect)
  const tokens: SqlToken[] = []
  while (form.lastIndex < sql.length) {
    const at = form.lastIndex
    const found = Object.entries(form.exec(sql)?.groups ?? {}).find(([, text]) => text !== undefined)
    if (!found) throw new LeftOut('sql_unsupported', `Its SQL is not a plain expression at ${JSON.stringify(sql.slice(at, at + 40))}.`)
    const token = { kind: found[0] as Kind, text: found[1] ?? '' }
    if (token.kind !== 'jinja' && hasEngineMarks(token.text, dialect))
      throw new LeftOut(
        'sql_unsupported',
        `Its SQL holds ${JSON.stringify(token.text.slice(0, 40))}, in which the engine would put values of a query.`,
      )
    tokens.push(token)
  }
  return tokens
}
