import { querySizeProblem } from './query-size.ts'
import { spokenTimesProblem } from './spoken-times.ts'

/** The limits of queries. */
export { isPatternOperator, queryLimits } from './limits.ts'
export { querySizeProblem, spokenTimesProblem }

/** Why an engine refuses to plan a query: its times or its size. Undefined if it does not. */
export const queryProblem = (query: unknown): string | undefined => spokenTimesProblem(query) ?? querySizeProblem(query)
