import type { updateEmbedGroup as contract } from '@facet/contract'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { extendEmbedTenant, requireEmbedTenant } from '#domains/embed/embed-tenants'
import { getGroup, setDescription } from './embed-group-queries.ts'
import { embedGroupView } from './embed-group-view.ts'

export const updateEmbedGroup: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const access = await requireEmbedTenant(context, params.embedTenantName)
  await extendEmbedTenant(db, access)
  const group = await getGroup(db, access, params.groupId)
  const description = body.description == null ? group.description : body.description || null
  const isChanged = description !== group.description
  if (isChanged) await setDescription(db, access, group.id, description)
  return audited(embedGroupView({ ...group, description }), [
    { kind: 'group', id: group.id, did: isChanged ? 'updated' : 'unchanged' },
    { kind: 'embed_tenant', id: access.embedTenantName },
  ])
}
