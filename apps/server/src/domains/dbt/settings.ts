import { defineSettings, whole } from '#config'

export const settings = defineSettings(['FACET_DBT_SYNCS', 'FACET_DBT_SYNC_DAYS'], (read) => ({
  /** How many dbt syncs run at once in a process of the role worker. Each takes a processor and up to 2 GB while dbt parses. */
  dbtSyncs: read.parse('FACET_DBT_SYNCS', 2, whole(1, 64)),
  /** How long runs, their logs and reports, and pushed manifests are kept, in days. */
  dbtSyncDays: read.parse('FACET_DBT_SYNC_DAYS', 90, whole(1, 3650)),
}))

export type DbtSettings = ReturnType<(typeof settings)['read']>
