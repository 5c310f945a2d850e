import { accessOfNode } from '#access'
import type { Place } from '#authoring'
import type { Pushes } from '#context'
import { type FunctionCalls, inTransaction, type Pool } from '#db'
import { claimPush } from './push-queries.ts'

export type RetryParts = {
  pool: Pool
  calls: FunctionCalls
  pushes: Pushes
  /** Whether this node acts on the repository; otherwise another one does. */
  isMine: (place: Place) => boolean
}

type Due = { tenant_id: number; deployment_id: number; id: number; name: string }

const batch = 200

/** Takes on the pushes that are due and this node's to try, at most so many; gives them as they go on, since a remote may take minutes. */
export const retryPushes = async ({ pool, calls, pushes, isMine }: RetryParts, most: number): Promise<Promise<unknown>[]> => {
  const due = await calls.call<Due>('list-due-pushes', 'select tenant_id, deployment_id, id, name from facet_list_due_pushes($1)', [batch])
  const begun: Promise<unknown>[] = []
  for (const { tenant_id: tenantId, deployment_id: deploymentId, id, name } of due) {
    const place = { tenantId, deploymentId }
    if (begun.length >= most) break
    if (!isMine(place)) continue
    const isClaimed = await inTransaction(pool, tenantId, 'read write', (db) => claimPush(db, accessOfNode(place), id))
    if (isClaimed) begun.push(pushes.push(place, { id, name }))
  }
  return begun
}
