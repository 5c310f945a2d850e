import { type DeploymentAccess, requireDeployment, requireDeployments } from '#access'
import type { ReadingContext } from '#context'
import type { Db } from '#db'
import { Failure } from '#kernel/failure'
import { listFirstDeployments } from './meta-queries.ts'

/** The deployment that is named, or the only one there is for this caller. */
export const chooseDeployment = async (
  { caller, operation }: Pick<ReadingContext, 'caller' | 'operation'>,
  db: Db,
  named: number | null,
): Promise<DeploymentAccess> => {
  const context = { caller, operation, db }
  if (named !== null) return requireDeployment(context, named)
  const [first, second] = await listFirstDeployments(db, requireDeployments(context))
  if (first === undefined) throw new Failure('deployment_not_found', 'There is no deployment that you may see.')
  if (second !== undefined)
    throw new Failure('deployment_required', 'You may see several deployments. Name one as deploymentId; the deployments list shows them.')
  return requireDeployment(context, first)
}
