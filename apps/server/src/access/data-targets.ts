import { createSecretKey, type KeyObject } from 'node:crypto'
import { type FunctionCalls, inTransaction, type Pool } from '#db'
import type { KeyRing } from '#secrets'
import type { Admission } from './admission.ts'
import { createGuardedCache, type GuardedCache } from './guarded-cache.ts'
import type { Revocations } from './revocations.ts'

/** What a request to the data API is for. */
export type DataTarget = {
  tenantId: number
  deploymentId: number
  environmentId: number
  slug: string
  embedPolicy: 'refuse' | 'warn' | 'allow'
  /** What the deployment's own tokens are signed with; without one there are none. */
  apiSecret: KeyObject | null
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

export const apiSecretVariable = 'CUBEJS_API_SECRET'

/** Where a variable is stored, as its seal knows it. */
export const variablePlaceOf = (deploymentId: number, name: string): string => `env variable ${deploymentId} ${name}`

const statement = 'select * from facet_find_data_target($1, $2, $3)'

/** By the slug within a tenant; without a tenant by host name, which is a slug below the data domain or a deployment's own domain. */
const argumentsOf = (tenantId: number | null, key: string, dataDomain: string | null): (number | string | null)[] => {
  if (tenantId !== null) return [tenantId, key, null]
  const ending = dataDomain === null ? null : `.${dataDomain}`
  return ending !== null && key.endsWith(ending) ? [null, key.slice(0, -ending.length), null] : [null, null, key]
}

/** Targets of the data API. A change of the secret, the domain or the tenant drops them everywhere within seconds. */
export const createDataTargets = (
  { calls, pool, keyRing }: { calls: FunctionCalls; pool: Pool; keyRing: KeyRing },
  dataDomain: string | null,
  revocations: Revocations,
  admission: Admission,
): GuardedCache<DataTarget> => {
  const secretOf = async (row: TargetRow): Promise<KeyObject | null> => {
    const sealed = row.api_secret_sealed
    if (sealed === null) return null
    const place = variablePlaceOf(row.deployment_id, apiSecretVariable)
    const secret = await inTransaction(pool, row.tenant_id, 'read only', (db) => keyRing.open(db, row.tenant_id, place, sealed))
    return secret === '' ? null : createSecretKey(Buffer.from(secret))
  }
  return createGuardedCache(
    revocations,
    async (tenantId, key) => {
      const [row] = await calls.call<TargetRow>('find-data-target', statement, argumentsOf(tenantId, key, dataDomain))
      if (!row) return undefined
      const value: DataTarget = {
        tenantId: row.tenant_id,
        deploymentId: row.deployment_id,
        environmentId: row.environment_id,
        slug: row.slug,
        embedPolicy: row.embed_without_policy,
        apiSecret: await secretOf(row),
      }
      return { value, tenantId: row.tenant_id, epoch: row.epoch }
    },
    admission,
  )
}
