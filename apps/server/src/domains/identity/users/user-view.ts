import type { User } from '@facet/contract'
import type { UserRow } from './user-queries.ts'

export const userView = (row: UserRow): User => ({
  id: row.id,
  email: row.email ?? row.name,
  username: row.name,
  isAdmin: row.is_admin ?? false,
  notifications: row.notifications ?? {},
  firstName: row.first_name,
  title: row.title,
  picture: row.picture,
  externalId: row.external_id,
  defaultRoles: row.roles ?? [],
  isDeactivated: row.is_deactivated,
  lastLogin: row.last_login_at?.toISOString() ?? null,
  settings: row.settings,
  tosAccepted: row.tos_accepted,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
