import { strangerIn } from './caller.ts'
import type { DeploymentAccess } from './proofs.ts'

/** For what a node does by itself, or for somebody who is nobody to us: no role and no key stands behind it, only the row that was found. */
export const accessOfNode = ({ tenantId, deploymentId }: { tenantId: number; deploymentId: number }): DeploymentAccess =>
  ({ tenantId, deploymentId, caller: strangerIn(tenantId) }) as DeploymentAccess
