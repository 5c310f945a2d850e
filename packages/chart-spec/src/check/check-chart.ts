import { allowedNames } from './allowed-names.ts'
import { expressionProblem } from './check-expression.ts'
import { namesFields, readsBehindData } from './field-names.ts'
import { chartLimits, largest } from './limits.ts'
import { declaredParams } from './params.ts'
import type { ChartProblem } from './problem.ts'
import { type Chart, isObject, readChart } from './read-chart.ts'
import { refusedNames } from './refused-names.ts'
import { loadsSomething, valueRules } from './value-rules.ts'
import { writtenOut } from './written-out.ts'

type Place = { at: string; depth: number; params: ReadonlySet<string> }
type Walk = (value: unknown, place: Place) => ChartProblem | null

const inside = (place: Place, key: string | number): Place => ({
  ...place,
  at: `${place.at}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1').slice(0, 100)}`,
  depth: place.depth + 1,
})

const firstProblem = <T>(values: Iterable<T>, of: (value: T) => ChartProblem | null): ChartProblem | null => {
  for (const value of values) {
    const problem = of(value)
    if (problem) return problem
  }
  return null
}

const styleName = /^[A-Za-z][\w-]{0,49}$/
const isOwnName = (name: string): boolean => styleName.test(name) && name !== 'constructor' && name !== 'prototype'

/** What holds of every value, whatever it is called. */
const plainProblem = (value: unknown, { at, depth }: Place): ChartProblem | null => {
  if (depth > chartLimits.depth) return { at, what: `nests more than ${chartLimits.depth} levels` }
  if (typeof value === 'string' && loadsSomething(value)) return { at, what: 'names an address that would be loaded' }
  return null
}

/** Data and values of the author: any names, and nothing that is understood. */
const checkFree: Walk = (value, place) => {
  const problem = plainProblem(value, place)
  if (problem) return problem
  if (Array.isArray(value)) return firstProblem(value.entries(), ([index, entry]) => checkFree(entry, inside(place, index)))
  if (!isObject(value)) return null
  return firstProblem(Object.entries(value), ([key, entry]) => {
    if (key === '__proto__') return { at: inside(place, key).at, what: 'is no name of a field' }
    return checkFree(entry, inside(place, key))
  })
}

const expressionNames = new Set(['expr', 'calculate', 'test', 'labelExpr'])
const logicalNames = new Set(['filter', 'and', 'or', 'not'])

const isExpression = (key: string, value: unknown): value is string =>
  typeof value === 'string' && (expressionNames.has(key) || logicalNames.has(key))

const textProblem = (key: string, value: unknown, { at, params }: Place): ChartProblem | null => {
  if (isExpression(key, value)) {
    const what = expressionProblem(value, params)
    return what === null ? null : { at, what }
  }
  if (typeof value === 'string' && namesFields(key) && readsBehindData(value)) return { at, what: 'names what is no field of data' }
  const what = amountProblem(key, value)
  return what === null ? null : { at, what }
}

const amountProblem = (key: string, value: unknown): string | null => {
  const most = largest.get(key)
  if (most === undefined) return null
  if (typeof value === 'number') return value > most ? `is ${value}; the limit is ${most}` : null
  // What is computed, or a text that is taken for a number, has no limit.
  const isOpen = typeof value === 'string' ? Number.isFinite(Number(value)) : Array.isArray(value) || (isObject(value) && 'expr' in value)
  return isOpen ? `is no number; write one down, ${most} at most` : null
}

/** Named styles of a configuration: the names are the author's, what they hold is Vega-Lite. */
const checkStyles: Walk = (value, place) =>
  firstProblem(Object.entries(value as Chart), ([key, entry]) =>
    isOwnName(key) ? check(entry, inside(place, key)) : { at: inside(place, key).at, what: 'is no name of a style' },
  )

const nameProblem = (key: string, at: string): ChartProblem | null => {
  if (allowedNames.has(key)) return null
  const reason = refusedNames.get(key)
  return { at, what: reason ? `may not be used: ${reason}` : 'is no name of Vega-Lite that charts may use' }
}

const checkEntry = (key: string, value: unknown, place: Place): ChartProblem | null => {
  const { at } = place
  const named = nameProblem(key, at)
  if (named) return named
  const what = valueRules.get(key)?.(value) ?? null
  if (what !== null) return { at, what }
  if (key === 'data') return checkFree(value, place)
  const long = lengthProblem(value, place)
  if (long) return long
  if (key === 'params' && Array.isArray(value))
    return firstProblem(value.entries(), ([index, param]) => checkParam(param, inside(place, index)))
  if (key === 'style' && isObject(value)) return checkStyles(value, place)
  // A list of texts under one of these names is a list of expressions, or of fields.
  if (Array.isArray(value) && (logicalNames.has(key) || namesFields(key)))
    return firstProblem(
      value.entries(),
      ([index, entry]) => textProblem(key, entry, inside(place, index)) ?? check(entry, inside(place, index)),
    )
  return textProblem(key, value, place) ?? check(value, place)
}

/** What a parameter begins with is a value of the author; all else of it is Vega-Lite. */
const checkParam: Walk = (param, place) => {
  if (!isObject(param)) return check(param, place)
  const { value, ...rest } = param
  return check(rest, place) ?? (value === undefined ? null : checkFree(value, inside(place, 'value')))
}

const lengthProblem = (value: unknown, { at }: Place): ChartProblem | null =>
  Array.isArray(value) && value.length > chartLimits.entries
    ? { at, what: `is a list of ${value.length} entries; the limit is ${chartLimits.entries}` }
    : null

const check: Walk = (value, place) => {
  const problem = plainProblem(value, place)
  if (problem) return problem
  if (Array.isArray(value)) return firstProblem(value.entries(), ([index, entry]) => check(entry, inside(place, index)))
  if (!isObject(value)) return null
  return firstProblem(Object.entries(value), ([key, entry]) => checkEntry(key, entry, inside(place, key)))
}

/** The first thing in the specification of a chart that it may not say; null where it is all allowed. Cheap: it runs when content is saved. */
export const checkChart = (spec: unknown): ChartProblem | null => {
  const chart = readChart(spec)
  if (typeof chart === 'string') return { at: '', what: chart }
  const params = declaredParams(chart)
  if (!(params instanceof Set)) return params
  const problem = check(chart, { at: '', depth: 0, params })
  if (problem) return problem
  const written = writtenOut(chart)
  return firstProblem(['views', 'transforms', 'params'] as const, (what) =>
    written[what] > chartLimits[what] ? { at: '', what: `has ${written[what]} ${what}; the limit is ${chartLimits[what]}` } : null,
  )
}
