/** Charts of Vega-Lite: what reports may say of theirs, and what is drawn of those that a dashboard shows. */
export { chartNotAllowed, chartSpecOf, requireAllowedChart } from './chart-rules.ts'
export { keepCharts, keptChart, type KeptChart } from './chart-queries.ts'
export { compileCharts, type CompiledCharts } from './compile-charts.ts'
export { drawCharts } from './draw-charts.ts'
