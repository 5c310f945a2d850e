import type { deleteGroup as contract } from '@facet/contract'
import { endSessions, lockCatalog, requireTenant, tenantWide } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { Failure } from '#kernel/failure'
import { removeGroup } from './group-queries.ts'

export const deleteGroup: Handler<typeof contract> = async ({ params }, context) => {
  const { db } = context
  const access = requireTenant(context)
  await lockCatalog(db, access, tenantWide)
  if (!(await removeGroup(db, access, params.groupId)))
    throw new Failure('group_not_found', `Group ${params.groupId} was not found among the groups of the whole tenant.`)
  await endSessions(db, access, 'group', [params.groupId])
  return audited({ success: true }, [{ kind: 'group', id: params.groupId, did: 'deleted' }])
}
