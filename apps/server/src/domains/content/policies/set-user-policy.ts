import type { setUserPolicy as contract } from '@facet/contract'
import type { Handler } from '#context'
import { setGrant } from '#domains/content/grants'
import { audited } from '#kernel/audit'
import { requireDashboardGrantee } from './dashboard-rules.ts'
import { organisationOf, requireUser } from './grantee-queries.ts'
import { levelOf } from './policy-rules.ts'
import { readPolicies } from './policy-view.ts'
import { requireResource } from './require-resource.ts'

export const setUserPolicy: Handler<typeof contract> = async ({ body }, context) => {
  const { db } = context
  const resource = await requireResource(context, body, { isHeld: true })
  const level = levelOf(resource.kind, body.action)
  const grantee =
    body.userId == null ? organisationOf(resource.access) : await requireUser(db, resource.access, body.userId, { isHeld: true })
  requireDashboardGrantee(resource, grantee)
  const did = await setGrant(db, resource, grantee, level)
  return audited(await readPolicies(db, resource), [{ kind: resource.kind, id: resource.id, did }, ...grantee.named])
}
