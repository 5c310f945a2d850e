import type { BranchRow } from './publish-queries.ts'
import { PublishProblem } from './publish-problem.ts'

/** Whether a run may write to a branch. `row` is undefined for one that is not there yet. */
export const requireWritable = (
  { branchName, principalId }: { branchName: string; principalId: number | null },
  row: BranchRow | undefined,
  deployBranch: string,
): void => {
  if (branchName === deployBranch)
    throw new PublishProblem(
      'branch_not_writable',
      `"${branchName}" is the deploy branch: what dbt says is reviewed before it is served. Name another branch, and merge it.`,
    )
  if (row?.kind === 'dev' && row.principal_id !== principalId)
    throw new PublishProblem('branch_not_writable', `The branch "${branchName}" is a personal branch of somebody else. Name another.`)
  if (row?.is_expired)
    throw new PublishProblem('branch_expired', `The branch "${branchName}" has expired: its time to live is over. Name another.`)
}
