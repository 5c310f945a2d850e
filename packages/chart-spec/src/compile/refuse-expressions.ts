import { grammarProblem } from '../check/check-expression.ts'
import { isObject } from '../check/read-chart.ts'
import { compiledGrammar } from './compiled-grammar.ts'

/** Where Vega has expressions. Under `update` and `filter` only where they are texts. */
const expressionNames = new Set(['signal', 'expr', 'test', 'update', 'init', 'filter'])

const entriesOf = (vega: unknown): [string, unknown][] => {
  if (Array.isArray(vega)) return vega.map((entry) => ['', entry])
  if (!isObject(vega)) return []
  // What a signal or a data set begins with is not understood.
  return Object.entries(vega).filter(([key]) => typeof vega['name'] !== 'string' || (key !== 'value' && key !== 'values'))
}

const textProblem = (text: string): string | null => {
  const problem = grammarProblem(text, compiledGrammar)
  return problem === null ? null : `${problem}, in ${JSON.stringify(text.slice(0, 200))}`
}

/**
 * The first expression of a compiled chart that says more than charts may. The compiler writes formats, dates and numbers of the author into
 * expressions as they are, so what was allowed where it stood may be something else where it ends up.
 */
export const refusedExpressionIn = (vega: unknown, isExpression = false): string | null => {
  if (typeof vega === 'string') return isExpression ? textProblem(vega) : null
  for (const [key, value] of entriesOf(vega)) {
    const problem = refusedExpressionIn(value, key === '' ? isExpression : expressionNames.has(key))
    if (problem !== null) return problem
  }
  return null
}
