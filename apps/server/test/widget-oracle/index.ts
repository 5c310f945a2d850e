export { oracleTables } from './fixture.ts'
export { givenOracle } from './given-oracle.ts'
export { runOracle } from './run-oracle.ts'
