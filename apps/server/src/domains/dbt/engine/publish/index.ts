/** What a sync made becomes a commit: planned against the branch, without secrets, compiled, once per run, and told by what it means. */
export { generatedBranchName } from './branch-name.ts'
export { describeCommit, type DescribedChange, type DiffFormat, type SemanticDiff } from './describe-change.ts'
export type { ExtendedCube } from './extended-cubes.ts'
export type { PublishedProblem, SourceModel } from './model-problems.ts'
export { type PublishCode, PublishProblem } from './publish-problem.ts'
export { createPublisher } from './publisher.ts'
export { requireWritable } from './publish-target.ts'
export { secretsAmong } from './secret-finder.ts'
export { redactReport, requireNoSecrets, showsSecret } from './secret-scan.ts'
export type {
  Previewed,
  Published,
  Publisher,
  PublishParts,
  PublishPlan,
  PublishRun,
  PublishStep,
  PublishTarget,
} from './types.ts'
