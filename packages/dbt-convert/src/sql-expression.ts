import { hasEngineMarks } from './engine-marks.ts'
import { engineText } from './engine-text.ts'
import { LeftOut } from './left-out.ts'
import { type SqlToken, tokensOf } from './sql-tokens.ts'
import {
  castFunctions,
  castTypes,
  constants,
  extractFunction,
  literalTypes,
  negatable,
  scalarFunctions,
  unitFunctions,
  units,
  wordOperators,
} from './sql-words.ts'
import type { Dialect } from './warehouses.ts'

/** SQL as a file of the data model has it: text is escaped for the engine, and what it refers to stands in braces. */
export type SqlPiece = { sql: string; isPii: boolean }

export type Names = {
  /** What a bare or quoted word means. */
  word: (name: string, isQuoted: boolean) => SqlPiece
  /** What `{{ … }}` means, by what is between the braces. */
  template: (inner: string) => SqlPiece
}

const refuse = (why: string): never => {
  throw new LeftOut('sql_unsupported', why)
}

const shown = (token: SqlToken | undefined): string => (token ? JSON.stringify(token.text.slice(0, 60)) : 'its end')

/** Spaces everywhere but inside of parentheses and before commas: two signs must not become one. */
const joined = (sql: string, piece: string): string =>
  sql === '' || sql.endsWith('(') || piece === ')' || piece === ',' ? `${sql}${piece}` : `${sql} ${piece}`

/**
 * Reads one expression over the columns of a row: operators, comparisons, `case`, casts and well-known functions. An operand and what joins
 * two of them take turns, so that nothing passes that would mean something else where it is put. Open parentheses are a list and not calls:
 * the text decides how deep they nest.
 */
class Reader {
  private readonly tokens: SqlToken[]
  private readonly names: Names
  private readonly pieces: string[] = []
  /** Names of functions, `(`, or `case`. */
  private readonly open: string[] = []
  private at = 0
  private isPii = false
  private wantsOperand = true

  constructor(tokens: SqlToken[], names: Names) {
    this.tokens = tokens
    this.names = names
  }

  read(): SqlPiece {
    while (this.at < this.tokens.length) this.step(this.tokens[this.at] as SqlToken)
    if (this.open.length > 0 || this.wantsOperand) refuse('Its SQL ends in the middle of an expression.')
    return { sql: this.pieces.reduce(joined, ''), isPii: this.isPii }
  }

  private step(token: SqlToken): void {
    if (this.wantsOperand) this.readOperand(token)
    else this.readOperator(token)
  }

  private put(text: string, wantsOperand: boolean): void {
    this.pieces.push(text)
    this.at += 1
    this.wantsOperand = wantsOperand
  }

  private putPiece({ sql, isPii }: SqlPiece): void {
    this.isPii ||= isPii
    this.put(sql, false)
  }

  private next(): SqlToken | undefined {
    return this.tokens[this.at + 1]
  }

  private top(): string {
    return this.open.at(-1) ?? ''
  }

  private unexpected(token: SqlToken | undefined): never {
    return refuse(`Its SQL is more than a plain expression of columns: ${shown(token)} is not understood where it stands.`)
  }

  private readOperand(token: SqlToken): void {
    if (token.kind === 'text' || token.kind === 'number') this.put(engineText(token.text), false)
    else if (token.kind === 'jinja') this.putPiece(this.names.template(token.text.slice(2, -2).trim()))
    else if (token.kind === 'quoted') this.putPiece(this.names.word(token.text.slice(1, -1).replaceAll('""', '"'), true))
    else if (token.kind === 'word') this.readWord(token)
    else if (token.text === '(') {
      this.open.push('(')
      this.put('(', true)
    } else if (token.text === '-' || token.text === '+') this.put(token.text, true)
    else this.unexpected(token)
  }

  private readWord(token: SqlToken): void {
    const word = token.text.toLowerCase()
    const next = this.next()
    if (word === 'case') {
      this.open.push('case')
      this.put('case', this.tokens[this.at + 1]?.text.toLowerCase() !== 'when')
    } else if (word === 'not') this.put('not', true)
    else if (next?.text === '(') this.readCall(word, token)
    else if (constants.has(word)) this.put(word, false)
    else if (literalTypes.has(word) && next?.kind === 'text') {
      this.put(word, true)
      this.put(engineText(next.text), false)
    } else if (units.has(word) && unitFunctions.has(this.top())) this.put(word, false)
    else this.putPiece(this.names.word(token.text, false))
  }

  private readCall(word: string, token: SqlToken): void {
    if (!scalarFunctions.has(word) && !castFunctions.has(word) && word !== extractFunction)
      refuse(`Its SQL calls ${shown(token)}, which is not among the functions that are taken over.`)
    this.open.push(word)
    this.put(`${word}(`, true)
    this.at += 1
    const unit = this.tokens[this.at]
    if (word !== extractFunction) return
    if (!units.has(unit?.text.toLowerCase() ?? '') || this.next()?.text.toLowerCase() !== 'from') this.unexpected(unit)
    this.put(`${unit?.text.toLowerCase()} from`, true)
    this.at += 1
  }

  private readOperator(token: SqlToken): void {
    const word = token.text.toLowerCase()
    if (token.kind === 'sign') this.readSign(token)
    else if (token.kind !== 'word') this.unexpected(token)
    else if (this.top() === 'case' && ['when', 'then', 'else'].includes(word)) this.put(word, true)
    else if (this.top() === 'case' && word === 'end') {
      this.open.pop()
      this.put(word, false)
    } else if (wordOperators.has(word)) this.put(word, true)
    else if (word === 'not' && negatable.has(this.next()?.text.toLowerCase() ?? '')) {
      this.put(word, false)
      this.put(this.tokens[this.at]?.text.toLowerCase() ?? '', true)
    } else if (word === 'as' && castFunctions.has(this.top())) {
      this.put(word, false)
      this.readType()
    } else this.unexpected(token)
  }

  private readSign(token: SqlToken): void {
    if (token.text === ')') {
      if (this.open.length === 0 || this.top() === 'case') this.unexpected(token)
      this.open.pop()
      this.put(')', false)
    } else if (token.text === ',') {
      if (this.open.length === 0 || this.top() === 'case') this.unexpected(token)
      this.put(',', true)
    } else if (token.text === '::') {
      this.put('::', false)
      this.readType()
    } else if (token.text === '(') this.unexpected(token)
    else this.put(token.text, true)
  }

  /** A word, with its size where it has one. */
  private readType(): void {
    const type = this.tokens[this.at]
    if (!castTypes.has(type?.text.toLowerCase() ?? '')) this.unexpected(type)
    this.put(type?.text.toLowerCase() ?? '', false)
    if (this.tokens[this.at]?.text !== '(') return
    for (let sign = '('; sign !== ')'; ) {
      this.put(sign, false)
      const [size, next] = this.tokens.slice(this.at, this.at + 2)
      if (size?.kind !== 'number') this.unexpected(size)
      this.put(size?.text ?? '', false)
      if (next?.text !== ',' && next?.text !== ')') this.unexpected(next)
      sign = next?.text ?? ''
    }
    this.put(')', false)
  }
}

/** An expression with its names put in place; throws `LeftOut` where it is none that is understood. */
export const readExpression = (sql: string, dialect: Dialect, names: Names): SqlPiece => new Reader(tokensOf(sql, dialect), names).read()

const plainColumn = /^[A-Za-z_]\w*$/

/** The column that an expression is, if it is nothing else. */
export const plainColumnOf = (expr: string, dialect: Dialect): { name: string; isQuoted: boolean } | null => {
  const text = expr.trim()
  if (plainColumn.test(text)) return constants.has(text.toLowerCase()) ? null : { name: text, isQuoted: false }
  const { quote } = dialect
  const inner = text.slice(1, -1)
  if (hasEngineMarks(inner, dialect)) return null
  return text.length > 2 && text.startsWith(quote) && text.endsWith(quote) && !/["`\\/\p{Cc}]|\.\./u.test(inner)
    ? { name: inner, isQuoted: true }
    : null
}
