/** Engine processes over the database: which build an environment serves, the registry of processes, and what they say. */
export { followBuilds, type FollowedBuilds } from './follow-builds.ts'
export { createLogWriter, type LogWriter } from './log-writer.ts'
export { type EngineError, openEngines, type OpenedEngines, type OpenEnginesOptions, recordErrorsIn } from './open-engines.ts'
export { createRecordProcess } from './record-process.ts'
export { createFindServed, type FindServed } from './served-builds.ts'
