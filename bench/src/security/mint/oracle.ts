import { type ApiKeyScope, type FailureCode, type OperationId, type OperationShape, operations } from '@facet/contract'
import type { Ground, SessionRequest } from './requests.ts'

/** Who asks, as the oracle sees it. */
export type Asker = {
  label: string
  secret: string
  keyId: number
  kind: 'key' | 'embed' | 'nobody'
  /** Administrator of the whole tenant, not of some deployments of it. */
  isAdministrator: boolean
  scope: ApiKeyScope
}

export type Expected = 'allowed' | FailureCode

/** Sentences of the contract; a hole is one of them left out. */
export const sentences = [
  'administrators only',
  'scoped to deployments',
  'scoped to embed tenants',
  'mint-only is for external users',
  'presets and operations',
  'embed tokens are refused',
  'what is refused to everyone',
] as const
export type Sentence = (typeof sentences)[number]
export type Rules = ReadonlySet<Sentence>
export const allRules: Rules = new Set(sentences)

const isInScope = ({ preset, operations: named, deploymentIds, tenantWide }: ApiKeyScope, operation: OperationShape): boolean => {
  if (named && !named.includes(operation.id)) return false
  if (operation.reach === 'tenant' && deploymentIds && !tenantWide) return false
  if (!preset) return true
  return preset === 'read-only' ? operation.method === 'GET' : (operation.presets ?? []).includes(preset)
}

/** What holds for an operation before the request is looked at. */
export const mayCall = (rules: Rules, asker: Asker, id: OperationId): Expected => {
  const operation: OperationShape = operations[id]
  if (asker.kind === 'nobody') return 'unauthenticated'
  const takes = operation.credentials.includes(asker.kind === 'embed' ? 'embed' : 'api_key')
  if (!takes) return asker.kind === 'key' || rules.has('embed tokens are refused') ? 'forbidden' : 'allowed'
  if (rules.has('presets and operations') && !isInScope(asker.scope, operation)) return 'outside_key_scope'
  if (operation.action === 'All' && !asker.isAdministrator && rules.has('administrators only')) return 'forbidden'
  return 'allowed'
}

/** Whether a request mints, worked out from the contract's words: the description of generateSession and of a key's scope. */
export const mayMint = (rules: Rules, asker: Asker, request: SessionRequest, ground: Ground, id: OperationId): Expected => {
  const called = mayCall(rules, asker, id)
  if (called !== 'allowed') return called
  const { deploymentIds, embedTenants, preset } = asker.scope
  if (rules.has('scoped to deployments') && deploymentIds && !deploymentIds.includes(ground[request.deployment])) return 'outside_key_scope'
  if (rules.has('scoped to embed tenants') && embedTenants && !embedTenants.includes(request.embedTenantName ?? ''))
    return 'outside_key_scope'
  if (rules.has('mint-only is for external users') && preset === 'mint-only' && request.isInternal) return 'outside_key_scope'
  return rules.has('what is refused to everyone') ? (request.problem ?? 'allowed') : 'allowed'
}
