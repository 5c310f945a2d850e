/** The engine processes of a node: started on demand, switched, suspended and ended. Knows neither the database nor what an engine is. */
export { engineHeadBytes, maxCallerBytes, writeCaller } from './caller-limits.ts'
export { createEngines, type EnginesOptions } from './engines.ts'
export { standardLimits } from './limits.ts'
export type {
  AskedEnvironment,
  EmbedPolicy,
  EngineExit,
  EngineLease,
  EngineLimits,
  Engines,
  EngineSpec,
  EnvironmentId,
  Launch,
  LaunchedEngine,
  LeaseHolder,
  OnLine,
  PinnedCaller,
  ProcessRow,
  ProcessStatus,
  RecordProcess,
  RunningProcess,
} from './types.ts'
