/** What Cube data models say, and what a change of one means: pure functions over files. */
export { createModelCache, type ModelCache } from './cache.ts'
export { isWidening } from './change.ts'
export { diffMarkdown } from './diff-markdown.ts'
export { diffModelFiles, diffModels } from './diff-models.ts'
export { diffSarif, type Sarif, type SarifOptions } from './diff-sarif.ts'
export type { Entity, Model, Opaque, Part, Policy } from './model.ts'
export { kindOfPath, readModel, type SourceFile } from './read-model.ts'
export { starterFiles } from './starter/index.ts'
