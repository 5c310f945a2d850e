import type { FunctionCalls } from '#db'
import { createGuardedCache, type GuardedCache } from './guarded-cache.ts'
import type { Revocations } from './revocations.ts'

export type Tenant = { id: number; name: string }

/** Tenants by host name: an exact stored host, or the only tenant while there is just one. */
export const createTenants = (calls: FunctionCalls, revocations: Revocations): GuardedCache<Tenant> =>
  createGuardedCache(revocations, async (_, host) => {
    const [row] = await calls.call<{ tenant_id: number; tenant_name: string; epoch: number }>(
      'find-tenant',
      'select * from facet_find_tenant($1)',
      [host],
    )
    return row && { value: { id: row.tenant_id, name: row.tenant_name }, tenantId: row.tenant_id, epoch: row.epoch }
  })
