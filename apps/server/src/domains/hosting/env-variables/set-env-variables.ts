import type { setEnvVariables as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import { audited, touchedIn } from '#kernel/audit'
import type { Handler } from '#context'
import { requestBuild } from '#domains/hosting/builds'
import { pageOfList } from '#kernel/paging'
import { listVariables, lockVariableNames, storeVariables } from './env-variable-queries.ts'
import { masked, requireStorable } from './env-variable-rules.ts'

export const setEnvVariables: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db, keyRing } = context
  const access = await requireDeployment(context, params.deploymentId)
  const last = new Map(body.env_variables.map((variable) => [variable.name, variable]))
  const variables = [...last.values()]
  const known = await lockVariableNames(db, access)
  requireStorable(variables, known)
  await storeVariables(db, keyRing, access, variables)
  if (variables.length > 0) await requestBuild(db, access, { reason: 'variables_changed', requestId: context.requestId })
  const stored = await pageOfList(
    {},
    'getEnvVariables',
    (await listVariables(db, keyRing, access)).map(masked),
    (variable) => variable.name,
  )
  const set = variables.map(({ name }) => ({ kind: 'env_variable', id: name, did: known.has(name) ? 'updated' : 'created' }) as const)
  return audited(stored, touchedIn(set, { kind: 'deployment', id: access.deploymentId }))
}
