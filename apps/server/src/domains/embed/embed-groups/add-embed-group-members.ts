import type { addEmbedGroupMembers as contract } from '@facet/contract'
import { audited } from '#kernel/audit'
import type { Context, Handler } from '#context'
import {
  countExternalUsers,
  type EmbedTenantAccess,
  embedUserView,
  lockEmbedTenant,
  requireEmbedTenant,
} from '#domains/embed/embed-tenants'
import { getSettings } from '#domains/tenant/settings'
import { Failure } from '#kernel/failure'
import { getGroup } from './embed-group-queries.ts'
import { addToGroup, insertMembers, lockUsers } from './member-queries.ts'
import { directoryOf, type NamedMember, requireMembers } from './member-rules.ts'

/** The external ids that stand for nobody yet. An id that does is no way to make a user. */
const newExternalIds = (named: NamedMember[], find: (member: NamedMember) => object | undefined): string[] => {
  const unknown = named.filter((member) => find(member) === undefined)
  const missing = unknown.find((member) => 'embedUserId' in member)
  if (missing && 'embedUserId' in missing)
    throw new Failure('embed_user_not_found', `User ${missing.embedUserId} was not found in this embed tenant. Nobody was added.`)
  return [...new Set(unknown.flatMap((member) => ('externalId' in member ? [member.externalId] : [])))]
}

const requireRoom = async (context: Context, access: EmbedTenantAccess, newUsers: number): Promise<void> => {
  if (newUsers === 0) return
  const { externalUserLimit } = await getSettings(context.db, access)
  const users = await countExternalUsers(context.db, access)
  if (users + newUsers > externalUserLimit)
    throw new Failure(
      'external_user_limit',
      `This would add ${newUsers} external users to the existing ${users}; the tenant's limit is ${externalUserLimit}. Nobody was added.`,
    )
}

export const addEmbedGroupMembers: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const access = await requireEmbedTenant(context, params.embedTenantName)
  const named = requireMembers(body.members)
  await lockEmbedTenant(db, access)
  const group = await getGroup(db, access, params.groupId)
  const known = await lockUsers(db, access, group, named)
  const newIds = newExternalIds(named, directoryOf(known))
  await requireRoom(context, access, newIds.length)
  const made = await insertMembers(db, access, group, newIds)
  const joining = known.filter((user) => !user.is_member).map((user) => user.id)
  await addToGroup(db, access, group, joining)

  const find = directoryOf([...known, ...made])
  const users = [...new Set(named.flatMap((member) => find(member) ?? []))]
  const answer = {
    addedMembers: users.filter((user) => !user.is_member).map(embedUserView),
    unchangedMembers: users.filter((user) => user.is_member).map(embedUserView),
  }
  return audited(answer, [
    { kind: 'group', id: group.id, did: answer.addedMembers.length > 0 ? 'updated' : 'unchanged' },
    ...made.map(({ id }) => ({ kind: 'external_user', id, did: 'created' }) as const),
    ...joining.map((id) => ({ kind: 'external_user', id, did: 'added' }) as const),
    { kind: 'embed_tenant', id: access.embedTenantName },
  ])
}
