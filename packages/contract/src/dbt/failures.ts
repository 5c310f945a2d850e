import type { FailureDefinitions } from '../failure-kinds.ts'

/** The codes that operations of this area answer with. */
export const failures = {
  dbt_not_configured: { kind: 'not_found', meaning: 'The deployment has no dbt integration.' },
  dbt_setting_invalid: { kind: 'invalid', meaning: 'A setting of the dbt integration cannot be used; `errors` points at each.' },
  dbt_version_unsupported: { kind: 'invalid', meaning: 'This installation has no such version of dbt; the message lists those it has.' },
  dbt_warehouse_unsupported: {
    kind: 'unprocessable',
    meaning: 'The warehouse of the deployment is not one that a dbt sync can write cubes for; the message lists those.',
  },
  dbt_variable_not_selectable: {
    kind: 'invalid',
    meaning: 'The variable always passes to a dbt sync, or is one that the sync sets itself.',
  },
} as const satisfies FailureDefinitions
