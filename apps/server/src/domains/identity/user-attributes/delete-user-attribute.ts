import type { deleteUserAttribute as contract } from '@facet/contract'
import { lockCatalog, requireTenant, tenantWide } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { attributeNotFound, removeAttribute } from './user-attribute-queries.ts'

export const deleteUserAttribute: Handler<typeof contract> = async ({ params }, context) => {
  const { db } = context
  const access = requireTenant(context)
  await lockCatalog(db, access, tenantWide)
  if (!(await removeAttribute(db, access, params.userAttributeId))) throw attributeNotFound(params.userAttributeId)
  return audited({ success: true }, [{ kind: 'user_attribute', id: params.userAttributeId, did: 'deleted' }])
}
