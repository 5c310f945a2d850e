import { type FunctionCalls, inTransaction, type Pool } from '#db'
import type { KeyRing } from '#secrets'
import type { Admission } from './admission.ts'
import { createGuardedCache, type GuardedCache } from './guarded-cache.ts'
import type { Revocations } from './revocations.ts'

/** Where a request of the data API goes, and by which rules. */
export type DataTarget = {
  tenantId: number
  deploymentId: number
  environmentId: number
  slug: string
  embedPolicy: 'refuse' | 'warn' | 'allow'
  /** What the deployment's own tokens are signed with, CUBEJS_API_SECRET; null where none is set. */
  apiSecret: string | null
}

/** How a target is named: by a slug, within a tenant or alone, or by a domain of its own. */
export const dataTargetKey = {
  slug: (slug: string): string => `slug ${slug}`,
  domain: (domain: string): string => `domain ${domain.toLowerCase()}`,
}

type TargetRow = {
  tenant_id: number
  deployment_id: number
  environment_id: number
  slug: string
  embed_without_policy: DataTarget['embedPolicy']
  api_secret_sealed: Buffer | null
  epoch: number
}

const statement = 'select * from facet_find_data_target($1, $2, $3)'

/** Targets by their key (`dataTargetKey`); a slug is looked up within the tenant that is given, a domain without one. */
export const createDataTargets = (
  calls: FunctionCalls,
  { pool, keyRing }: { pool: Pool; keyRing: KeyRing },
  revocations: Revocations,
  admission: Admission,
): GuardedCache<DataTarget> => {
  const open = (row: TargetRow, sealed: Buffer): Promise<string> =>
    inTransaction(pool, row.tenant_id, 'read only', (db) =>
      keyRing.open(db, row.tenant_id, `env variable ${row.deployment_id} CUBEJS_API_SECRET`, sealed),
    )
  return createGuardedCache(
    revocations,
    async (tenantId, key) => {
      const [kind, name] = key.split(' ', 2)
      const values = kind === 'slug' ? [tenantId, name, null] : [null, null, name]
      const [row] = await calls.call<TargetRow>('find-data-target', statement, values)
      if (!row) return undefined
      const value: DataTarget = {
        tenantId: row.tenant_id,
        deploymentId: row.deployment_id,
        environmentId: row.environment_id,
        slug: row.slug,
        embedPolicy: row.embed_without_policy,
        apiSecret: row.api_secret_sealed === null ? null : await open(row, row.api_secret_sealed),
      }
      return { value, tenantId: row.tenant_id, epoch: row.epoch }
    },
    admission,
  )
}
