import type { getDbtIntegration as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { getIntegrationRow, readSyncVariables } from '#engine/dbt'
import { integrationView } from './integration-view.ts'

export const getDbtIntegration: Handler<typeof contract> = async ({ params }, context) => {
  const { db, keyRing } = context
  const access = await requireDeployment(context, params.deploymentId)
  const row = await getIntegrationRow(db, access)
  const variables = await readSyncVariables(db, keyRing, access, row.settings.variableNames)
  return integrationView(row, variables, { origin: context.origin, deploymentId: access.deploymentId })
}
