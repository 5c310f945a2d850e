import type { Action, ApiKeyScope, CredentialKind } from '@facet/contract'
import type { EmbedGrant } from './embed-grant.ts'
import { isWithin, type KeyReach, reachOf } from './reach.ts'

export type Grant = { role: string; actions: string[]; deploymentIds: number[] | null }

/** Who is calling, as one principal whatever the credential: nothing below asks what kind of login it was. */
export type Caller = {
  tenantId: number
  /** Null for who calls an operation that asks for no credential. */
  credentialKind: CredentialKind | null
  credentialId: number
  principalId: number
  principalKind: 'user' | 'service_account' | 'external_user'
  principalName: string
  grants: Grant[]
  /** As it was written; a new key is held to it. What it means for a call is `reach`. */
  scope: ApiKeyScope
  reach: KeyReach
  expiresAtMs: number | null
  /** When a kept caller ends, on the monotonic clock of this process: its wall clock may be wrong, or be put right meanwhile. */
  endsAtMs: number | null
  /** The session behind an embed token; nothing for other credentials. */
  embed?: EmbedGrant
}

/** Whom requests are counted with: the user of a frame, or a credential. An id that is no API key's says what it is of. */
export type CountedCaller = {
  tenantId: number
  credentialId: number | string
  embed?: Pick<EmbedGrant, 'userId' | 'isInternal'> & Partial<Pick<EmbedGrant, 'embedTenantId'>>
}

/** The one key that requests of a caller are counted and held under, whatever they were asked with. */
export const ownKeyOf = ({ embed, credentialId }: CountedCaller): number | string =>
  embed ? `${embed.isInternal ? 'internal' : 'external'} ${embed.userId}` : credentialId

/** The caller of an operation that asks for no credential: has no rights, so that every check refuses. */
export const anonymousCaller = (tenantId: number): Caller => ({
  tenantId,
  credentialKind: null,
  credentialId: 0,
  principalId: 0,
  principalKind: 'external_user',
  principalName: 'anyone',
  grants: [],
  scope: {},
  reach: reachOf({}),
  expiresAtMs: null,
  endsAtMs: null,
})

const grantHolds = (grant: Grant, action: Action): boolean =>
  grant.actions.includes('All') ||
  grant.actions.includes(action) ||
  (action.startsWith('Deployment') && grant.actions.includes('DeploymentsManage')) ||
  // Whoever may change the deploy branch may work on branches.
  (action === 'SchemaUpdateDevBranches' && grant.actions.includes('SchemaUpdate'))

export const mayInTenant = (caller: Caller, action: Action): boolean =>
  caller.grants.some((grant) => grant.deploymentIds === null && grantHolds(grant, action))

/** Whether any grant holds the action, over the tenant or over some deployment. */
export const mayAnywhere = (caller: Caller, action: Action): boolean => caller.grants.some((grant) => grantHolds(grant, action))

export const mayOnDeployment = (caller: Pick<Caller, 'grants'>, action: Action, deploymentId: number): boolean =>
  caller.grants.some((grant) => (grant.deploymentIds === null || grant.deploymentIds.includes(deploymentId)) && grantHolds(grant, action))

/** The deployments an action reaches: null = all of the tenant. The key's reach narrows what the roles allow. */
export const deploymentsReached = (caller: Caller, action: Action): readonly number[] | null => {
  const { deploymentIds } = caller.reach
  if (mayInTenant(caller, action)) return deploymentIds
  const granted = caller.grants.filter((grant) => grantHolds(grant, action)).flatMap((grant) => grant.deploymentIds ?? [])
  return [...new Set(granted)].filter((id) => isWithin(deploymentIds, id))
}

export const isAdministrator = (caller: Caller): boolean => mayInTenant(caller, 'All')
