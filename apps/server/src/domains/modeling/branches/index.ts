/** Branches of the data model: shared ones, personal ones for dev mode, and which of them a call means. */
export {
  claimPulls,
  enterBranch,
  findDeployBranch,
  getModelSettings,
  leaveBranch,
  listSharedBranches,
  type ModelSettings,
  orBranchRemoved,
  removeBranchRow,
} from './branch-queries.ts'
export { authorOf, dropRefs, getHead, requireBranchName, requireDeployBranchRight } from './branch-rules.ts'
export {
  type Branch,
  type Choice,
  type Chosen,
  findActive,
  findChosen,
  findNamed,
  orUnnamed,
  requireBranch,
  requireDevBranch,
  revalidateChoice,
} from './choose-branch.ts'
export { readWithAccess } from './read-with-access.ts'
export { type ExpiryParts, removeExpiredBranches } from './remove-expired-branches.ts'
