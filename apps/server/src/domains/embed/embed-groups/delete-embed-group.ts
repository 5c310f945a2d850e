import type { deleteEmbedGroup as contract } from '@facet/contract'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { lockEmbedTenant, requireEmbedTenant } from '#domains/embed/embed-tenants'
import { endSessions } from '#access'
import { Failure } from '#kernel/failure'
import { getGroup, removeGroup } from './embed-group-queries.ts'

export const deleteEmbedGroup: Handler<typeof contract> = async ({ params }, context) => {
  const { db } = context
  const access = await requireEmbedTenant(context, params.embedTenantName)
  await lockEmbedTenant(db, access)
  const group = await getGroup(db, access, params.groupId)
  if (group.user_count > 0)
    throw new Failure(
      'group_has_members',
      `Group "${group.name}" still has ${group.user_count} members. Remove them first, then delete it.`,
    )
  await removeGroup(db, access, group.id)
  // Nobody is in it any more, but sessions minted while someone was still carry its name.
  await endSessions(db, access, 'group', [group.id])
  return audited(null, [
    { kind: 'group', id: group.id, did: 'deleted' },
    { kind: 'embed_tenant', id: access.embedTenantName },
  ])
}
