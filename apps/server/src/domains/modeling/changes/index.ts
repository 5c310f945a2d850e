/** Changes on their way between branches: committed to the parent, merged, pulled. */
export { commitChanges } from './commit-changes.ts'
export { mergeIntoParentBranch } from './merge-into-parent-branch.ts'
export { mergeToDefaultBranch } from './merge-to-default-branch.ts'
export { pull } from './pull.ts'
export { pullFromRemote } from './pull-from-remote.ts'
