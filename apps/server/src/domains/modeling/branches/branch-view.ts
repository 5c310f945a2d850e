import type { BranchResponse } from '@facet/contract'
import { headRef, type RepositoryState } from '#engine/modeling'
import type { Branch } from './choose-branch.ts'

export const branchView = (branch: Branch, state: RepositoryState): BranchResponse => ({
  id: branch.id,
  name: branch.name,
  parentBranch: branch.parentName,
  lastHash: state.refs[headRef(branch)] ?? null,
  isStagingEnvironmentEnabled: branch.isStaging,
  kind: branch.kind,
  expiresAt: branch.expiresAt?.toISOString() ?? null,
})
