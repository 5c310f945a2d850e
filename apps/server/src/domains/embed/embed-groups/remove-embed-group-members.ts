import type { removeEmbedGroupMembers as contract } from '@facet/contract'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { lockEmbedTenant, requireEmbedTenant } from '#domains/embed/embed-tenants'
import { endSessions } from '#access'
import { getGroup } from './embed-group-queries.ts'
import { lockUsers, removeFromGroup } from './member-queries.ts'
import { requireMembers } from './member-rules.ts'

export const removeEmbedGroupMembers: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const access = await requireEmbedTenant(context, params.embedTenantName)
  const named = requireMembers(body.members)
  await lockEmbedTenant(db, access)
  const group = await getGroup(db, access, params.groupId)
  const users = await lockUsers(db, access, group, named)
  const leaving = users.filter((user) => user.is_member).map((user) => user.id)
  await removeFromGroup(db, access, group, leaving)
  await endSessions(db, access, 'user', leaving)
  return audited(null, [
    { kind: 'group', id: group.id, did: leaving.length > 0 ? 'updated' : 'unchanged' },
    ...leaving.map((id) => ({ kind: 'external_user', id, did: 'removed' }) as const),
    { kind: 'embed_tenant', id: access.embedTenantName },
  ])
}
