import { parseExpression } from 'vega-expression'
import { allowedFunctions, allowedIdentifiers, machinery, refusedMembers } from './expression-names.ts'
import { isFormat } from './formats.ts'
import { chartLimits } from './limits.ts'
import { isObject } from './read-chart.ts'

export type Node = Record<string, unknown> & { type: string }
export type Problem = string | null

/** What expressions may say: those of an author, or those that the compiler makes of them. */
export type Grammar = {
  mayCall: (name: string) => boolean
  mayName: (name: string) => boolean
  /** `name` is null where it is computed. */
  memberProblem: (name: string | number | null, node: Node) => Problem
}

export const isNode = (value: unknown): value is Node => isObject(value) && typeof value['type'] === 'string'

const firstOf = (values: readonly unknown[], grammar: Grammar): Problem => {
  for (const value of values) {
    const problem = isNode(value) ? problemOf(value, grammar) : null
    if (problem !== null) return problem
  }
  return null
}

const ofIdentifier = (name: string, { mayName }: Grammar): Problem =>
  mayName(name) ? null : `names "${name}", which is neither a value of Vega nor a parameter of the chart`

const memberName = ({ computed, property }: Node): string | number | null => {
  if (!isNode(property)) return null
  if (computed !== true) return String(property['name'])
  const { value } = property
  return property.type === 'Literal' && (typeof value === 'string' || typeof value === 'number') ? value : null
}

export const readsMachinery = (name: string | number): string => `reads the field "${name}", which is no field of data`

const ofMember = (node: Node, grammar: Grammar): Problem => {
  const name = memberName(node)
  // A name that is computed is an expression as well.
  return grammar.memberProblem(name, node) ?? firstOf(name === null ? [node['object'], node['property']] : [node['object']], grammar)
}

/** One that is computed could be of any width. */
const isWrittenFormat = (node: unknown): boolean =>
  node === undefined || (isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' && isFormat(node['value']))

const ofCall = ({ callee, arguments: given }: Node, grammar: Grammar): Problem => {
  const name = isNode(callee) && callee.type === 'Identifier' ? String(callee['name']) : null
  if (name === null || !grammar.mayCall(name))
    return `calls ${name === null ? 'something without a name' : `"${name}"`}, which charts may not`
  const [, format] = given as unknown[]
  if (name === 'format' && !isWrittenFormat(format)) return 'has a format that is computed, or is none that charts may have'
  return firstOf(given as unknown[], grammar)
}

const keyOf = ({ key }: Node): string => (isNode(key) ? String(key['name'] ?? key['value']) : '')

const ofObject = ({ properties }: Node, grammar: Grammar): Problem => {
  const taken = (properties as Node[]).map(keyOf).find((key) => machinery.has(key))
  if (taken !== undefined) return `makes an object with the field "${taken}", which is no field of data`
  return firstOf(
    (properties as Node[]).map(({ value }) => value),
    grammar,
  )
}

const problemOf = (node: Node, grammar: Grammar): Problem => {
  switch (node.type) {
    case 'Literal':
      return isObject(node['regex']) || node['value'] instanceof RegExp ? 'has a regular expression, which charts may not' : null
    case 'Identifier':
      return ofIdentifier(String(node['name']), grammar)
    case 'MemberExpression':
      return ofMember(node, grammar)
    case 'CallExpression':
      return ofCall(node, grammar)
    case 'ArrayExpression':
      return firstOf(node['elements'] as unknown[], grammar)
    case 'ObjectExpression':
      return ofObject(node, grammar)
    case 'UnaryExpression':
      return firstOf([node['argument']], grammar)
    case 'BinaryExpression':
    case 'LogicalExpression':
      return firstOf([node['left'], node['right']], grammar)
    case 'ConditionalExpression':
      return firstOf([node['test'], node['consequent'], node['alternate']], grammar)
    default:
      return `has a ${node.type}, which charts may not`
  }
}

/** Only fields that are written down: a computed name could be any. */
const authorMember: Grammar['memberProblem'] = (name) => {
  if (name === null) return 'reads a field whose name is computed; write the name down'
  return refusedMembers.has(String(name)) ? readsMachinery(name) : null
}

/** What a person may write. `params` are the parameters that the chart declares. */
export const authorGrammar = (params: ReadonlySet<string>): Grammar => ({
  mayCall: (name) => allowedFunctions.has(name),
  mayName: (name) => allowedIdentifiers.has(name) || params.has(name),
  memberProblem: authorMember,
})

/** What is wrong with a Vega expression; null if nothing is. */
export const grammarProblem = (text: string, grammar: Grammar): Problem => {
  try {
    return problemOf(parseExpression(text) as unknown as Node, grammar)
  } catch {
    return 'is no expression of Vega'
  }
}

/** The same of one that a person wrote, which is short. */
export const expressionProblem = (text: string, params: ReadonlySet<string>): Problem =>
  text.length > chartLimits.expressionCharacters
    ? `is an expression of more than ${chartLimits.expressionCharacters} characters`
    : grammarProblem(text, authorGrammar(params))
