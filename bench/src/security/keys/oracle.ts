import { type Action, defaultRoles, type OperationId, type OperationShape, operations, type Preset } from '@facet/contract'
import type { Call } from './calls.ts'
import type { Credential, Pair } from './credentials.ts'

export type Verdict = 'allowed' | 'unauthenticated' | 'outside_key_scope' | 'forbidden' | 'hidden'

/** What the contract says of each operation; a planted error is a changed copy. */
export type Rules = Record<OperationId, OperationShape>

export const contractRules: Rules = operations

const holds = (role: keyof typeof defaultRoles, action: Action): boolean => {
  const held: readonly Action[] = defaultRoles[role]
  return held.includes('All') || held.includes(action)
}

const isInPreset = (preset: Preset, operation: OperationShape): boolean =>
  preset === 'read-only'
    ? operation.method === 'GET' && operation.action !== 'SecretsManage'
    : (operation.presets?.includes(preset) ?? false)

const isInScope = ({ scope, origin }: Credential, operation: OperationShape): boolean => {
  if (scope.origins && origin !== null && !scope.origins.includes(origin)) return false
  if (operation.reach === 'tenant' && scope.deploymentIds && !scope.tenantWide) return false
  if (operation.id === 'getCurrentUser') return true
  if (scope.operations && !scope.operations.includes(operation.id)) return false
  return !scope.preset || isInPreset(scope.preset, operation)
}

const mayAnywhere = ({ owner }: Credential, action: Action): boolean => owner.grants.some(({ role }) => holds(role, action))
const mayInTenant = ({ owner }: Credential, action: Action): boolean =>
  owner.grants.some(({ role, deploymentIds }) => deploymentIds === null && holds(role, action))
const mayOn = ({ owner }: Credential, action: Action, id: number): boolean =>
  owner.grants.some(({ role, deploymentIds }) => (deploymentIds === null || deploymentIds.includes(id)) && holds(role, action))

/** Sees every key of the tenant: an administrator whose key reaches the whole of it. */
export const isKeyAdministrator = (credential: Credential): boolean =>
  mayInTenant(credential, 'All') && (!credential.scope.deploymentIds || credential.scope.tenantWide === true)

const onDeployment = (credential: Credential, action: Action | null, id: number): Verdict => {
  if (credential.scope.deploymentIds && !credential.scope.deploymentIds.includes(id)) return 'outside_key_scope'
  if (!mayOn(credential, 'DeploymentRead', id)) return 'hidden'
  return action === null || mayOn(credential, action, id) ? 'allowed' : 'forbidden'
}

/** Who may do what, worked out from the contract's words and from nothing of the server. */
export const verdictOf = (rules: Rules, credential: Credential, call: Call, pair: Pair): Verdict => {
  const operation = rules[call.operation]
  if (credential.expiresAt && credential.expiresAt.getTime() <= Date.now()) return 'unauthenticated'
  if (!isInScope(credential, operation)) return 'outside_key_scope'
  if (call.deployment) return onDeployment(credential, operation.action, pair[call.deployment])
  if (call.holder && call.holder !== 'owner') return isKeyAdministrator(credential) ? 'allowed' : 'hidden'
  if (operation.action === null) return 'allowed'
  const isAllowed = operation.reach === 'tenant' ? mayInTenant(credential, operation.action) : mayAnywhere(credential, operation.action)
  if (!isAllowed) return 'forbidden'
  const { embedTenants } = credential.scope
  return call.embedTenant && embedTenants && !embedTenants.includes(call.embedTenant) ? 'outside_key_scope' : 'allowed'
}
