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

// A remote that hangs keeps one of them for minutes, and a tenant may have many such.
const maxRunning = 8
const maxRunningOfTenant = 2

/** Takes on the pushes that are due and this node's to try, as many as it may; gives them as they go on, since a remote may take long. */
export const createRetries = ({ pool, calls, pushes, isMine }: RetryParts): (() => Promise<Promise<unknown>[]>) => {
  const running = new Map<Promise<unknown>, number>()
  const hasRoom = (tenantId: number): boolean =>
    running.size < maxRunning && [...running.values()].filter((id) => id === tenantId).length < maxRunningOfTenant

  const begin = (place: Place, branch: { id: number; name: string }): Promise<unknown> => {
    const push = pushes.push(place, branch).finally(() => running.delete(push))
    running.set(push, place.tenantId)
    return push
  }

  return async () => {
    const due = await calls.call<Due>('list-due-pushes', 'select tenant_id, deployment_id, id, name from facet_list_due_pushes($1, $2)', [
      batch,
      maxRunningOfTenant,
    ])
    const begun: Promise<unknown>[] = []
    for (const { tenant_id: tenantId, deployment_id: deploymentId, id, name } of due) {
      const place = { tenantId, deploymentId }
      if (!isMine(place) || !hasRoom(tenantId)) continue
      const isClaimed = await inTransaction(pool, tenantId, 'read write', (db) => claimPush(db, accessOfNode(place), id))
      if (isClaimed) begun.push(begin(place, { id, name }))
    }
    return begun
  }
}
