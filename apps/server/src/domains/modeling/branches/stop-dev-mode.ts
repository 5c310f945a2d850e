import type { stopDevMode as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import { audited, touchedIn } from '#kernel/audit'
import type { Handler } from '#context'
import { leaveBranch } from './branch-queries.ts'

export const stopDevMode: Handler<typeof contract> = async ({ params }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  const left = await leaveBranch(context.db, access)
  return audited({ success: true }, touchedIn(left, { kind: 'data_model', id: access.deploymentId }))
}
