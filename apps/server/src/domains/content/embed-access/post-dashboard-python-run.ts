import type { postDashboardPythonRun as contract } from '@facet/contract'
import type { Handler } from '#context'
import { Failure } from '#kernel/failure'
import { requireEmbedded } from './require-embedded.ts'

export const postDashboardPythonRun: Handler<typeof contract> = async ({ params }, context) => {
  await requireEmbedded(context, params.dashboardPublicId)
  throw new Failure('python_disabled', 'This version cannot run Python. Remove the Python analysis from the report, or use a query.')
}
