import type { FunctionCalls } from '#db'

const everyMs = 60_000
const batch = 1000
const monthsAhead = 3
const hoursAhead = 4
// An hour longer than a token can live, and one for the hour that is not over.
const grantHours = 26

/** Work that any process may do and that does no harm when several do it: partitions made ahead, what has expired or was removed forgotten. */
export const startHousekeeping = (
  calls: FunctionCalls,
  { embedRecordHours }: { embedRecordHours: number },
  onProblem: (error: unknown) => void,
): { stop: () => void } => {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  // Step after step, until none is left: at one a turn a large embed tenant would take days to go.
  const purgeEmbedTenants = async (): Promise<number> => {
    const [row] = await calls.call<{ gone: number }>('purge-embed-tenants', 'select facet_purge_embed_tenants($1) as gone', [batch])
    return row?.gone ?? 0
  }
  const turn = async (): Promise<void> => {
    await calls.call('make-audit-partitions', 'select facet_make_audit_partitions($1)', [monthsAhead])
    await calls.call('forget-idempotency-keys', 'select facet_forget_idempotency_keys($1)', [batch])
    await calls.call('make-embed-partitions', 'select facet_make_embed_partitions($1)', [hoursAhead])
    await calls.call('drop-embed-partitions', 'select facet_drop_embed_partitions($1, $2)', [embedRecordHours, grantHours])
    while ((await purgeEmbedTenants()) > 0 && !isStopped);
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
