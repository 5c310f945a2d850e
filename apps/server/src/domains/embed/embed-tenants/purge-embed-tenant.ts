import type { FunctionCalls } from '#db'

// As many as are deleted, with all that goes with them, well within the time of a statement.
const batch = 1000

/** Removes what is left of a removed embed tenant, some users at a time. Where nothing is left, nothing happens. */
export const purgeEmbedTenant = async (
  calls: FunctionCalls,
  { tenantId, embedTenantId }: { tenantId: number; embedTenantId: number },
  signal: AbortSignal,
): Promise<void> => {
  const purge = async (): Promise<number> =>
    (
      await calls.call<{ gone: number }>('purge-embed-tenant', 'select facet_purge_embed_tenant($1, $2, $3) as gone', [
        tenantId,
        embedTenantId,
        batch,
      ])
    )[0]?.gone ?? 0
  while ((await purge()) > 0) signal.throwIfAborted()
}
