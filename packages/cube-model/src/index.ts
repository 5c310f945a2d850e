/** What Cube data models say, and what a change of one means: pure functions over files. */
export type { BreakReason, BrokenMember, BrokenMembers } from './broken-members.ts'
export { isWidening } from './change.ts'
export {
  type ComparisonStep,
  createComparisons,
  type DiffHead,
  type Finished,
  type ComparisonDropped,
  type ModelFile,
  type Opened,
  type ComparisonOutput,
  type DescribedOutput,
  type Judgement,
} from './comparisons.ts'
export { diffMarkdown } from './diff-markdown.ts'
export { diffModelFiles, diffModels } from './diff-models.ts'
export { diffSarif, type Sarif, type SarifOptions } from './diff-sarif.ts'
export { modelLimits } from './limits.ts'
export type { Entity, Model, Opaque, Part, Policy } from './model.ts'
export { kindOfPath, readModel, type SourceFile } from './read-model.ts'
