/** Minting embed sessions, and saying beforehand what would come of it. */
export { dryRunSession } from './dry-run-session.ts'
export { generateSession } from './generate-session.ts'
