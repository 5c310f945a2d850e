/** Builds: a head of the deploy branch becomes an artifact in the store, and what production serves. */
export { type Artifacts, ArtifactLost, createArtifacts, openArtifact, type OpenArtifact, type StoredArtifact } from './open-artifact.ts'
export { createLineLog, type LineLog } from './build-log.ts'
export { cancelBuild, recordCancelled } from './cancel-build.ts'
export { type CheckedProject, checkProject } from './check-project.ts'
export { rootOf } from './model-tree.ts'
export { closeBuilds } from './close-builds.ts'
export { createDefects, type Defects } from './defects.ts'
export { activateBuild, type BuildParts, makeBuild } from './make-build.ts'
export { type BuildReason, requestBuild, requestFirstBuild, requestLostArtifact } from './request-build.ts'
export { type DispatchParts, startBuilds } from './start-builds.ts'
export { foreignText, storable } from './foreign-text.ts'
export { createRedactor, redactMargin } from './redact.ts'
export {
  type Artifact,
  type BuildId,
  type BuildReport,
  type BuildSteps,
  type BuildWork,
  type CompileInput,
  type CompileReport,
  type ModelCompiler,
  type ModelProblem,
  type WorkState,
  type RunningStep,
  workflowIdOf,
} from './types.ts'
export { type DeploymentVariables, readVariables } from './variables.ts'
