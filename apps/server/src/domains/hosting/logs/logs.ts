import type { logs as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { listNewestLines } from './log-queries.ts'

const tailLines = 1000

export const logs: Handler<typeof contract> = async ({ params, query }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  const rows = await listNewestLines(context.db, access, {
    source: query.source ?? null,
    pod: query.pod || null,
    container: query.container ?? 'cubejs-server',
    limit: tailLines,
  })
  return { items: rows.toReversed().map(({ pod, logged_at, message }) => ({ pod, date: logged_at.toISOString(), message })) }
}
