import type { DbtIntegrationProblem } from '@facet/contract'
import { findDbtVersion, unknownDbtVersion } from '#adapters/dbt'
import type { IntegrationSettings } from './settings.ts'
import type { SyncVariables } from './variables.ts'
import { warehouseProblem } from './warehouse.ts'

/** What would keep a sync from running, or is left out of it. */
export const problemsOf = (
  { dbtVersion }: Pick<IntegrationSettings, 'dbtVersion'>,
  { missing, warehouseType }: Pick<SyncVariables, 'missing' | 'warehouseType'>,
): DbtIntegrationProblem[] => {
  const warehouse = warehouseProblem(warehouseType)
  return [
    ...(findDbtVersion(dbtVersion) ? [] : [{ code: 'version_unsupported', message: unknownDbtVersion(dbtVersion) } as const]),
    ...(warehouse === null
      ? []
      : [{ code: warehouseType === null ? 'warehouse_missing' : 'warehouse_unsupported', message: warehouse } as const]),
    ...missing.map((name) => ({
      code: 'variable_missing' as const,
      message: `${name} is not a variable of this deployment. A sync runs without it; set it, or take it out of variableNames.`,
    })),
  ]
}
