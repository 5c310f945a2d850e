/** Who may do what: credentials to callers, and checks that return the proofs queries demand. */
export {
  anonymousCaller,
  type Caller,
  type CountedCaller,
  deploymentsReached,
  type Grant,
  isAdministrator,
  mayInTenant,
  mayOnDeployment,
  ownKeyOf,
} from './caller.ts'
export { type Admission, createAdmission } from './admission.ts'
export { type AuditRecord, writeAudit } from './audit-trail.ts'
export { apiKeyPrefix, createCredentials, hashOfSecret, newApiKeySecret } from './credentials.ts'
export { apiSecretVariable, createDataTargets, type DataTarget, variablePlaceOf } from './data-targets.ts'
export {
  createDataTokens,
  type DataCaller,
  dataTokenPlace,
  findDataCaller,
  isDataToken,
  newDataToken,
  type TokenOwner,
} from './data-tokens.ts'
export { createDeploymentTokens, type DeploymentToken, deploymentTokenKey } from './deployment-tokens.ts'
export {
  createEmbedTokens,
  embeddingDisabled,
  grantRefusals,
  signEmbedToken,
  type TokenClaims,
  tokenExpired,
} from './embed-tokens.ts'
export type { EmbedGrant, EmbedIdentity } from './embed-grant.ts'
export { endSession, endSessions, extendCatalog, lockCatalog, type RevokedKind, tenantWide } from './end-sessions.ts'
export { createGuardedCache, type GuardedCache } from './guarded-cache.ts'
export { requireMayCall } from './may-call.ts'
export { createOpenAnswers, type OpenAnswer, type OpenAnswers } from './open-answers.ts'
export { outsideEmbedTenants } from './outside-scope.ts'
export {
  type AccessContext,
  type CallerAccess,
  type DeploymentAccess,
  deploymentNotFound,
  type DeploymentsAccess,
  type EmbedTenantsAccess,
  type InTenant,
  refused,
  requireCaller,
  requireDeployment,
  requireDeployments,
  requireEmbedTenants,
  requireSessions,
  requireTenant,
  type SessionsAccess,
  type TenantAccess,
} from './proofs.ts'
export { isWithin, type KeyReach, reachesSession, reachesSessionsOf, reachOf } from './reach.ts'
export { type Revocations, watchRevocations } from './revocations.ts'
export { contextLimits, type ContextProblem, contextProblems, requireSafeContext } from './security-context-rules.ts'
export { createSigningKeys, type PublicJwk, rotateSigningKey, type SigningKeys } from './signing-keys.ts'
export { createTenants, type Tenant } from './tenants.ts'
export { requireWebhook } from './webhooks.ts'
