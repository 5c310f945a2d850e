import type { addUserGroupMembers as contract } from '@facet/contract'
import { extendCatalog, requireTenant, tenantWide } from '#access'
import type { Handler } from '#context'
import { audited } from '#kernel/audit'
import { Failure } from '#kernel/failure'
import { addMembers, lockPeople, personView, type PersonRow, requireGroup } from './member-queries.ts'

export const addUserGroupMembers: Handler<typeof contract> = async ({ params: { groupId }, body }, context) => {
  const { db } = context
  const access = requireTenant(context)
  // As for whoever adds to the catalog: a group is not deleted meanwhile.
  await extendCatalog(db, access, tenantWide)
  await requireGroup(db, access, groupId)
  const ids = [...new Set(body.userIds)]
  const people = new Map((await lockPeople(db, access, ids)).map((person) => [person.id, person]))
  const missing = ids.find((id) => !people.has(id))
  if (missing !== undefined)
    throw new Failure(
      'user_not_found',
      `User ${missing} was not found among the users and service accounts of this tenant. Nobody was added.`,
    )
  const added = new Set(
    await addMembers(
      db,
      access,
      groupId,
      ids.toSorted((a, b) => a - b),
    ),
  )
  const named: PersonRow[] = ids.flatMap((id) => people.get(id) ?? [])
  const answer = {
    addedMembers: named.filter(({ id }) => added.has(id)).map(personView),
    unchangedMembers: named.filter(({ id }) => !added.has(id)).map(personView),
  }
  return audited(answer, [
    { kind: 'group', id: groupId, did: added.size > 0 ? 'updated' : 'unchanged' },
    ...answer.addedMembers.map(({ kind, id }) => ({ kind, id, did: 'added' }) as const),
  ])
}
