/** A real Temporal, on a PostgreSQL that somebody else started. */
export {
  chooseTemporalPorts,
  findTemporal,
  temporalProgram,
  type TemporalPorts,
  type TemporalProgram,
  type TemporalTools,
} from './program.ts'
export { isTemporalUp, startTemporal, type TemporalServer } from './server.ts'
