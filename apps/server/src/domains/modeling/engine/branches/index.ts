/** Branches as rows and refs, below the question of who asks. */
export { branchExpiry, insertBranch, nameTaken, type NewBranch } from './branch-queries.ts'
export { findNameInTheWay, headRef } from './branch-rules.ts'
export { maxBranches, requireRoom } from './require-room.ts'
