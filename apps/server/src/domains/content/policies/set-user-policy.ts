import type { setUserPolicy as contract } from '@facet/contract'
import type { Handler } from '#context'
import { setGrant } from '#domains/content/grants'
import { audited } from '#kernel/audit'
import { Failure } from '#kernel/failure'
import { findUserGrantee, organization } from '#domains/identity/deployment-policies'
import { requireDashboardGrantee } from './dashboard-rules.ts'
import { changeDeploymentPolicy, isDeployment } from './deployment-policy.ts'
import { organisationOf, requireUser, userNotFound } from './grantee-queries.ts'
import { levelOf } from './policy-rules.ts'
import { readPolicies } from './policy-view.ts'
import { requireResource } from './require-resource.ts'

export const setUserPolicy: Handler<typeof contract> = async ({ body }, context) => {
  const { db } = context
  const { userId } = body
  if (userId === undefined)
    throw new Failure(
      'grantee_required',
      'The request has no userId. Send the id of a user, or "userId": null to share with the whole organization.',
    )
  if (isDeployment(body))
    return changeDeploymentPolicy<'user' | 'service_account'>(context, body, async (access) => {
      if (userId === null) return organization
      const grantee = await findUserGrantee(db, access, userId)
      if (!grantee) throw userNotFound(userId)
      return grantee
    })
  const resource = await requireResource(context, body, { isHeld: true })
  const level = levelOf(resource.kind, body.action)
  const grantee = userId === null ? organisationOf(resource.access) : await requireUser(db, resource.access, userId, { isHeld: true })
  requireDashboardGrantee(resource, grantee)
  const did = await setGrant(db, resource, grantee, level)
  return audited(await readPolicies(db, resource), [{ kind: resource.kind, id: resource.id, did }, ...grantee.named])
}
