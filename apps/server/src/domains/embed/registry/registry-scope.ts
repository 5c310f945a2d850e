import type { TenantAccess } from '#access'
import { Failure } from '#failure'

type Scoped = Pick<TenantAccess, 'caller'>

/** Whether the key may know of sessions of this embed tenant: one that mints for certain ones knows of no other's. */
export const isInRegistryScope = ({ caller }: Scoped, embedTenantName: string | null): boolean =>
  !caller.scope.embedTenants || (embedTenantName !== null && caller.scope.embedTenants.includes(embedTenantName))

/** A subject is named with its embed tenant by such a key: a user, a deployment or a key may have sessions in others as well. */
export const requireRegistryScope = (access: Scoped, embedTenantName: string | null): void => {
  if (isInRegistryScope(access, embedTenantName)) return
  throw new Failure(
    'outside_key_scope',
    embedTenantName === null
      ? 'This API key is scoped to embed tenants. Name one of them in embedTenantName.'
      : `This API key is scoped to other embed tenants than "${embedTenantName}".`,
  )
}
