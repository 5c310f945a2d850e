/** Branches of the data model: shared ones, personal ones for dev mode, and which of them a call means. */
export {
  claimPulls,
  enterBranch,
  findDeployBranch,
  getModelSettings,
  insertBranch,
  leaveBranch,
  listSharedBranches,
  type ModelSettings,
  nameTaken,
  orBranchRemoved,
  removeBranchRow,
} from './branch-queries.ts'
export { authorOf, dropRefs, getHead, headRef, requireBranchName, requireDeployBranchRight } from './branch-rules.ts'
export {
  type Branch,
  type Choice,
  type Chosen,
  findChosen,
  orUnnamed,
  requireBranch,
  requireDevBranch,
  standingOn,
} from './choose-branch.ts'
export { createBranch, requireRoom } from './create-branch.ts'
export { deleteBranch } from './delete-branch.ts'
export { listBranches } from './list-branches.ts'
export { look } from './look.ts'
export { type ExpiryParts, removeExpiredBranches } from './remove-expired-branches.ts'
export { setBranchStagingEnvironment } from './set-branch-staging-environment.ts'
export { startDevMode } from './start-dev-mode.ts'
export { stopDevMode } from './stop-dev-mode.ts'
