import type { FunctionCalls } from '#db'

/** A statement is given up after some seconds, and what it did is lost: a busy database, or users with much of their own, need small batches. */
const [quickMs, slowMs] = [250, 1000]
const [leastBatch, maxBatch] = [25, 1000]

const batchAfter = (batch: number, elapsedMs: number): number => {
  if (elapsedMs > slowMs) return Math.max(leastBatch, Math.floor(batch / 2))
  return elapsedMs < quickMs ? Math.min(maxBatch, batch * 2) : batch
}

/** Removes what is left of a removed embed tenant, some users at a time. Where nothing is left, nothing happens. */
export const purgeEmbedTenant = async (
  calls: FunctionCalls,
  { tenantId, embedTenantId }: { tenantId: number; embedTenantId: number },
  signal: AbortSignal,
): Promise<void> => {
  for (let batch = leastBatch; ; ) {
    const startedMs = performance.now()
    const [row] = await calls.call<{ gone: number }>('purge-embed-tenant', 'select facet_purge_embed_tenant($1, $2, $3) as gone', [
      tenantId,
      embedTenantId,
      batch,
    ])
    if (!row || row.gone === 0) return
    signal.throwIfAborted()
    batch = batchAfter(batch, performance.now() - startedMs)
  }
}
