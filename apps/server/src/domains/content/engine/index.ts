/** Content below the operations: charts, compiled in a process of their own, and how many archives a node works with at once. */
export { type ChartCompiler, createChartCompiler } from './chart-compiler.ts'
export { chartWorkerProgram } from './chart-worker-program.ts'
export { type EngineContexts, type EngineServices, openEngine } from './open.ts'
