import { strangerIn } from './caller.ts'
import type { DeploymentAccess } from './proofs.ts'

/**
 * For what a node does by itself about a row that it found: no role and no key stands behind it. Not part of `#access`, where proofs follow
 * from checks: a module that may have it is named by the lint rule.
 */
export const accessOfNode = ({ tenantId, deploymentId }: { tenantId: number; deploymentId: number }): DeploymentAccess =>
  ({ tenantId, deploymentId, caller: strangerIn(tenantId) }) as DeploymentAccess
