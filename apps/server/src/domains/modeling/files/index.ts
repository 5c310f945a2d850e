/** The files of the data model: what may be where, and one commit for each save. */
export { requireCodeRight } from './code-files.ts'
export { filesIn } from './file-tree.ts'
export { findPathProblem, requirePath } from './path-rules.ts'
export { commitFiles, describeChanges, savedTargets } from './save-files.ts'
export { type FileOnDisk, planChanges } from './tree-changes.ts'
