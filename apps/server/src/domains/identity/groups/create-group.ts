import type { createGroup as contract } from '@facet/contract'
import { requireTenant } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { insertGroup } from './group-queries.ts'
import { requireOwnGroupName } from './group-rules.ts'
import { groupView } from './group-view.ts'

export const createGroup: Handler<typeof contract> = async ({ body }, context) => {
  const access = requireTenant(context)
  requireOwnGroupName(body.name)
  const { name, description = null } = body
  const group = await insertGroup(context.db, access, { embedTenantId: null, namespace: 'groups', name, description })
  return audited(groupView(group), [{ kind: 'group', id: group.id, did: 'created' }])
}
