/** Vega-Lite to Vega. Loads the compiler, so only the process that compiles imports it. */
export { compileChart } from './compile-chart.ts'
