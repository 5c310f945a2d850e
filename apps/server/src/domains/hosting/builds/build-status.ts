import type { buildStatus as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { findBranchState, findNewestBuild, getDeployBranchName } from './build-status-queries.ts'
import { statusOfBranch, statusOfBuild } from './build-status-rules.ts'

export const buildStatus: Handler<typeof contract> = async ({ params, query }, context) => {
  const { db } = context
  const access = await requireDeployment(context, params.deploymentId)
  const deployBranch = await getDeployBranchName(db, access)
  const branch = await findBranchState(db, access, query.branchName?.trim() || null, deployBranch)
  const echoed = { deploymentId: access.deploymentId, branchName: branch.name }
  if (branch.name === deployBranch) return { ...echoed, ...statusOfBuild(await findNewestBuild(db, access)) }
  return { ...echoed, ...statusOfBranch(branch) }
}
