import type { Tree } from './tree.ts'

/** The next line that says something. */
type Line = { indent: number; text: string; line: number }

class NotPlain extends Error {}

// Tabs, carriage returns, other control characters and every space but the common one: YAML has its own opinion on each.
const strange = /[^\P{C}\n]|[^\P{Z} ]/u
const pair = /^([A-Za-z_]\w*):(?: +(.*))?$/
const doubleQuoted = /^"([^"\\]*)"(?: +#.*)?$/
const singleQuoted = /^'([^']*)'(?: +#.*)?$/
const flowList = /^\[ *((?:[A-Za-z_][\w.]*|"[^"\\]*")(?: *, *(?:[A-Za-z_][\w.]*|"[^"\\]*"))*)? *\](?: +#.*)?$/
const flowItem = /[A-Za-z_][\w.]*|"[^"\\]*"/g
const constants = new Map<string, boolean | null>([
  ...['null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
])
const maxDepth = 40
const maxInlineLength = 10_000

const refuse = (): never => {
  throw new NotPlain()
}

const plainScalar = (text: string, line: number): Tree => {
  const comment = text.indexOf(' #')
  const value = (comment === -1 ? text : text.slice(0, comment)).trimEnd()
  if (value.includes(': ') || value.endsWith(':')) return refuse()
  if (constants.has(value)) return { kind: 'scalar', line, value: constants.get(value) ?? null }
  if (/^[A-Za-z_(/]/.test(value)) return { kind: 'scalar', line, value }
  if (/^(?:0|[1-9]\d{0,14})$/.test(value)) return { kind: 'scalar', line, value: Number(value) }
  return /^\d+ [A-Za-z]/.test(value) ? { kind: 'scalar', line, value } : refuse()
}

const inlineValue = (text: string, line: number): Tree => {
  // Regular expressions run out of stack on lists of millions.
  if (text.length > maxInlineLength) return refuse()
  const quoted = doubleQuoted.exec(text) ?? singleQuoted.exec(text)
  if (quoted) return { kind: 'scalar', line, value: quoted[1] ?? '' }
  const flow = flowList.exec(text)
  if (!flow) return plainScalar(text, line)
  return { kind: 'list', line, items: (flow[1]?.match(flowItem) ?? []).map((item) => inlineValue(item, line)) }
}

const indentOf = (raw: string): number => raw.length - raw.trimStart().length

/** Reads lines one after another; whoever needs a shape it does not know gives up the whole file. */
const reader = (content: string): { read: () => Tree } => {
  const raws = content.split('\n')
  let at = 0
  let next: Line | null = null

  const advance = (): void => {
    next = null
    for (; at < raws.length; at += 1) {
      const raw = raws[at] ?? ''
      const text = raw.trim()
      if (text === '' || text.startsWith('#')) continue
      at += 1
      next = { indent: indentOf(raw), text, line: at }
      return
    }
  }
  /** A read through a function: the compiler does not see that advance() changes it. */
  const peek = (): Line | null => next

  const blockScalar = (header: string, parent: number, line: number): Tree => {
    const first = raws[at] ?? ''
    const indent = indentOf(first)
    if (first.trim() === '' || indent <= parent) return refuse()
    const lines: string[] = []
    for (; at < raws.length; at += 1) {
      const raw = raws[at] ?? ''
      if (raw.trim() !== '' && indentOf(raw) < indent) break
      if (raw.trim() === '' && raw.length > indent) return refuse()
      lines.push(raw.slice(indent))
    }
    while (lines.at(-1) === '') lines.pop()
    const isFolded = header.startsWith('>')
    if (isFolded && lines.some((each) => each === '' || each.startsWith(' '))) return refuse()
    advance()
    return { kind: 'scalar', line, value: `${lines.join(isFolded ? ' ' : '\n')}${header.endsWith('-') ? '' : '\n'}` }
  }

  const nothingDeeper = (indent: number): void => {
    const line = peek()
    if (line && line.indent > indent) refuse()
  }

  const emptyValue = (indent: number, line: number, depth: number): Tree => {
    const following = peek()
    if (!following || following.indent < indent) return { kind: 'scalar', line, value: null }
    if (following.indent > indent) return block(depth + 1)
    return following.text.startsWith('- ') ? list(indent, depth + 1) : { kind: 'scalar', line, value: null }
  }

  const map = (indent: number, depth: number): Tree => {
    const entries = new Map<string, Tree>()
    const start = peek()?.line ?? 1
    for (let line = peek(); line && line.indent === indent && !line.text.startsWith('- '); line = peek()) {
      const [, key, text] = pair.exec(line.text) ?? refuse()
      if (key === undefined || entries.has(key)) return refuse()
      const value = pairValue(text ?? '', line, depth)
      nothingDeeper(indent)
      entries.set(key, value.line === line.line ? value : { ...value, line: line.line })
    }
    return { kind: 'map', line: start, entries }
  }

  const pairValue = (text: string, { indent, line }: Line, depth: number): Tree => {
    if (/^[|>]-?$/.test(text)) return blockScalar(text, indent, line)
    advance()
    return text === '' || text.startsWith('#') ? emptyValue(indent, line, depth) : inlineValue(text, line)
  }

  const list = (indent: number, depth: number): Tree => {
    const items: Tree[] = []
    const start = peek()?.line ?? 1
    for (let line = peek(); line && line.indent === indent && line.text.startsWith('- '); line = peek()) {
      const text = line.text.slice(2).trimStart()
      if (pair.test(text)) {
        next = { indent: indent + line.text.length - text.length, text, line: line.line }
        items.push(map(next.indent, depth + 1))
      } else {
        advance()
        items.push(inlineValue(text, line.line))
      }
      nothingDeeper(indent)
    }
    return { kind: 'list', line: start, items }
  }

  const block = (depth: number): Tree => {
    const line = peek()
    if (!line || depth > maxDepth) return refuse()
    return line.text.startsWith('- ') ? list(line.indent, depth) : map(line.indent, depth)
  }

  const read = (): Tree => {
    advance()
    if (!peek()) return { kind: 'scalar', line: 1, value: null }
    const tree = block(0)
    return peek() ? refuse() : tree
  }
  return { read }
}

/**
 * Most model files use a small part of YAML, which can be read five times as fast as all of it. Answers null for a file
 * that uses more, or is wrong: the full parser then decides. Held against that parser by test.
 */
export const parsePlainYaml = (content: string): Tree | null => {
  if (strange.test(content) || !content.endsWith('\n')) return null
  try {
    return reader(content).read()
  } catch (error) {
    if (error instanceof NotPlain) return null
    throw error
  }
}
