import { parseExpression } from 'vega-expression'
import { allowedFunctions, allowedIdentifiers, refusedMembers } from './expression-names.ts'
import { chartLimits } from './limits.ts'
import { isObject } from './read-chart.ts'

type Node = Record<string, unknown> & { type: string }
type Problem = string | null

const isNode = (value: unknown): value is Node => isObject(value) && typeof value['type'] === 'string'

const firstOf = (values: readonly unknown[], params: ReadonlySet<string>): Problem => {
  for (const value of values) {
    const problem = isNode(value) ? problemOf(value, params) : null
    if (problem !== null) return problem
  }
  return null
}

const ofIdentifier = (name: string, params: ReadonlySet<string>): Problem =>
  allowedIdentifiers.has(name) || params.has(name) ? null : `names "${name}", which is neither a value of Vega nor a parameter of the chart`

/** Only fields that are written down: a computed name could be any. */
const memberName = ({ computed, property }: Node): string | number | null => {
  if (!isNode(property)) return null
  if (computed !== true) return String(property['name'])
  const { value } = property
  return property.type === 'Literal' && (typeof value === 'string' || typeof value === 'number') ? value : null
}

const ofMember = (node: Node, params: ReadonlySet<string>): Problem => {
  const name = memberName(node)
  if (name === null) return 'reads a field whose name is computed; write the name down'
  if (refusedMembers.has(String(name))) return `reads the field "${name}", which is no field of data`
  return firstOf([node['object']], params)
}

const ofCall = ({ callee, arguments: given }: Node, params: ReadonlySet<string>): Problem => {
  const name = isNode(callee) && callee.type === 'Identifier' ? String(callee['name']) : null
  if (name === null || !allowedFunctions.has(name))
    return `calls ${name === null ? 'something without a name' : `"${name}"`}, which charts may not`
  return firstOf(given as unknown[], params)
}

const ofObject = ({ properties }: Node, params: ReadonlySet<string>): Problem =>
  firstOf(
    (properties as Node[]).map(({ value }) => value),
    params,
  )

const problemOf = (node: Node, params: ReadonlySet<string>): Problem => {
  switch (node.type) {
    case 'Literal':
      return isObject(node['regex']) || node['value'] instanceof RegExp ? 'has a regular expression, which charts may not' : null
    case 'Identifier':
      return ofIdentifier(String(node['name']), params)
    case 'MemberExpression':
      return ofMember(node, params)
    case 'CallExpression':
      return ofCall(node, params)
    case 'ArrayExpression':
      return firstOf(node['elements'] as unknown[], params)
    case 'ObjectExpression':
      return ofObject(node, params)
    case 'UnaryExpression':
      return firstOf([node['argument']], params)
    case 'BinaryExpression':
    case 'LogicalExpression':
      return firstOf([node['left'], node['right']], params)
    case 'ConditionalExpression':
      return firstOf([node['test'], node['consequent'], node['alternate']], params)
    default:
      return `has a ${node.type}, which charts may not`
  }
}

/** What is wrong with a Vega expression; null if nothing is. `params` are the parameters that the chart declares. */
export const expressionProblem = (text: string, params: ReadonlySet<string>): Problem => {
  if (text.length > chartLimits.expressionCharacters) return `is an expression of more than ${chartLimits.expressionCharacters} characters`
  try {
    return problemOf(parseExpression(text) as unknown as Node, params)
  } catch {
    return 'is no expression of Vega'
  }
}
