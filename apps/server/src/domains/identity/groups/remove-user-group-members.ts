import type { removeUserGroupMembers as contract } from '@facet/contract'
import { endSessions, lockCatalog, requireTenant, tenantWide } from '#access'
import type { Handler } from '#context'
import { audited } from '#kernel/audit'
import { findPeople, removeMembers, requireGroup } from './member-queries.ts'

export const removeUserGroupMembers: Handler<typeof contract> = async ({ params: { groupId }, body }, context) => {
  const { db } = context
  const access = requireTenant(context)
  // No session is minted with the group while it is taken away.
  await lockCatalog(db, access, tenantWide)
  await requireGroup(db, access, groupId)
  const people = await findPeople(db, access, body.userIds)
  const removed = new Set(await removeMembers(db, access, groupId, body.userIds))
  await endSessions(db, access, 'user', [...removed])
  return audited(null, [
    { kind: 'group', id: groupId, did: removed.size > 0 ? 'updated' : 'unchanged' },
    ...people
      .filter(({ id }) => removed.has(id))
      .map(({ kind, id }) => ({ kind: kind as 'user' | 'service_account', id, did: 'removed' }) as const),
  ])
}
