import { type ApiKeyScope, type OperationShape, presetIncludes } from '@facet/contract'

/** Null = no limit. */
type Limit<T> = readonly T[] | null

/** How far a key reaches, worked out here from every dimension of its scope and nowhere else. */
export type KeyReach = {
  /** What belongs to no single deployment or embed tenant. */
  isTenantWide: boolean
  /** Deployments it may act on as a whole. */
  deploymentIds: Limit<number>
  /** Embed tenants it may act on as a whole. */
  embedTenants: Limit<string>
  /** Sessions it may mint, see and end: each of one deployment and one embed tenant, or none. */
  sessions: { deploymentIds: Limit<number>; embedTenants: Limit<string>; isExternalOnly: boolean }
  includes: (operation: OperationShape) => boolean
  origins: Limit<string>
}

// Clients call this one to learn whether a key works at all, so no scope takes it away.
const alwaysAllowed = 'getCurrentUser'

/**
 * Every dimension narrows, also together with another: what is done to a deployment is done to every embed tenant that looks at
 * it, so a key that names embed tenants acts on no deployment, and the other way round. Sessions belong to one of each.
 */
export const reachOf = (scope: ApiKeyScope): KeyReach => {
  const { deploymentIds = null, embedTenants = null, tenantWide, operations = null, preset, origins = null, ...unknown } = scope
  // A dimension that somebody adds gets its meaning here; of a newer build's, all that is known is that it narrows.
  unknown satisfies Record<string, never>
  const isUnderstood = Object.keys(unknown).length === 0
  const isTenantWide = tenantWide === true || (deploymentIds === null && embedTenants === null)
  return {
    isTenantWide,
    deploymentIds: isTenantWide || embedTenants === null ? deploymentIds : [],
    embedTenants: isTenantWide || deploymentIds === null ? embedTenants : [],
    sessions: { deploymentIds, embedTenants, isExternalOnly: preset === 'mint-only' || embedTenants !== null },
    includes: (operation) =>
      operation.id === alwaysAllowed ||
      (isUnderstood && (operations?.includes(operation.id) ?? true) && (preset ? presetIncludes(preset, operation) : true)),
    origins,
  }
}

export const isWithin = <T>(limit: Limit<T>, one: T): boolean => limit?.includes(one) ?? true

/** Whether sessions of this embed tenant are among the key's. Those of none are no key's that names embed tenants, whatever it calls them. */
export const reachesSessionsOf = ({ embedTenants }: KeyReach['sessions'], embedTenantName: string | null): boolean =>
  embedTenants === null || (embedTenantName !== null && embedTenants.includes(embedTenantName))

/** Whether a session of this deployment and embed tenant is among those the key may mint, see and end. */
export const reachesSession = ({ sessions }: KeyReach, deploymentId: number, embedTenantName: string | null): boolean =>
  isWithin(sessions.deploymentIds, deploymentId) && reachesSessionsOf(sessions, embedTenantName)

/** What of the path says whether the operation lies within the key's reach; the body says the rest, once it was read. */
export const reachesPath = (reach: KeyReach, operation: OperationShape, params: Record<string, string | undefined>): boolean => {
  switch (operation.reach) {
    case 'caller':
    case 'session':
      return true
    case 'tenant':
      return reach.isTenantWide
    case 'deployment':
      return isWithin(reach.deploymentIds, Number(params['deploymentId']))
    case 'embed_tenant': {
      const name = params['embedTenantName']
      // Where none is named, those of the key are meant; one that names deployments has none.
      return name === undefined
        ? reach.isTenantWide || reach.sessions.deploymentIds === null
        : isWithin(reach.embedTenants, name.toLowerCase())
    }
  }
}
