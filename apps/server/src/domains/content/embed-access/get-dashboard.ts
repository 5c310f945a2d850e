import type { getDashboard as contract } from '@facet/contract'
import type { Handler } from '#context'
import { dashboardView } from '#domains/content/dashboards'
import { requireEmbedded } from './require-embedded.ts'

export const getDashboard: Handler<typeof contract> = async ({ params }, context) => {
  const { dashboard, workspace, isFromSharedWorkspace } = await requireEmbedded(context, params.dashboardPublicId)
  return { ...dashboardView(dashboard, workspace), fromSharedWorkspace: isFromSharedWorkspace }
}
