import type { FunctionCalls } from '#db'

const everyMs = 60_000
const batch = 1000
const monthsAhead = 3

/** Work that any process may do and that does no harm when several do it: partitions made ahead, what has expired or was removed forgotten. */
export const startHousekeeping = (calls: FunctionCalls, onProblem: (error: unknown) => void): { stop: () => void } => {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const turn = async (): Promise<void> => {
    await calls.call('make-audit-partitions', 'select facet_make_audit_partitions($1)', [monthsAhead])
    await calls.call('forget-idempotency-keys', 'select facet_forget_idempotency_keys($1)', [batch])
    await calls.call('purge-embed-tenants', 'select facet_purge_embed_tenants($1)', [batch])
  }
  const again = (): void => {
    if (isStopped) return
    timer = setTimeout(() => void turn().catch(onProblem).then(again), everyMs)
    timer.unref()
  }
  void turn().catch(onProblem).then(again)
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
