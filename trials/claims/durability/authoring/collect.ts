import { rmSync } from 'node:fs'
import type { Fleet } from './fleet.ts'

/** Runs the garbage collector for the unreferenced objects of this deployment now. Returns the number of removed objects. */
export const collectNow = async ({ installation, tenant, s3 }: Fleet, deploymentId: number, isForgotten: boolean): Promise<number> => {
  await installation.sql(
    "update unreferenced_objects set due_at = now() - interval '1 hour' where tenant_id = $1 and key like '%/packs/' || $2::bigint || '/%'",
    [tenant.tenantId, deploymentId],
  )
  const claimed = await installation.sql<{ tenant_id: string; key: string }>(
    'select tenant_id, key from facet_claim_unreferenced_objects(1000)',
  )
  for (const { key } of claimed) rmSync(s3.objectFile(key), { force: true })
  const keys = claimed.map(({ key }) => key)
  if (isForgotten)
    await installation.sql('select facet_forget_unreferenced_objects($1, $2)', [claimed.map(({ tenant_id: tenantId }) => tenantId), keys])
  return keys.length
}
