import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from 'yaml'
import { modelLimits } from './limits.ts'

/** A YAML value with its line. Maps are Maps: a key may be called __proto__. */
export type Tree =
  | { kind: 'scalar'; line: number; value: string | number | boolean | null }
  | { kind: 'list'; line: number; items: Tree[] }
  | { kind: 'map'; line: number; entries: Map<string, Tree> }

export type ParsedTree = { tree: Tree } | { line: number; reason: string }

const { maxFileBytes, maxDepth, maxNodes, maxAliasNodes, maxOpenBrackets, maxMarks } = modelLimits

class Unreadable extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const scalarValue = (value: unknown): string | number | boolean | null => {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return value === undefined ? null : JSON.stringify(value)
}

/** Aliases are followed within a budget: a file of a few lines can otherwise stand for billions of values. */
const convert = (root: Node, lines: LineCounter): Tree => {
  const anchors = new Map<string, Node>()
  const open = new Set<Node>()
  let aliasNodes = 0
  let nodes = 0

  const lineOf = (node: Node, fallback: number): number => (node.range ? lines.linePos(node.range[0]).line : fallback)

  const merged = (entries: Map<string, Tree>, source: Tree): void => {
    const sources = source.kind === 'list' ? source.items : [source]
    for (const each of sources) {
      if (each.kind !== 'map') throw new Unreadable(each.line, 'A merge key (<<) stands on something that is not a map.')
      for (const [key, value] of each.entries) if (!entries.has(key)) entries.set(key, value)
    }
  }

  const mapOf = (pairs: Pair[], line: number, depth: number, isAliased: boolean): Tree => {
    const entries = new Map<string, Tree>()
    const sources: Tree[] = []
    for (const pair of pairs) {
      const key = pair.key as Node | null
      if (!isScalar(key)) throw new Unreadable(line, 'A key is not a plain word.')
      const keyLine = lineOf(key, line)
      const value = visit(pair.value as Node | null, keyLine, depth + 1, isAliased)
      if (key.value === '<<' && key.type === 'PLAIN') sources.push(value)
      else if (entries.has(String(key.value))) throw new Unreadable(keyLine, 'A key is given twice.')
      else entries.set(String(key.value), { ...value, line: keyLine })
    }
    for (const source of sources) merged(entries, source)
    return { kind: 'map', line, entries }
  }

  const visit = (node: Node | null, near: number, depth: number, isAliased: boolean): Tree => {
    if (node === null) return { kind: 'scalar', line: near, value: null }
    const line = isAliased ? near : lineOf(node, near)
    if (depth > maxDepth) throw new Unreadable(line, `It nests more than ${maxDepth} levels deep.`)
    nodes += 1
    if (nodes > maxNodes) throw new Unreadable(line, `It holds more than ${maxNodes} values.`)
    if (isAliased) {
      aliasNodes += 1
      if (aliasNodes > maxAliasNodes) throw new Unreadable(line, `Its aliases stand for more than ${maxAliasNodes} values.`)
    }
    if (isAlias(node)) {
      const target = anchors.get(node.source)
      if (target === undefined || open.has(target)) throw new Unreadable(line, 'An alias names no value before it.')
      return visit(target, line, depth + 1, true)
    }
    if (node.anchor !== undefined && !isAliased) anchors.set(node.anchor, node)
    if (isScalar(node)) return { kind: 'scalar', line, value: scalarValue(node.value) }
    open.add(node)
    try {
      if (isMap(node)) return mapOf(node.items, line, depth, isAliased)
      if (isSeq(node))
        return { kind: 'list', line, items: node.items.map((item) => visit(item as Node | null, line, depth + 1, isAliased)) }
    } finally {
      open.delete(node)
    }
    throw new Unreadable(line, 'It holds a value of an unknown kind.')
  }
  return visit(root, 1, 0, false)
}

/** Brackets in text count as well: no model comes near. The parser's time grows with the square of their depth. */
const isDeeplyBracketed = (content: string): boolean => {
  let depth = 0
  for (const [bracket] of content.matchAll(/[[\]{}]/g)) {
    depth = Math.max(0, depth + (bracket === '[' || bracket === '{' ? 1 : -1))
    if (depth > maxOpenBrackets) return true
  }
  return false
}

const isCrowded = (content: string): boolean => {
  const marks = content.matchAll(/[,:\n{}[\]&*?%#!]/g)
  for (let count = 0; !marks.next().done; count++) if (count === maxMarks) return true
  return false
}

/** Never throws: what cannot be read comes back as a line and a reason. */
export const parseTree = (content: string): ParsedTree => {
  if (content.length > maxFileBytes) return { line: 1, reason: 'It is larger than 1 MB.' }
  if (isDeeplyBracketed(content)) return { line: 1, reason: `It has more than ${maxOpenBrackets} open brackets.` }
  if (isCrowded(content)) return { line: 1, reason: `It has more than ${maxMarks} marks such as commas, colons and ends of lines.` }
  const lines = new LineCounter()
  try {
    const document = parseDocument<Node, false>(content, {
      lineCounter: lines,
      prettyErrors: false,
      stringKeys: false,
      logLevel: 'error',
      uniqueKeys: false,
    })
    const [problem] = document.errors
    if (problem) return { line: lines.linePos(problem.pos[0]).line || 1, reason: `It is not valid YAML: ${problem.message}` }
    const root = document.contents as Node | null
    return { tree: root === null ? { kind: 'scalar', line: 1, value: null } : convert(root, lines) }
  } catch (error) {
    if (error instanceof Unreadable) return { line: error.line, reason: error.message }
    return { line: 1, reason: 'It could not be parsed.' }
  }
}

/** The same value always gives the same text; the order of keys does not matter, that of lists does. */
export const canonical = (tree: Tree): string => {
  if (tree.kind === 'scalar')
    return JSON.stringify(typeof tree.value === 'string' ? tree.value.replaceAll('\r\n', '\n').trim() : tree.value)
  if (tree.kind === 'list') return `[${tree.items.map(canonical).join(',')}]`
  const fields = [...tree.entries].map(([key, value]) => `${JSON.stringify(key)}:${canonical(value)}`)
  return `{${fields.toSorted().join(',')}}`
}

export const textOf = (tree: Tree | undefined): string | undefined =>
  tree?.kind === 'scalar' && tree.value !== null ? String(tree.value) : undefined

/** The engine takes sqlTable and sql_table for the same key, and so on. */
export const snakeCase = (key: string): string =>
  /[A-Z]/.test(key) ? key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : key

/** Keys as the documentation writes them. Null when two spellings of one key are given: the engine takes either. */
export const fieldsOf = (tree: Tree): Map<string, Tree> | null => {
  if (tree.kind !== 'map') return null
  const fields = new Map<string, Tree>()
  for (const [key, value] of tree.entries) {
    const name = snakeCase(key)
    if (fields.has(name)) return null
    fields.set(name, value)
  }
  return fields
}
