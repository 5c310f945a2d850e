import type { getEnvVariables as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { pageOfList } from '#kernel/paging'
import { listVariables } from './env-variable-queries.ts'
import { masked } from './env-variable-rules.ts'

export const getEnvVariables: Handler<typeof contract> = async ({ params, query }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  const variables = await listVariables(context.db, context.keyRing, access)
  return pageOfList(query, 'getEnvVariables', variables.map(masked), (variable) => variable.name)
}
