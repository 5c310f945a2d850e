import type { deleteEnvVariable as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { requestBuild } from '#domains/hosting/builds'
import { Failure } from '#kernel/failure'
import { pageOfList } from '#kernel/paging'
import { listVariables, removeVariable } from './env-variable-queries.ts'
import { masked } from './env-variable-rules.ts'

export const deleteEnvVariable: Handler<typeof contract> = async ({ params }, context) => {
  const { db, keyRing } = context
  const access = await requireDeployment(context, params.deploymentId)
  if (!(await removeVariable(db, access, params.name)))
    throw new Failure('env_variable_not_found', `Deployment ${params.deploymentId} has no variable "${params.name}".`)
  await requestBuild(db, access, { reason: 'variables_changed', requestId: context.requestId })
  const left = await pageOfList({}, 'getEnvVariables', (await listVariables(db, keyRing, access)).map(masked), (variable) => variable.name)
  return audited(left, [
    { kind: 'env_variable', id: params.name, did: 'deleted' },
    { kind: 'deployment', id: access.deploymentId },
  ])
}
