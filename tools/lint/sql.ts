/** One statement with bodies, strings and comments taken out: what is left can be searched without meeting a word that is only quoted. */
export type Statement = { text: string; line: number; comments: string[] }

const quoted =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|(?<body>\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|(?<string>\b[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*')|(?<end>;)/g

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/"(\w+)"/g, '$1')
    .replaceAll(/\bpublic\./g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const lineAt = (sql: string, index: number): number => sql.slice(0, index).split('\n').length

export const statementsOf = (sql: string): Statement[] => {
  const statements: Statement[] = []
  let comments: string[] = []
  let text = ''
  let startsAt = 0
  let readTo = 0
  const take = (piece: string, index: number): void => {
    if (text.trim() === '' && piece.trim() !== '') startsAt = index + piece.search(/\S/)
    text += piece
  }
  const finish = (): void => {
    if (text.trim() !== '') statements.push({ text: plain(text), line: lineAt(sql, startsAt), comments })
    text = ''
    comments = []
  }
  for (const match of sql.matchAll(quoted)) {
    take(sql.slice(readTo, match.index), readTo)
    readTo = match.index + match[0].length
    const { comment, body, string } = match.groups ?? {}
    if (comment !== undefined) comments.push(comment)
    else if (body !== undefined) take('$$', match.index)
    else if (string !== undefined) take("''", match.index)
    else finish()
  }
  take(sql.slice(readTo), readTo)
  finish()
  return statements
}

/** Without what stands in parentheses, so that a word of a subquery or an expression is not taken for one of the statement. */
export const topLevel = (text: string): string => {
  const inner = /\([^()]*\)/g
  const shorter = text.replaceAll(inner, '‹›')
  return shorter === text ? text : topLevel(shorter)
}

/** The parts between commas outside parentheses. */
export const partsOf = (text: string): string[] => {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim())
}
