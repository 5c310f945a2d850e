import type { setGroupPolicy as contract } from '@facet/contract'
import type { Handler } from '#context'
import { setGrant } from '#domains/content/grants'
import { levels } from '#domains/content/items'
import { audited } from '#kernel/audit'
import { Failure } from '#kernel/failure'
import { findGroupGrantee } from '#domains/identity/deployment-policies'
import { requireDashboardGrantee } from './dashboard-rules.ts'
import { changeDeploymentPolicy, isDeployment } from './deployment-policy.ts'
import { groupNotFound, requireGroup } from './grantee-queries.ts'
import { levelOf } from './policy-rules.ts'
import { readPolicies } from './policy-view.ts'
import { requireResource } from './require-resource.ts'

export const setGroupPolicy: Handler<typeof contract> = async ({ body }, context) => {
  const { db } = context
  if (isDeployment(body))
    return changeDeploymentPolicy(context, body, async (access) => {
      const grantee = await findGroupGrantee(db, access, body.groupId)
      if (!grantee) throw groupNotFound(body.groupId)
      return grantee
    })
  const resource = await requireResource(context, body, { isHeld: true })
  const level = levelOf(resource.kind, body.action)
  const grantee = await requireGroup(db, resource.access, body.groupId)
  requireDashboardGrantee(resource, grantee)
  if (grantee.kind !== 'group' && level !== null && level > levels.view)
    throw new Failure(
      'system_group_view_only',
      `Group ${body.groupId} is one of the platform, of embed users: it can be given view, and ${body.action} is more. Send the Read action.`,
    )
  const did = await setGrant(db, resource, grantee, level)
  return audited(await readPolicies(db, resource), [{ kind: resource.kind, id: resource.id, did }, ...grantee.named])
}
