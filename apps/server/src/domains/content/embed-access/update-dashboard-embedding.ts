import type { updateDashboardEmbedding as contract } from '@facet/contract'
import { requireDeployments } from '#access'
import type { Handler } from '#context'
import { setAllowEmbed } from '#domains/content/dashboards'
import { consoleWorkspace } from '#domains/content/items'
import { audited } from '#kernel/audit'
import { dashboardNotFound, getEmbedded } from './embedded-queries.ts'

export const updateDashboardEmbedding: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const access = requireDeployments(context)
  const found = await getEmbedded(db, access, params.dashboardPublicId)
  // What creators make is theirs, administrators of the console included.
  if (found.embed_tenant_id !== consoleWorkspace) throw dashboardNotFound(params.dashboardPublicId)
  const { allowEmbed } = body
  const isChanged = allowEmbed !== found.allow_embed
  if (isChanged) await setAllowEmbed(db, access, found.id, allowEmbed)
  return audited({ publicId: found.public_id, allowEmbed }, [
    { kind: 'dashboard', id: found.id, did: isChanged ? 'updated' : 'unchanged' },
    { kind: 'workbook', id: found.workbook_id },
    { kind: 'deployment', id: found.deployment_id },
  ])
}
