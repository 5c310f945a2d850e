import type { logs as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { listNewestLines } from './log-queries.ts'

const tailLines = 1000
const standardContainer = 'cubejs-server'

/** The server's container has two names. */
const containerOf = (sent: string | null | undefined): string => (sent == null || sent === 'svc-server' ? standardContainer : sent)

export const logs: Handler<typeof contract> = async ({ params, query }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  const rows = await listNewestLines(context.db, access, {
    source: query.source ?? null,
    pod: query.pod || null,
    container: containerOf(query.container),
    limit: tailLines,
  })
  return { items: rows.toReversed().map(({ pod, logged_at, message }) => ({ pod, date: logged_at.toISOString(), message })) }
}
