import type { pods as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { listProcesses } from './pod-queries.ts'

export const pods: Handler<typeof contract> = async ({ params }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  const rows = await listProcesses(context.db, access)
  return {
    items: rows.map((row) => ({
      name: row.name,
      type: 'api',
      status: row.status,
      ready: row.status === 'ready',
      restartCount: row.restarts,
      containers: ['cubejs-server'],
    })),
  }
}
