import type { ServiceAccount } from '@facet/contract'
import type { AccountRow } from './service-account-queries.ts'

export const serviceAccountView = (row: AccountRow): ServiceAccount => ({
  id: row.id,
  name: row.name,
  roles: row.roles,
  createdAt: row.created_at.toISOString(),
})
