import type { cancelDbtSync as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { cancelLaunch } from '#engine/dbt'
import { audited } from '#kernel/audit'
import { getSync } from './sync-queries.ts'

export const cancelDbtSync: Handler<typeof contract> = async ({ params }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  const { id, state } = await getSync(context.db, access, params.syncJobId)
  const outcome = await cancelLaunch(context.db, { ...access, syncId: id })
  // Over already, perhaps since a moment ago: whoever wanted it ended has what they wanted.
  if (outcome === undefined)
    return audited({ message: `Sync ${id} ${state === 'RUNNING' ? 'has committed' : `has ended (${state})`}; nothing was cancelled.` }, [
      { kind: 'dbt_sync', id, did: 'unchanged' },
    ])
  const message = outcome === 'cancelled' ? `Sync ${id} was cancelled.` : `Sync ${id} is being cancelled.`
  return audited({ message }, [{ kind: 'dbt_sync', id, did: 'cancelled' }])
}
