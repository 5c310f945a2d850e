/** Who may do what: credentials to callers, and checks that return the proofs queries demand. */
export {
  type Caller,
  deploymentsReached,
  type Grant,
  isAdministrator,
  isInDeploymentScope,
  isInOperationScope,
  mayInTenant,
  mayOnDeployment,
  reachesTenant,
} from './caller.ts'
export { apiKeyPrefix, createCredentials, hashOfSecret, newApiKeySecret } from './credentials.ts'
export { createGuardedCache, type GuardedCache } from './guarded-cache.ts'
export {
  type DeploymentAccess,
  type DeploymentsAccess,
  requireDeployment,
  requireDeployments,
  requireTenant,
  type TenantAccess,
} from './proofs.ts'
export { type Revocations, watchRevocations } from './revocations.ts'
export { createTenants, type Tenant } from './tenants.ts'
