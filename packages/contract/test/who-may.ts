/**
 * The rights of every operation a second time, written by hand from the specification and from what the reference says, and never
 * read from the contract: tests and trials ask this table, so that a right which is weakened in the contract by mistake is seen.
 * Whoever means to change a right changes both.
 */
export { whoMay } from './generated/who-may.ts'
export type { WhoMay } from './rights.ts'
