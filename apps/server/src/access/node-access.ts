import { anonymousCaller } from './caller.ts'
import type { DeploymentAccess } from './proofs.ts'

/**
 * For what a node does by itself about a row that it found: it has no role and no key. Not part of `#access`, where proofs follow
 * from checks: a module that may have it is named by the lint rule.
 */
export const accessOfNode = ({ tenantId, deploymentId }: { tenantId: number; deploymentId: number }): DeploymentAccess =>
  ({ tenantId, deploymentId, caller: anonymousCaller(tenantId) }) as DeploymentAccess
