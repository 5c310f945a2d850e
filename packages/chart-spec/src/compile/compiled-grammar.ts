import { type Grammar, isNode, type Node, readsMachinery } from '../check/check-expression.ts'
import { allowedFunctions, machinery, refusedMembers } from '../check/expression-names.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.match(/\S+/g))

/** What the compiler itself calls, beside what authors may: for selections, facets and sizes. */
const generatedFunctions = words(`
  bandspace clampRange containerSize data geoScale group intersect isTuple item merge modify now pluck sequence x xy y
  panLinear panLog panPow panSymlog zoomLinear zoomLog zoomPow zoomSymlog
  timeParse utcParse vlSelectionIdTest vlSelectionResolve vlSelectionTest vlSelectionTuples
`)

/** What it reads of an event. */
const eventFields = words('item shiftKey altKey ctrlKey metaKey deltaX deltaY deltaMode')

/** Numbers whatever they are given, so a field that they name is one of a list. */
const numberFunctions = words('indexof length ceil floor round min max')
const numberOperators = new Set(['-', '*', '/', '%'])

const isNumber = (node: unknown): boolean => {
  if (!isNode(node)) return false
  if (node.type === 'CallExpression') return isNode(node['callee']) && numberFunctions.has(String(node['callee']['name']))
  return node.type === 'BinaryExpression' && numberOperators.has(String(node['operator']))
}

/** What a chain of fields begins with, where that is a name. */
const rootOf = ({ object }: Node): string | null => {
  if (!isNode(object)) return null
  if (object.type === 'MemberExpression') return rootOf(object)
  return object.type === 'Identifier' ? String(object['name']) : null
}

const isEvent = ({ object }: Node): boolean => isNode(object) && object.type === 'Identifier' && object['name'] === 'event'
/** Rows, whose fields may have any name. */
const rows = new Set(['datum', 'parent', 'facet'])

const memberProblem: Grammar['memberProblem'] = (name, node) => {
  if (name === null) return isNumber(node['property']) ? null : 'reads a field whose name is computed'
  const isRefused = rows.has(rootOf(node) ?? '') ? machinery : refusedMembers
  if (isRefused.has(String(name)) || (isEvent(node) && !eventFields.has(String(name)))) return readsMachinery(name)
  return null
}

/** What expressions of compiled charts may say. Texts of the author end up in them, not all of them quoted. */
export const compiledGrammar: Grammar = {
  mayCall: (name) => allowedFunctions.has(name) || generatedFunctions.has(name),
  // What is no value of Vega is a signal, which there is or the chart is not drawn.
  mayName: () => true,
  memberProblem,
}
