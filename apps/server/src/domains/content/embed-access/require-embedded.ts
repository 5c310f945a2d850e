import { mayOnDeployment, requireDeployments } from '#access'
import type { Context } from '#context'
import { type DashboardRow, findDashboard } from '#domains/content/dashboards'
import {
  asAnyEmbedUser,
  consoleWorkspace,
  findLevels,
  isCreator,
  levels,
  requireViewedWorkspace,
  requireWorkspace,
  type WorkspaceAccess,
} from '#domains/content/items'
import type { Db } from '#db'
import { Failure } from '#kernel/failure'
import { dashboardNotFound, type EmbeddedRow, getEmbedded, isGrantedAlone } from './embedded-queries.ts'

/** The workspace that the dashboard is looked for in: the console's, or that of the creators whose it is. */
const workspaceOf = async (context: Context, { embed_tenant_id, deployment_id, public_id }: EmbeddedRow): Promise<WorkspaceAccess> => {
  if (!mayOnDeployment(context.caller, 'DeploymentRead', deployment_id)) throw dashboardNotFound(public_id)
  if (embed_tenant_id === consoleWorkspace) return requireViewedWorkspace(context, deployment_id)
  if (!isCreator(context.caller) || context.caller.embed?.embedTenantId !== embed_tenant_id) throw dashboardNotFound(public_id)
  return requireWorkspace(context, deployment_id)
}

const isSeen = async (db: Db, workspace: WorkspaceAccess, workbookId: number): Promise<boolean> =>
  ((await findLevels(db, workspace, [workbookId])).get(workbookId)?.level ?? levels.none) > levels.none

export type Embedded = { dashboard: DashboardRow; workspace: WorkspaceAccess; isFromSharedWorkspace: boolean }

type Seen = { found: EmbeddedRow; workspace: WorkspaceAccess }

/** A published dashboard that the caller may look at. Who may not see it does not find it; who may, and not in a frame, is told so. What it shows is not read. */
export const requireSeen = async (context: Context, publicId: string): Promise<Seen> => {
  const { db, caller } = context
  const found = await getEmbedded(db, requireDeployments(context), publicId)
  const workspace = await workspaceOf(context, found)
  const isVisible = (await isSeen(db, workspace, found.workbook_id)) || (await isGrantedAlone(db, workspace, found.id))
  if (!isVisible) throw dashboardNotFound(publicId)
  const needsPermission = caller.embed && !found.allow_embed && !isCreator(caller)
  if (needsPermission && !(await isSeen(db, asAnyEmbedUser(workspace), found.workbook_id)))
    throw new Failure(
      'embedding_not_allowed',
      `Embedding is not allowed for dashboard "${publicId}". An editor publishes it with \`allowEmbed: true\`, or an administrator sets it.`,
    )
  return { found, workspace }
}

/** A published dashboard that the caller may look at, with what it shows. */
export const requireEmbedded = async (context: Context, publicId: string): Promise<Embedded> => {
  const { db, caller } = context
  const { found, workspace } = await requireSeen(context, publicId)
  // As it is read, and as it is sent.
  context.holdBytes(2 * found.bytes)
  const dashboard = await findDashboard(db, { tenantId: workspace.tenantId, itemId: found.workbook_id })
  if (!dashboard) throw dashboardNotFound(publicId)
  return { dashboard, workspace, isFromSharedWorkspace: isCreator(caller) && workspace.embedTenantId === consoleWorkspace }
}
