import type { FunctionCalls } from '#db'
import type { EngineSpec, EnvironmentId } from '../engines/index.ts'

type ServedRow = {
  tenant_id: number
  deployment_id: number
  environment_id: number
  build_id: number
  engine_version: string
  artifact_key: string
  artifact_sha256: string
  slug: string
}

const specOf = (row: ServedRow): EngineSpec => ({
  tenantId: row.tenant_id,
  deploymentId: row.deployment_id,
  environmentId: row.environment_id,
  buildId: row.build_id,
  engineVersion: row.engine_version,
  artifact: { key: row.artifact_key, sha256: row.artifact_sha256 },
  slug: row.slug,
})

export type FindServed = (environments: readonly EnvironmentId[]) => Promise<EngineSpec[]>

/** What these environments serve, in one statement. Of another tenant or deployment than they are asked for, there is nothing. */
export const createFindServed =
  (calls: FunctionCalls): FindServed =>
  async (environments) => {
    const rows = await calls.call<ServedRow>('find-served-builds', 'select * from facet_find_served_builds($1, $2)', [
      environments.map(({ tenantId }) => tenantId),
      environments.map(({ environmentId }) => environmentId),
    ])
    return rows.map(specOf).filter((spec) => environments.some((environment) => isSame(environment, spec)))
  }

export const isSame = (one: EnvironmentId, other: EnvironmentId): boolean =>
  one.tenantId === other.tenantId && one.deploymentId === other.deploymentId && one.environmentId === other.environmentId
