/** The phases of a sync that run dbt and the converter behind walls: plain functions over plain inputs, which know no database. */
export { type ConvertedProject, convertProject, type ConvertRequest, readConversion, type StoredConversion } from './convert-project.ts'
export type { RunControl } from './run-control.ts'
export { RunFailure, type RunFailureCode, type RunPhase } from './run-failure.ts'
