import type { listResourcePolicies as contract } from '@facet/contract'
import type { Handler } from '#context'
import { isDeployment, readDeploymentPolicies } from './deployment-policy.ts'
import { readPolicies } from './policy-view.ts'
import { requireResource } from './require-resource.ts'

export const listResourcePolicies: Handler<typeof contract> = async ({ query }, context) =>
  isDeployment(query)
    ? readDeploymentPolicies(context, query)
    : readPolicies(context.db, await requireResource(context, query, { isHeld: false }))
