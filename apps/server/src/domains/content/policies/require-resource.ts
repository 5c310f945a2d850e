import type { ResourceType } from '@facet/contract'
import { mayOnDeployment, requireDeployments } from '#access'
import type { Context } from '#context'
import type { Granted, ResourceKind } from '#domains/content/grants'
import { findLevels, holdTree, itemNotFound, levels, requireItem, requireWorkspace } from '#domains/content/items'
import { Failure } from '#kernel/failure'
import { findDashboardPlace, findItemPlace } from './place-queries.ts'
import { resourceKindOf } from './policy-rules.ts'

/** What is shared, and full access to it: to the item, or to the workbook that a dashboard was made of. */
export type Resource = Granted

const notFound = (kind: ResourceKind, id: number): Failure =>
  kind === 'dashboard'
    ? new Failure('dashboard_not_found', `No published dashboard ${id} was found. Send the \`id\` that publishing answered with.`)
    : itemNotFound(kind, id)

/** Named by an id alone, in whatever deployment it is. With `isHeld` the tree stays as it is until the transaction ends. */
export const requireResource = async (
  context: Context,
  { resourceType, resourceId: id }: { resourceType: ResourceType; resourceId: number },
  { isHeld }: { isHeld: boolean },
): Promise<Resource> => {
  const { db, caller } = context
  const kind = resourceKindOf(resourceType)
  const reached = requireDeployments(context)
  const place = await (kind === 'dashboard' ? findDashboardPlace(db, reached, id) : findItemPlace(db, reached, kind, id))
  if (!place || !mayOnDeployment(caller, 'DeploymentRead', place.deploymentId)) throw notFound(kind, id)
  const workspace = await requireWorkspace(context, place.deploymentId)
  if (isHeld) await holdTree(db, workspace)
  // Of a workbook that the caller may not see, it does not learn that it was asked for.
  const level = (await findLevels(db, workspace, [place.itemId])).get(place.itemId)?.level ?? levels.none
  if (level === levels.none) throw notFound(kind, id)
  const access = await requireItem(context, workspace, kind === 'dashboard' ? 'workbook' : kind, place.itemId, levels.full)
  return { kind, id, access }
}
