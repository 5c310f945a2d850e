import type { deleteEmbedUserAttribute as contract } from '@facet/contract'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { Failure } from '#kernel/failure'
import { removeAttribute } from './embed-attribute-queries.ts'
import { lockEmbedTenant, requireEmbedTenant } from './require-embed-tenant.ts'

export const deleteEmbedUserAttribute: Handler<typeof contract> = async ({ params }, context) => {
  const access = await requireEmbedTenant(context, params.embedTenantName)
  await lockEmbedTenant(context.db, access)
  if (!(await removeAttribute(context.db, access, params.userAttributeId)))
    throw new Failure(
      'user_attribute_not_found',
      `Attribute ${params.userAttributeId} was not found in embed tenant "${access.embedTenantName}".`,
    )
  return audited(null, [
    { kind: 'user_attribute', id: params.userAttributeId, did: 'deleted' },
    { kind: 'embed_tenant', id: access.embedTenantName },
  ])
}
