import type { DefaultRole, OperationId } from '@facet/contract'
import { type WhoMay, whoMay } from '@facet/contract/who-may'
import type { Caller } from './callers.ts'
import type { Place, Target } from './targets.ts'

/** `hidden` is 404 for a resource that exists. `allowed` is every other outcome that is not a refusal of the caller. */
export type Verdict = 'unauthenticated' | 'forbidden' | 'outside_key_scope' | 'hidden' | 'allowed'

type KeyCaller = Extract<Caller, { kind: 'api_key' }>

const weakestFirst: DefaultRole[] = ['Viewer', 'Explorer', 'Developer', 'Admin']

const hasRole = ({ role }: KeyCaller, weakest: DefaultRole | null): boolean =>
  weakest === null || (role !== null && weakestFirst.indexOf(role) >= weakestFirst.indexOf(weakest))

const isOutside = (place: Place | null, isLimited: boolean): boolean => isLimited && place === 'beside'

/** What a key scope reaches. A scope of deployments excludes embed tenants as a whole, and the other way round. */
const reachOfScope = (scope: KeyCaller['scope']) => {
  const onDeployments = scope.onDeployments === true
  const onEmbedTenants = scope.onEmbedTenants === true
  const tenantWide = scope.tenantWide === true
  const isLimited = onDeployments || onEmbedTenants
  return {
    tenant: !isLimited || tenantWide,
    deployments: (place: Place | null) => (onEmbedTenants && !tenantWide ? false : !isOutside(place, onDeployments)),
    embedTenants: (place: Place | null) => (onDeployments && !tenantWide ? false : !isOutside(place, onEmbedTenants)),
    /** Sessions belong to one deployment and one embed tenant; `tenantWide` does not add any. A missing place stands for all. */
    sessions: ({ deployment, embedTenant }: Target) =>
      !(onDeployments && deployment !== 'own') && !(onEmbedTenants && embedTenant !== 'own'),
  }
}

const isInScope = (caller: KeyCaller, { reach }: WhoMay, target: Target): boolean => {
  const scope = reachOfScope(caller.scope)
  switch (reach) {
    case 'tenant':
      return scope.tenant
    case 'deployment':
      return scope.deployments(target.deployment)
    case 'embed_tenant':
      return scope.embedTenants(target.isHiddenById ? null : target.embedTenant)
    case 'session':
      return target.isHiddenById === true || (target.deployment === null && target.embedTenant === null) || scope.sessions(target)
    case 'caller':
      return target.deployment === null || target.isHiddenById === true || scope.deployments(target.deployment)
  }
}

const isHidden = (caller: KeyCaller, { reach }: WhoMay, target: Target): boolean => {
  const scope = reachOfScope(caller.scope)
  if (target.isKeyOfOther) return caller.role !== 'Admin' || caller.isOnOwnDeployments || !scope.tenant
  if (caller.isOnOwnDeployments && target.deployment === 'beside') return true
  if (!target.isHiddenById) return false
  if (reach === 'session') return !scope.sessions(target)
  return target.deployment === null ? !scope.embedTenants(target.embedTenant) : !scope.deployments(target.deployment)
}

const expectedOfKey = (caller: KeyCaller, id: OperationId, target: Target): Verdict => {
  const who = whoMay[id]
  const { operations: named, preset, origins } = caller.scope
  // A client calls getCurrentUser to find out whether its key works, so presets and lists of operations never exclude it.
  const isListed = id === 'getCurrentUser' || ((named?.includes(id) ?? true) && (!preset || who.presets.includes(preset)))
  const isFromOtherOrigin = origins?.includes(caller.origin ?? '') === false
  if (!isListed || isFromOtherOrigin) return 'outside_key_scope'
  if (!isInScope(caller, who, target)) return 'outside_key_scope'
  if (!hasRole(caller, who.role)) return 'forbidden'
  if (caller.isOnOwnDeployments && who.role !== null && who.reach !== 'deployment' && who.reach !== 'caller') return 'forbidden'
  return isHidden(caller, who, target) ? 'hidden' : 'allowed'
}

/** The expected outcome, derived from the hand-written table of permissions and never from the contract. */
export const expectedVerdict = (caller: Caller, id: OperationId, target: Target): Verdict => {
  const { credentials, action, reach } = whoMay[id]
  if (credentials.length === 0) return 'allowed'
  if (caller.kind === 'invalid') return 'unauthenticated'
  if (!credentials.includes(caller.kind)) return 'forbidden'
  if (caller.kind === 'api_key') return expectedOfKey(caller, id, target)
  if (reach === 'deployment' && target.deployment === 'beside') return 'forbidden'
  if (action !== null && !caller.actions.includes(action)) return 'forbidden'
  return target.deployment === 'beside' || target.isOfConsole ? 'hidden' : 'allowed'
}
