import type { FunctionCalls } from '#db'
import type { Admission } from './admission.ts'
import { createGuardedCache, type GuardedCache } from './guarded-cache.ts'
import type { Revocations } from './revocations.ts'

export type Tenant = { id: number; name: string }

/** Tenants by host name: an exact stored host, or the only tenant while there is just one. */
export const createTenants = (calls: FunctionCalls, revocations: Revocations, admission: Admission): GuardedCache<Tenant> =>
  createGuardedCache(
    revocations,
    async (_, host) => {
      const [row] = await calls.call<{ tenant_id: number; tenant_name: string; epoch: number; is_own_host: boolean }>(
        'find-tenant',
        'select * from facet_find_host($1)',
        [host],
      )
      if (!row) return undefined
      // Answering for a host that is no one's ends with the second tenant, which is a change of that one and not of this.
      return { value: { id: row.tenant_id, name: row.tenant_name }, tenantId: row.is_own_host ? row.tenant_id : null, epoch: row.epoch }
    },
    admission,
  )
