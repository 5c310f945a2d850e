import type { EmbedAccess } from '@facet/contract'
import type { Db } from '#db'
import { findDashboardHead } from '#domains/content/dashboards'
import type { ItemAccess } from '#domains/content/items'
import { isSharedWithAll, listEmbedTenantsShown } from './audience-queries.ts'

/** Groups of the platform have no rows: that of an embed tenant goes by its id, that of all embed users by the tenant's. */
export const readEmbedAccess = async (db: Db, access: ItemAccess<'workbook'>): Promise<EmbedAccess> => {
  const enabled = await isSharedWithAll(db, access)
  const tenants = await listEmbedTenantsShown(db, access)
  return {
    allowEmbed: (await findDashboardHead(db, access))?.allow_embed ?? false,
    allEmbedUsers: { enabled, action: enabled ? 'read' : 'none', groupId: access.tenantId },
    tenants: tenants.map(({ id, name }) => ({ embedTenantName: name, groupId: id, action: 'read' })),
  }
}
