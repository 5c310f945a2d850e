import { LeftOut } from './left-out.ts'
import type { Dialect } from './warehouses.ts'

type Kind = 'text' | 'number' | 'word' | 'jinja' | 'sign' | 'quoted'
export type SqlToken = { kind: Kind; text: string }

const maxLength = 10_000

const forms: Record<Exclude<Kind, 'quoted'>, RegExp> = {
  // A backslash ends a literal on one warehouse and not on another.
  text: /'(?:[^'\\]|'')*'/,
  number: /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/,
  word: /[A-Za-z_]\w*/,
  jinja: /\{\{[^{}]*\}\}/,
  // Comments and statements have none: -- and /* are no signs here, nor is a semicolon.
  sign: /<>|!=|<=|>=|\|\||::|-(?!-)|\/(?!\*)|\*(?!\/)|[+%=<>(),]/,
}
const quotedForms: Record<Dialect['quote'], RegExp> = { '"': /"(?:[^"\\]|"")+"/, '`': /`[^`\\]+`/ }

const formOf = ({ quote }: Dialect): RegExp => {
  const all = Object.entries({ ...forms, quoted: quotedForms[quote] })
  return new RegExp(`\\s*(?:${all.map(([kind, { source }]) => `(?<${kind}>${source})`).join('|')})\\s*`, 'y')
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
    tokens.push({ kind: found[0] as Kind, text: found[1] ?? '' })
  }
  return tokens
}
