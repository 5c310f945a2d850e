import type { FunctionCalls } from '#db'

type Calls = Pick<FunctionCalls, 'call'>

export type ClaimedEvent = { tenantId: number; id: number; kind: string; subject: string; payload: unknown; attempts: number }

export type ClaimRequest = {
  kinds: readonly string[]
  /** Who claims: only with it can the event be renewed, completed, failed or released. */
  token: string
  afterTenantId: number
  exceptTenantIds: readonly number[]
  limit: number
  limitPerTenant: number
  leaseSeconds: number
  maxAttempts: number
}

type Claimed = { events: ClaimedEvent[]; afterTenantId: number }

export const claimEvents = async (calls: Calls, request: ClaimRequest): Promise<Claimed> => {
  const [row] = await calls.call<{ after_tenant_id: number; events: ClaimedEvent[] }>(
    'claim-events',
    `select after_tenant_id, events from facet_claim_events(p_kinds => $1, p_token => $2, p_after_tenant_id => $3, p_except_tenant_ids => $4,
       p_limit => $5, p_limit_per_tenant => $6, p_lease_seconds => $7, p_max_attempts => $8)`,
    [
      request.kinds,
      request.token,
      request.afterTenantId,
      request.exceptTenantIds,
      request.limit,
      request.limitPerTenant,
      request.leaseSeconds,
      request.maxAttempts,
    ],
  )
  return { events: row?.events ?? [], afterTenantId: row?.after_tenant_id ?? 0 }
}

type Held = Pick<ClaimedEvent, 'tenantId' | 'id'> & { token: string }

/** Each answers whether the claim was still the asker's. */
const settle =
  (name: string, text: string) =>
  async (calls: Calls, { tenantId, id, token }: Held, ...more: unknown[]): Promise<boolean> =>
    (await calls.call<{ held: boolean }>(name, text, [tenantId, id, token, ...more]))[0]?.held ?? false

export const renewEvent = (calls: Calls, held: Held, leaseSeconds: number): Promise<boolean> =>
  settle('renew-event', 'select facet_renew_event($1, $2, $3, $4) as held')(calls, held, leaseSeconds)
export const completeEvent = (calls: Calls, held: Held): Promise<boolean> =>
  settle('complete-event', 'select facet_complete_event($1, $2, $3) as held')(calls, held)
export const releaseEvent = (calls: Calls, held: Held): Promise<boolean> =>
  settle('release-event', 'select facet_release_event($1, $2, $3) as held')(calls, held)

/** Tried again in so many seconds, or dead when that is null. */
export const failEvent = (calls: Calls, held: Held, error: string, retrySeconds: number | null): Promise<boolean> =>
  settle(
    'fail-event',
    'select facet_fail_event(p_tenant_id => $1, p_id => $2, p_token => $3, p_error => $4, p_retry_seconds => $5) as held',
  )(calls, held, error, retrySeconds)

export type DeadEvent = {
  tenant_id: number
  tenant_name: string
  id: number
  kind: string
  subject: string
  attempts: number
  created_at: Date
  dead_at: Date
  last_error: string | null
  waiting_behind: number
}

/** By id, those behind `afterId`. */
export const listDeadEvents = (calls: Calls, afterId: number, limit: number): Promise<DeadEvent[]> =>
  calls.call<DeadEvent>(
    'list-dead-events',
    `select tenant_id, tenant_name, id, kind, subject, attempts, created_at, dead_at, last_error, waiting_behind
     from facet_list_dead_events($1, $2)`,
    [afterId, limit],
  )

const retryBatch = 1000

/** Has one dead event tried again, or all of them when none is named. Answers how many. */
export const retryDeadEvents = async (calls: Calls, id: number | null): Promise<number> => {
  let retried = 0
  for (;;) {
    const [row] = await calls.call<{ count: number }>('retry-dead-events', 'select facet_retry_dead_events($1, $2) as count', [
      id,
      retryBatch,
    ])
    const count = row?.count ?? 0
    retried += count
    if (count < retryBatch) return retried
  }
}

// Counting goes through rows: a backlog beyond it is as bad as one of this size.
const maxCounted = 100_000

export const countEvents = async (calls: Calls): Promise<{ waiting: number; dead: number }> => {
  const [row] = await calls.call<{ waiting: number; dead: number }>('count-events', 'select waiting, dead from facet_count_events($1)', [
    maxCounted,
  ])
  return row ?? { waiting: 0, dead: 0 }
}
