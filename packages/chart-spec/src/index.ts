/** What the Vega-Lite of a chart may say. What it is compiled to is in `@facet/chart-spec/compile`, which loads the compiler. */
export { checkChart } from './check/check-chart.ts'
export { chartLimits } from './check/limits.ts'
export type { ChartProblem } from './check/problem.ts'
export { type CompiledChart, compilerVersion } from './compile/compiled-chart.ts'
