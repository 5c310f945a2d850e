import { memberIn, type VisitMember } from './member-form.ts'
import { isKeyword } from './sql-keywords.ts'

/** `word` is in capitals, and empty for what is no name. */
type Token = { kind: 'name' | 'value' | 'sign'; text: string; word: string; path: string[] }

// Nobody writes a longer query by hand; what lies beyond is not looked at.
const maxTokens = 20_000
// One alias may stand for many tables: what it could mean each time it is used has no end otherwise.
const maxVisits = 20_000

const ident = '[_a-zA-Z][\\w$]*|"(?:[^"]|"")*(?:"|$)'
const tokens = new RegExp(
  `--[^\\n]*|/\\*[^]*?(?:\\*/|$)|('(?:[^']|'')*(?:'|$)|\\d[\\w.]*)|((?:${ident})(?:\\.(?:${ident}))*)|(::|\\S)`,
  'g',
)
const halves = new RegExp(ident, 'g')
const unquoted = (half: string): string => (half.startsWith('"') ? half.slice(1, -1).replaceAll('""', '"') : half)

const tokenOf = ([, value, name, sign]: RegExpMatchArray): Token | null => {
  if (value !== undefined) return { kind: 'value', text: value, word: '', path: [] }
  if (name !== undefined)
    return { kind: 'name', text: name, word: name.toUpperCase(), path: [...name.matchAll(halves)].map(([half]) => unquoted(half)) }
  return sign === undefined ? null : { kind: 'sign', text: sign, word: '', path: [] }
}

const read = (sql: string): Token[] => {
  const found: Token[] = []
  for (const match of sql.matchAll(tokens)) {
    const token = tokenOf(match)
    if (token !== null) found.push(token)
    if (found.length >= maxTokens) break
  }
  return found
}

const isWord = (token: Token | undefined, word: string): boolean => token?.word === word
const isSign = (token: Token | undefined, sign: string): boolean => token?.kind === 'sign' && token.text === sign
const isOwnName = (token: Token | undefined): token is Token => token?.kind === 'name' && !isKeyword(token.word)

type Found = { tables: Map<string, Set<string>>; tablePlaces: Set<number>; aliases: Set<string>; selects: number }

/** Tables and their aliases. `extract(year from x)` has no table: a FROM counts where a SELECT came before it within the same brackets. */
const findTables = (all: readonly Token[]): Found => {
  const found: Found = { tables: new Map(), tablePlaces: new Set(), aliases: new Set(), selects: 0 }
  const parts = new Set<string>()
  const brackets: { hasSelect: boolean; isFrom: boolean }[] = [{ hasSelect: false, isFrom: false }]
  const innermost = () => brackets.at(-1) ?? { hasSelect: false, isFrom: false }

  const addTable = (at: number): void => {
    const table = all[at]
    if (!isOwnName(table) || isSign(all[at + 1], '(')) return
    const cube = table.path.at(-1) ?? ''
    const next = all[isWord(all[at + 1], 'AS') ? at + 2 : at + 1]
    found.tablePlaces.add(at)
    for (const called of [cube, ...(isOwnName(next) ? [next.text] : [])]) {
      const key = called.toLowerCase().replaceAll('"', '')
      found.tables.set(key, (found.tables.get(key) ?? new Set()).add(cube))
    }
    if (isOwnName(next)) found.aliases.add(next.text.toLowerCase())
  }

  for (const [at, token] of all.entries()) {
    const before = all[at - 1]
    if (isSign(token, '(')) brackets.push({ hasSelect: false, isFrom: false })
    if (isSign(token, ')') && brackets.length > 1) brackets.pop()
    if (isWord(token, 'SELECT')) {
      found.selects++
      innermost().hasSelect = true
      innermost().isFrom = false
    }
    if (isWord(token, 'WHERE') || isWord(token, 'GROUP') || isWord(token, 'ORDER')) innermost().isFrom = false
    if ((isWord(token, 'FROM') && innermost().hasSelect && !isWord(before, 'DISTINCT')) || isWord(token, 'JOIN')) {
      innermost().isFrom = true
      addTable(at + 1)
    }
    if (isSign(token, ',') && innermost().isFrom) addTable(at + 1)
    // A query with a name, which is no cube.
    if (isOwnName(token) && isWord(all[at + 1], 'AS') && isSign(all[at + 2], '(')) parts.add(token.text.toLowerCase())
    if (isWord(before, 'AS') && isOwnName(token)) found.aliases.add(token.text.toLowerCase())
  }
  const tables = [...found.tables].map(
    ([key, cubes]) => [key, new Set([...cubes].filter((cube) => !parts.has(cube.toLowerCase())))] as const,
  )
  return { ...found, tables: new Map(tables) }
}

/** Whether a name without a table can be a column: no function, type or alias. */
const isColumn = (all: readonly Token[], at: number, { aliases }: Found): boolean => {
  const [before, token, after] = [all[at - 1], all[at], all[at + 1]]
  const isAlias = before?.kind === 'value' || isSign(before, ')') || isOwnName(before) || isWord(before, 'AS') || isWord(before, 'END')
  return !(isAlias || isSign(before, '::') || isSign(after, '(') || after?.kind === 'value' || aliases.has(token?.text.toLowerCase() ?? ''))
}

/**
 * Visits what a text of SQL may use: `x.y` where x is a table of it or an alias, and in a query over one table every name that can be a
 * column. Which of them are members only a model can tell.
 */
export const visitSql = (sql: string, visit: VisitMember, part: string | null): void => {
  const all = read(sql)
  const found = findTables(all)
  const cubes = new Set([...found.tables.values()].flatMap((some) => [...some]))
  let visits = 0
  const onlyCube = cubes.size === 1 && found.selects === 1 ? cubes : new Set<string>()
  for (const [at, token] of all.entries()) {
    if (!isOwnName(token) || found.tablePlaces.has(at) || isSign(all[at + 1], '(')) continue
    const [name = '', table] = token.path.toReversed()
    const columnOf = table === undefined && isColumn(all, at, found) ? onlyCube : found.tables.get(table?.toLowerCase() ?? '')
    for (const cube of columnOf ?? []) {
      if (++visits > maxVisits) return
      const member = memberIn(`${cube}.${name}`)
      if (member !== null) visit({ usedIn: 'sql', part, member, byText: true })
    }
  }
}
