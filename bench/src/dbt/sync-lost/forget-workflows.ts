import pg from 'pg'
import type { SyncStage } from '../stage/sync-stage.ts'

/** What Temporal needs to begin at all. Everything else is of workflows: their histories, tasks, timers and queues. */
const kept = [
  'cluster_membership',
  'cluster_metadata',
  'cluster_metadata_info',
  'namespace_metadata',
  'namespaces',
  'nexus_endpoints',
  'nexus_endpoints_partition_status',
  'queue_metadata',
  'schema_update_history',
  'schema_version',
  'shards',
]

const emptyTables = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1)",
      [kept],
    )
    const names = rows.map(({ name }) => client.escapeIdentifier(name))
    if (names.length > 0) await client.query(`truncate ${names.join(', ')}`)
    return names.length
  } finally {
    await client.end()
  }
}

/** Temporal goes and comes back at the same address, and knows no workflow any more: as after a loss of its database. */
export const forgetWorkflows = async ({ temporal, installation: { cluster } }: SyncStage): Promise<void> => {
  await temporal.kill()
  const emptied = (await emptyTables(cluster.url('temporal'))) + (await emptyTables(cluster.url('temporal_visibility')))
  if (emptied === 0) throw new Error('The databases of Temporal have no tables of workflows: they are kept elsewhere by now.')
  await temporal.start()
}
