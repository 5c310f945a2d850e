/** The phases of a sync that run dbt and the converter behind walls: plain functions over plain inputs, which know no database. */
export { type Checkout, type ClonedProject, cloneProject, type CloneRequest } from './clone-project.ts'
export { type ConvertedProject, convertProject, type ConvertRequest, readConversion, type StoredConversion } from './convert-project.ts'
export { type ParsedProject, parseProject, type ParseRequest } from './parse-project.ts'
export { createParseStates, type ParseStates } from './parse-state.ts'
export type { RunVariables } from './project-variables.ts'
export type { RunControl } from './run-control.ts'
export { RunFailure, type RunFailureCode, type RunPhase } from './run-failure.ts'
export { type RunFolders, runFolders } from './run-folders.ts'
