import { isWithin, outsideEmbedTenants } from '#access'
import type { WorkspaceAccess } from '#domains/content/items'
import { Failure } from '#kernel/failure'

type Asking = Pick<WorkspaceAccess, 'caller'>

/** The embed tenants that the caller's key names, by name; null where it names none and so is held to none. */
const embedTenantsOf = ({ caller }: Asking): readonly string[] | null => caller.reach.sessions.embedTenants

export const isOfKey = (access: Asking, embedTenantName: string | null): boolean => {
  const named = embedTenantsOf(access)
  return named === null || (embedTenantName !== null && isWithin(named, embedTenantName))
}

/** What was sent is quoted and not the name: whoever guesses an id learns none. */
export const requireOfKey = (access: Asking, embedTenantName: string, sent: number | string): void => {
  if (!isOfKey(access, embedTenantName)) throw outsideEmbedTenants(String(sent))
}

export const requireAllOfKey = (access: Asking): void => {
  if (embedTenantsOf(access) !== null)
    throw new Failure(
      'outside_key_scope',
      'This API key is scoped to embed tenants, and all embed users are more than those. Share with an embed tenant of the key, or use a key that names none.',
    )
}
