import type { getCurrentUser as contract } from '@facet/contract'
import { isAdministrator, requireTenant } from '#access'
import type { Handler } from '#context'
import { getOwnPrincipal } from './user-queries.ts'

export const getCurrentUser: Handler<typeof contract> = async (_, context) => {
  const { caller, db } = context
  const row = await getOwnPrincipal(db, requireTenant(context))
  return {
    id: row.id,
    email: row.email ?? row.name,
    username: row.name,
    isAdmin: isAdministrator(caller),
    notifications: {},
    firstName: row.first_name,
    title: row.title,
    picture: row.picture,
    externalId: row.external_id,
    defaultRoles: [...new Set(caller.grants.map((grant) => grant.role))],
    isDeactivated: row.is_deactivated,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
