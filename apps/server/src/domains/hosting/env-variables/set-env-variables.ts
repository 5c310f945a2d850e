import type { setEnvVariables as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { pageOfList } from '#paging'
import { listVariables, lockVariableNames, storeVariables } from './env-variable-queries.ts'
import { masked, requireStorable } from './env-variable-rules.ts'

export const setEnvVariables: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db, keyRing } = context
  const access = await requireDeployment(context, params.deploymentId)
  const last = new Map(body.env_variables.map((variable) => [variable.name, variable]))
  const variables = [...last.values()]
  requireStorable(variables, await lockVariableNames(db, access))
  await storeVariables(db, keyRing, access, variables)
  return pageOfList({}, 'getEnvVariables', (await listVariables(db, keyRing, access)).map(masked), (variable) => variable.name)
}
