/** What others need to know of the programs in bin/: how they are told what, and what they answer. */
export type { CompileReport, Finding } from './compile-report.ts'
export type { ConnectionReport } from './test-connection.ts'
export type { EngineClaims } from './engine-token.ts'
