import { grammarProblem } from '../check/check-expression.ts'
import { compiledGrammar } from './compiled-grammar.ts'
import { mapExpressions } from './expressions.ts'

const textProblem = (text: string): string | null => {
  const problem = grammarProblem(text, compiledGrammar)
  return problem === null ? null : `${problem}, in ${JSON.stringify(text.slice(0, 200))}`
}

/**
 * The first expression of a compiled chart that says more than charts may. The compiler writes formats, dates and numbers of the author into
 * expressions as they are, so what was allowed where it stood may be something else where it ends up.
 */
export const refusedExpressionIn = (vega: unknown): string | null => {
  const problems: (string | null)[] = []
  mapExpressions(vega, (text) => problems.push(textProblem(text)))
  return problems.find((problem) => problem !== null) ?? null
}
