import type { Client } from '@facet/client'

/** Runs a statement as the owner of the database, for whom no tenant is in the way. */
export type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

type Page = { items: readonly { id: number | string }[]; pageInfo?: { endCursor?: string | null; hasNextPage: boolean } | null }

/** A list long enough to be deep, and how to recognise the statement that reads one page of it. */
export type LongList = {
  name: string
  length: number
  fill: (sql: Sql, tenantId: number) => Promise<unknown>
  page: (api: Client, first: number, after: string | null) => Promise<Page>
  statement: RegExp
}

const deploymentsOf = (sql: Sql, tenantId: number, count: number): Promise<object[]> =>
  sql(
    `insert into deployments (tenant_id, name, slug, creation_step, cloud_provider, region, target_platform, is_managed, release_channel_version)
     select $1, 'Deployment ' || n, 'deployment-' || n, 'ready', 'local', 'local', 'local', true, '1.7.43' from generate_series(1, $2::int) n`,
    [tenantId, count],
  )

// Spread over every partition there is, so that the deepest page lies in another one than the first.
const entriesOf = (sql: Sql, tenantId: number, count: number): Promise<object[]> =>
  sql(
    `insert into audit_entries (tenant_id, at, operation, outcome, actor_kind, actor_name, targets)
     select $1, month + n * ((month + interval '4 months' - month) / ($2::int + 1)), 'updateDeployment', 'done', 'user', 'admin', jsonb_build_array(jsonb_build_object('kind', 'deployment', 'id', first.id, 'did', 'updated'))
     from generate_series(1, $2::int) n, (select min(id)::text as id from deployments where tenant_id = $1) first, (select date_trunc('month', now() at time zone 'utc') at time zone 'utc' as month) this`,
    [tenantId, count],
  )

const keysOf = (sql: Sql, tenantId: number, count: number): Promise<object[]> =>
  sql(
    `insert into api_keys (tenant_id, principal_id, name, secret_hash, hint)
     select $1, (select min(id) from principals where tenant_id = $1), 'Key ' || n, sha256(n::text::bytea), 'sk-…' from generate_series(1, $2::int) n`,
    [tenantId, count],
  )

// Keys are few in any tenant; a twentieth is still far beyond what one will see.
const fewer = (rows: number): number => Math.ceil(rows / 20)

export const longLists = (rows: number): LongList[] => [
  {
    name: 'getDeployments',
    length: rows,
    fill: (sql, tenantId) => deploymentsOf(sql, tenantId, rows),
    page: (api, first, after) => api.getDeployments({ query: { first, ...(after ? { after } : {}) } }),
    statement: /from "deployments" .*order by "id"/,
  },
  {
    name: 'listAuditLogs',
    length: rows,
    fill: (sql, tenantId) => entriesOf(sql, tenantId, rows),
    page: (api, first, after) => api.listAuditLogs({ query: { first, ...(after ? { after } : {}) } }),
    statement: /from "audit_entries" .*order by "at" desc/,
  },
  {
    name: 'listApiKeys',
    length: fewer(rows),
    fill: (sql, tenantId) => keysOf(sql, tenantId, fewer(rows)),
    page: (api, first, after) => api.listApiKeys({ query: { first, ...(after ? { after } : {}) } }),
    statement: /from "api_keys" .*order by "api_keys"."id"/,
  },
]
