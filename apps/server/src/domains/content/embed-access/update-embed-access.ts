import type { Static, updateEmbedAccess as contract } from '@facet/contract'
import type { Context, Handler } from '#context'
import { dashboardNotPublished, findDashboardHead, setAllowEmbed } from '#domains/content/dashboards'
import { setGrant } from '#domains/content/grants'
import { holdTree, type ItemAccess, levels, requireItem, requireWorkspace } from '#domains/content/items'
import { audited, type AuditReference, type Touched, touchedIn } from '#kernel/audit'
import { Failure } from '#kernel/failure'
import { requireAudience } from './audience-queries.ts'
import { readEmbedAccess } from './embed-access-view.ts'

type Body = Static<(typeof contract)['body']>
type Kind = 'workbook' | 'dashboard' | 'embed_tenant' | 'deployment'
type Done = Touched<Kind>[]

/** One target with an action, `allowEmbed`, or both: anything else is half of a request. */
const requireComplete = ({ embedTenantName, allEmbedUsers, action, allowEmbed }: Body): void => {
  const targets = Number(embedTenantName != null) + Number(allEmbedUsers === true)
  const isTargeted = targets === 1 && action != null
  if (isTargeted || (targets === 0 && action == null && allowEmbed != null)) return
  throw new Failure(
    'embed_access_incomplete',
    'Send `embedTenantName` or `allEmbedUsers: true`, one of them, with `action` read or none; and, or alone, `allowEmbed`.',
  )
}

const changeAudience = async ({ db }: Context, access: ItemAccess<'workbook'>, body: Body): Promise<Done> => {
  const { embedTenantName, allEmbedUsers, action } = body
  if (embedTenantName == null && !allEmbedUsers) return []
  const audience = await requireAudience(db, access, embedTenantName)
  const did = await setGrant(db, { kind: 'workbook', id: access.itemId, access }, audience, action === 'read' ? levels.view : null)
  return [{ kind: 'workbook', id: access.itemId, did }]
}

const changeEmbedding = async ({ db }: Context, access: ItemAccess<'workbook'>, { allowEmbed }: Body): Promise<Done> => {
  if (allowEmbed == null) return []
  const dashboard = await findDashboardHead(db, access)
  if (!dashboard) throw dashboardNotPublished(access.itemId)
  const isChanged = dashboard.allow_embed !== allowEmbed
  if (isChanged) await setAllowEmbed(db, access, dashboard.id, allowEmbed)
  return [{ kind: 'dashboard', id: dashboard.id, did: isChanged ? 'updated' : 'unchanged' }]
}

export const updateEmbedAccess: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const workspace = await requireWorkspace(context, params.deploymentId)
  await holdTree(db, workspace)
  const access = await requireItem(context, workspace, 'workbook', params.workbookId, levels.full)
  requireComplete(body)
  const done = [...(await changeAudience(context, access, body)), ...(await changeEmbedding(context, access, body))]
  const references: AuditReference<Kind>[] = [
    ...(done.some(({ kind }) => kind === 'workbook') ? [] : [{ kind: 'workbook', id: access.itemId } as const]),
    ...(body.embedTenantName == null ? [] : [{ kind: 'embed_tenant', id: body.embedTenantName.toLowerCase() } as const]),
    { kind: 'deployment', id: access.deploymentId },
  ]
  return audited(await readEmbedAccess(db, access), touchedIn(done, ...references))
}
