import type { getDeploymentSettings as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { getDeploymentRow } from './deployment-queries.ts'
import { deploymentSettingsView } from './deployment-view.ts'

export const getDeploymentSettings: Handler<typeof contract> = async ({ params }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  return deploymentSettingsView(await getDeploymentRow(context.db, access), context.origin)
}
