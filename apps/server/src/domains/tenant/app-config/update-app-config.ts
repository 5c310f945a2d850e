import type { updateAppConfig as contract } from '@facet/contract'
import { requireTenant } from '#access'
import type { Handler } from '#context'
import { audited } from '#kernel/audit'
import { mergeConfig } from './app-config-queries.ts'
import { changeOf } from './app-config-rules.ts'

export const updateAppConfig: Handler<typeof contract> = async ({ body }, context) => {
  const access = requireTenant(context)
  const change = changeOf(body)
  const did = Object.keys(change).length > 0 ? 'updated' : 'unchanged'
  return audited(await mergeConfig(context.db, access, change), [{ kind: 'tenant', id: access.tenantId, did }])
}
