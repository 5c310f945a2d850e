/** Compares versions of data models in processes of their own, within limits of time and memory. */
export { type Comparison, createModelComparer, diffRulesVersion, type ModelComparer } from './model-comparer.ts'
export { modelWorkerProgram } from './model-worker-program.ts'
