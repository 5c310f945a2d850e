import type { ChartProblem } from '../check/problem.ts'
import type { Chart } from '../check/read-chart.ts'

/**
 * What a browser draws, or why it is not drawn. `usesGeo`: it needs the projections of maps. `isOverLimit`: it took too long or too much, which
 * may not be so another time.
 */
export type CompiledChart = { vega: Chart; usesGeo: boolean } | { problem: ChartProblem; isOverLimit?: true }

/** Of the rules and of the compiler: raised when either changes what is allowed or what is drawn. A test holds it to the library. */
export const compilerVersion = 'vega-lite 6.5.0, rules 4'
