import type { deleteEmbedTenant as contract } from '@facet/contract'
import { endSessions, lockCatalog, requireEmbedTenants } from '#access'
import { audited, nothingTouched } from '#kernel/audit'
import type { Handler } from '#context'
import { embedTenantRemoved } from '#events/embed'
import { Failure } from '#kernel/failure'
import { publish } from '#outbox'
import { markRemoved } from './embed-tenant-queries.ts'
import { findEmbedTenantAccess } from './require-embed-tenant.ts'

export const deleteEmbedTenant: Handler<typeof contract> = async ({ params }, context) => {
  const { db } = context
  const { embedTenantName: name } = params
  requireEmbedTenants(context)
  if (name !== name.toLowerCase())
    throw new Failure(
      'embed_tenant_name_invalid',
      `"${name}" is not the exact name of an embed tenant: those are lowercase. Send "${name.toLowerCase()}" if that is the one to delete.`,
    )
  const access = await findEmbedTenantAccess(context, name)
  if (!access) return audited(null, nothingTouched)
  await lockCatalog(db, access, access.embedTenantId)
  if (!(await markRemoved(db, access))) return audited(null, nothingTouched)
  await endSessions(db, access, 'embed_tenant', [access.embedTenantId])
  await publish(db, access, embedTenantRemoved, { embedTenantId: access.embedTenantId })
  return audited(null, [{ kind: 'embed_tenant', id: name, did: 'deleted' }])
}
