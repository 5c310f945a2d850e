import { randomUUID } from 'node:crypto'
import type { OperationId } from '@facet/contract'
import { listTenantTables } from '../row-security.ts'
import type { Actor, TestServer } from '../server.ts'
import type { Target } from './targets.ts'

/** A digest of every row of a tenant, by table. */
export const digestsOf = async (server: TestServer, { tenantId }: Actor): Promise<Record<string, string>> => {
  const { query } = server.database()
  const tables = (await listTenantTables(query)).filter(({ isPartition }) => !isPartition)
  const digests = tables.map(
    ({ name, key }) =>
      `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as digest from ${name} t where ${key} = $1`,
  )
  const rows = await query<{ name: string; digest: string }>(digests.join(' union all '), [tenantId])
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

const deleted: Partial<Record<OperationId, { param: string; insert: string }>> = {
  deleteDeployment: {
    param: 'deploymentId',
    insert: `insert into deployments (tenant_id, id, name, slug, creation_step, cloud_provider, region, target_platform, is_managed, release_channel_version)
      values ($1, $2, $3, $3, 'project', 'cubecloud', 'local', 'aws', true, '1.7.43')`,
  },
  deleteApiKey: {
    param: 'apiKeyId',
    insert: `insert into api_keys (tenant_id, id, principal_id, name, secret_hash, hint)
      select tenant_id, $2, id, 'restored', sha256($3::bytea), 'sk-…' from principals where tenant_id = $1 and kind = 'service_account' limit 1`,
  },
}

/** Inserts a resource again that a permitted caller deleted, so that it exists for the next caller. */
export const restoreDeleted = async (server: TestServer, { tenantId }: Actor, id: OperationId, target: Target): Promise<void> => {
  const row = deleted[id]
  if (row) await server.query(row.insert, [tenantId, target.params?.[row.param], randomUUID()])
}
