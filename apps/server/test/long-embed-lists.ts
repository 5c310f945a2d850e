import type { LongList, Sql } from './long-lists.ts'

// The last in order of name, so that the list of embed tenants ends with it and none of the others is in the way.
const largest = 'zz-largest'

const largestOf = async (sql: Sql, tenantId: number): Promise<string> => {
  const found = await sql<{ id: string }>('select id from embed_tenants where tenant_id = $1 and name = $2', [tenantId, largest])
  if (found[0]) return found[0].id
  const [made] = await sql<{ id: string }>('insert into embed_tenants (tenant_id, name) values ($1, $2) returning id', [tenantId, largest])
  return made?.id ?? ''
}

// One less, since the largest is an embed tenant too.
const fillTenants = async (sql: Sql, tenantId: number, count: number): Promise<void> => {
  await largestOf(sql, tenantId)
  await sql(`insert into embed_tenants (tenant_id, name) select $1, 'customer-' || n from generate_series(1, $2::int - 1) n`, [
    tenantId,
    count,
  ])
}

const fillUsers = async (sql: Sql, tenantId: number, count: number): Promise<void> => {
  await sql(
    `insert into external_users (tenant_id, embed_tenant_id, external_id, email)
     select $1, $2, 'visitor-' || n, case when n % 10 > 0 then 'visitor-' || n || '@customer.example' end from generate_series(1, $3::int) n`,
    [tenantId, await largestOf(sql, tenantId), count],
  )
}

const fillGroups = async (sql: Sql, tenantId: number, count: number): Promise<void> => {
  await sql(
    `insert into groups (tenant_id, embed_tenant_id, namespace, name) select $1, $2, 'groups', 'group-' || n from generate_series(1, $3::int) n`,
    [tenantId, await largestOf(sql, tenantId), count],
  )
}

/** Nine of ten are tokens in use; the rest wait to be exchanged, for longer than a real one would. */
const fillSessions = async (sql: Sql, tenantId: number, count: number): Promise<void> => {
  const subject = `(select min(id) from deployments where tenant_id = $1), u.id, false, u.embed_tenant_id, (select min(id) from api_keys where tenant_id = $1), false, '{}'`
  const users = `(select id, embed_tenant_id, external_id from external_users where tenant_id = $1 limit 1000) u`
  await sql(
    `insert into embed_grants (tenant_id, bucket, id, token_id, session_bucket, deployment_id, user_id, is_internal, embed_tenant_id, api_key_id, is_creator_mode, group_ids,
       identity, document, minted_at, issued_at, expires_at, restore_epoch)
     select $1, facet_bucket(now()), nextval('facet_ids'), substr(sha256(n::text::bytea), 1, 16), facet_bucket(now()), ${subject}, jsonb_build_object('username', u.external_id), '{}', now(), now(), now() + interval '24 hours', 1
     from ${users}, generate_series(1, $2::int / 1000) n`,
    [tenantId, (count * 9) / 10],
  )
  await sql(
    `insert into embed_sessions (tenant_id, bucket, id, secret_hash, deployment_id, user_id, is_internal, embed_tenant_id, api_key_id, is_creator_mode, group_ids,
       attribute_values, document, created_at, expires_at, restore_epoch)
     select $1, facet_bucket(now()), nextval('facet_ids'), sha256(n::text::bytea), ${subject}, '{}', '{}', now(), now() + interval '12 hours', 1
     from ${users}, generate_series(1, $2::int / 1000) n`,
    [tenantId, count / 10],
  )
}

// A catalog of one embed tenant, and the embed tenants of one account, are far fewer than users; still more than anyone has.
const fewer = (rows: number): number => Math.ceil(rows / 10)

// Each row is judged anew, whether it was revoked since, so a walk through all of them takes its time.
const sessionsOf = (rows: number): number => Math.max(10_000, fewer(rows))

const after = (cursor: string | null) => (cursor ? { after: cursor } : {})
const params = { embedTenantName: largest }

/** What an account with customers of its own pages through. In this order: sessions are of users, and users of an embed tenant. */
export const embedLists = (rows: number): LongList[] => [
  {
    name: 'listEmbedTenants',
    length: fewer(rows),
    fill: (sql, tenantId) => fillTenants(sql, tenantId, fewer(rows)),
    page: (api, first, cursor) => api.listEmbedTenants({ query: { first, ...after(cursor) } }),
    statement: /from external_user_counts c$/,
  },
  {
    name: 'listEmbedUsers',
    length: rows,
    fill: (sql, tenantId) => fillUsers(sql, tenantId, rows),
    page: (api, first, cursor) => api.listEmbedUsers({ params, query: { first, ...after(cursor) } }),
    statement: /from "external_users" .*order by case/,
  },
  {
    name: 'listEmbedGroups',
    length: fewer(rows),
    fill: (sql, tenantId) => fillGroups(sql, tenantId, fewer(rows)),
    page: (api, first, cursor) => api.listEmbedGroups({ params, query: { first, ...after(cursor) } }),
    statement: /from \(select from group_members m$/,
  },
  {
    name: 'listEmbedSessions',
    length: sessionsOf(rows),
    fill: (sql, tenantId) => fillSessions(sql, tenantId, sessionsOf(rows)),
    page: (api, first, cursor) => api.listEmbedSessions({ query: { first, ...after(cursor) } }),
    statement: /^select r\.id, r\.session_bucket/,
  },
]
