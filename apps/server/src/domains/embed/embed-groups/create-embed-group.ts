import type { createEmbedGroup as contract } from '@facet/contract'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { extendEmbedTenant, requireEmbedTenant } from '#domains/embed/embed-tenants'
import { requireOwnGroupName } from '#domains/identity/groups'
import { getGroup, insertGroup } from './embed-group-queries.ts'
import { embedGroupView } from './embed-group-view.ts'

export const createEmbedGroup: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const access = await requireEmbedTenant(context, params.embedTenantName)
  requireOwnGroupName(body.name)
  await extendEmbedTenant(db, access)
  const namespace = body.namespace ?? 'tenantGroups'
  const id = await insertGroup(db, access, { name: body.name, description: body.description || null, namespace })
  return audited(embedGroupView(await getGroup(db, access, id)), [
    { kind: 'group', id, did: 'created' },
    { kind: 'embed_tenant', id: access.embedTenantName },
  ])
}
