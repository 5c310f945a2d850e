import type { getEmbedGroup as contract } from '@facet/contract'
import type { Handler } from '#context'
import { requireEmbedTenant } from '#domains/embed/embed-tenants'
import { getGroup } from './embed-group-queries.ts'
import { embedGroupView } from './embed-group-view.ts'

export const getEmbedGroup: Handler<typeof contract> = async ({ params }, context) => {
  const access = await requireEmbedTenant(context, params.embedTenantName)
  return embedGroupView(await getGroup(context.db, access, params.groupId))
}
