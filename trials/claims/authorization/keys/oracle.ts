import type { DefaultRole, OperationId } from '@facet/contract'
import { type WhoMay, whoMay } from '@facet/contract/who-may'
import type { Call } from './call.ts'
import type { Credential, Pair } from './credentials.ts'
import type { Touches } from './touches.ts'

export type Verdict = 'allowed' | 'unauthenticated' | 'outside_key_scope' | 'forbidden' | 'hidden'

/** What is said about keys; a planted hole is one of them left out. */
export const sentences = [
  'a key that names deployments acts on no other',
  'a key that names embed tenants acts on no other',
  'a key that names deployments acts on nothing that is wider than those',
  'a key that names embed tenants acts on nothing that is wider than those',
  'tenantWide opens what is wider',
  'tenantWide opens no other session',
  'a scoped key sees no keys but its own',
  'presets and operations',
  'origins',
  'roles',
] as const
export type Sentence = (typeof sentences)[number]

/** Who may call each operation, by the second table of rights, and what is said about keys; a planted error is a changed copy. */
export type Rules = { operations: Record<OperationId, WhoMay>; sentences: ReadonlySet<Sentence> }

export const allRules: Rules = { operations: whoMay, sentences: new Set(sentences) }

const weakestFirst: DefaultRole[] = ['Viewer', 'Explorer', 'Developer', 'Admin']

/** A role may do what a weaker one may; null = whoever has a credential. */
const isEnough = (role: DefaultRole, weakest: DefaultRole): boolean => weakestFirst.indexOf(role) >= weakestFirst.indexOf(weakest)

const mayAnywhere = ({ owner }: Credential, weakest: DefaultRole): boolean => owner.grants.some(({ role }) => isEnough(role, weakest))
const mayInTenant = ({ owner }: Credential, weakest: DefaultRole): boolean =>
  owner.grants.some(({ role, deploymentIds }) => deploymentIds === null && isEnough(role, weakest))
const mayOn = ({ owner }: Credential, weakest: DefaultRole, id: number): boolean =>
  owner.grants.some(({ role, deploymentIds }) => (deploymentIds === null || deploymentIds.includes(id)) && isEnough(role, weakest))

const isInOperations = ({ scope }: Credential, id: OperationId, { presets }: WhoMay): boolean =>
  id === 'getCurrentUser' || ((!scope.operations || scope.operations.includes(id)) && (!scope.preset || presets.includes(scope.preset)))

/** One kind of thing: what is touched of it lies within what the key names of it. */
const isWithin = (
  touched: number | string,
  named: readonly (number | string)[] | null | undefined,
  { isWiderOpen, isHeld, isClosed }: { isWiderOpen: boolean; isHeld: boolean; isClosed: boolean },
): boolean => {
  if (!named || touched === 'some') return true
  if (touched === 'all') return !isClosed || isWiderOpen
  return !isHeld || named.includes(touched)
}

/** Every kind by itself: a call lies within a key's scope when no kind says otherwise. */
const isInScope = ({ sentences: said }: Rules, { scope }: Credential, touches: Touches): boolean => {
  const isSession = touches.isSession === true
  const isOpened = scope.tenantWide === true && said.has('tenantWide opens what is wider')
  const isWiderOpen = isOpened && !(isSession && said.has('tenantWide opens no other session'))
  return (
    isWithin(touches.deployment, scope.deploymentIds, {
      isWiderOpen,
      isHeld: said.has('a key that names deployments acts on no other'),
      isClosed: said.has('a key that names deployments acts on nothing that is wider than those'),
    }) &&
    isWithin(touches.embedTenant, scope.embedTenants, {
      isWiderOpen,
      isHeld: said.has('a key that names embed tenants acts on no other'),
      isClosed: said.has('a key that names embed tenants acts on nothing that is wider than those'),
    })
  )
}

const isScoped = ({ sentences: said }: Rules, { scope }: Credential): boolean =>
  said.has('a scoped key sees no keys but its own') && Boolean(scope.deploymentIds ?? scope.embedTenants) && scope.tenantWide !== true

const keyOf = (rules: Rules, credential: Credential, call: Call): Verdict => {
  if (call.holder === undefined) return 'allowed'
  if (isScoped(rules, credential)) return 'hidden'
  return call.holder === 'owner' || mayInTenant(credential, 'Admin') ? 'allowed' : 'hidden'
}

const onDeployment = (rules: Rules, credential: Credential, weakest: DefaultRole | null, id: number): Verdict => {
  if (!mayOn(credential, rules.operations.getDeployment.role ?? 'Viewer', id)) return 'hidden'
  return weakest === null || mayOn(credential, weakest, id) ? 'allowed' : 'forbidden'
}

/** What the body names is judged after the role, what the path names before it. */
const refusalOf = (credential: Credential, call: Call, weakest: DefaultRole | null): Verdict => {
  const isInBody = call.touches?.isSession === true && call.body !== undefined
  return isInBody && weakest !== null && !mayInTenant(credential, weakest) ? 'forbidden' : 'outside_key_scope'
}

/** Who may do what, worked out from the two tables and from nothing of the server. */
export const verdictOf = (rules: Rules, credential: Credential, call: Call, pair: Pair): Verdict => {
  const { scope, origin, expiresAt } = credential
  const { sentences: said } = rules
  const operation = rules.operations[call.operation]
  const weakest = said.has('roles') ? operation.role : null
  if (expiresAt && expiresAt.getTime() <= Date.now()) return 'unauthenticated'
  if (said.has('presets and operations') && !isInOperations(credential, call.operation, operation)) return 'outside_key_scope'
  if (said.has('origins') && scope.origins && origin !== null && !scope.origins.includes(origin)) return 'outside_key_scope'
  // Of what is named by an id, at first nothing is known but that there is such a thing.
  const { touches } = call
  const first: Touches | null = touches?.isById ? { ...touches, embedTenant: 'some' } : touches
  if (first && !isInScope(rules, credential, first)) return refusalOf(credential, call, weakest)
  const isSomewhere = call.deployment !== undefined || touches === null
  if (weakest !== null && !(isSomewhere ? mayAnywhere : mayInTenant)(credential, weakest)) return 'forbidden'
  if (touches && !isInScope(rules, credential, touches)) return 'hidden'
  return call.deployment ? onDeployment(rules, credential, weakest, pair[call.deployment]) : keyOf(rules, credential, call)
}
