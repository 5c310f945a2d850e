/** What a sync made, before it becomes a commit: where it goes, what it does to the branch, and what it must not hold. */
export { generatedBranchName } from './branch-name.ts'
export { type ExtendedCube, findExtended } from './extended-cubes.ts'
export type { PublishedProblem, SourceModel } from './model-problems.ts'
export { type PublishCode, PublishProblem } from './publish-problem.ts'
export { planTree, type TreePlan } from './plan-tree.ts'
export { requireNoSecrets, secretsAmong } from './secret-scan.ts'
