import type { ApiKeyScope, FailureCode, OperationId } from '@facet/contract'
import { whoMay } from '@facet/contract/who-may'
import type { Fixture, SessionRequest } from './requests.ts'

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
  'embed tenants have external users',
  'presets and operations',
  'embed tokens are refused',
  'what is refused to everyone',
] as const
export type Sentence = (typeof sentences)[number]
export type Rules = ReadonlySet<Sentence>
export const allRules: Rules = new Set(sentences)

const isInScope = ({ preset, operations: named }: ApiKeyScope, id: OperationId): boolean =>
  (!named || named.includes(id)) && (!preset || whoMay[id].presets.includes(preset))

/** What holds for an operation before the request is looked at. */
export const mayCall = (rules: Rules, asker: Asker, id: OperationId): Expected => {
  const { credentials, role } = whoMay[id]
  if (asker.kind === 'nobody') return 'unauthenticated'
  const takes = credentials.includes(asker.kind === 'embed' ? 'embed' : 'api_key')
  if (!takes) return asker.kind === 'key' || rules.has('embed tokens are refused') ? 'forbidden' : 'allowed'
  if (rules.has('presets and operations') && !isInScope(asker.scope, id)) return 'outside_key_scope'
  if (role === 'Admin' && !asker.isAdministrator && rules.has('administrators only')) return 'forbidden'
  return 'allowed'
}

/** `all`: sessions of every deployment, or of every embed tenant. */
type Place = { deploymentId: number | 'all'; embedTenantName: string | null }

/** Whether sessions of this deployment and embed tenant, or all of one, are among those the key may have to do with. */
export const isReached = (rules: Rules, { scope }: Asker, { deploymentId, embedTenantName }: Place): boolean => {
  const deployments: readonly (number | string)[] | null | undefined = rules.has('scoped to deployments') ? scope.deploymentIds : null
  const embedTenants = rules.has('scoped to embed tenants') ? scope.embedTenants : null
  return (!deployments || deployments.includes(deploymentId)) && (!embedTenants || embedTenants.includes(embedTenantName ?? ''))
}

/** Whether a request mints, worked out from the contract's words: the description of generateSession and of a key's scope. */
export const mayMint = (rules: Rules, asker: Asker, request: SessionRequest, ground: Fixture, id: OperationId): Expected => {
  const called = mayCall(rules, asker, id)
  if (called !== 'allowed') return called
  const { embedTenants, preset } = asker.scope
  const place = { deploymentId: ground[request.deployment], embedTenantName: request.embedTenantName }
  if (!isReached(rules, asker, place)) return 'outside_key_scope'
  if (rules.has('mint-only is for external users') && preset === 'mint-only' && request.isInternal) return 'outside_key_scope'
  if (rules.has('embed tenants have external users') && embedTenants && request.isInternal) return 'outside_key_scope'
  return rules.has('what is refused to everyone') ? (request.problem ?? 'allowed') : 'allowed'
}
