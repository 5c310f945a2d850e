import { listTenantTables } from './row-security.ts'

type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

const filled = (name: string) => `
with tenant as (insert into tenants (name) values ('${name}') returning id),
  host as (insert into tenant_hosts (tenant_id, host) select id, '${name}.test' from tenant),
  settings as (insert into tenant_settings (tenant_id) select id from tenant),
  principal as (insert into principals (tenant_id, kind, name) select id, 'user', '${name}' from tenant returning tenant_id, id),
  person as (insert into users (tenant_id, id, email) select tenant_id, id, 'ada@${name}.test' from principal),
  role as (insert into roles (tenant_id, name, actions) select id, 'Admin', '{All}' from tenant returning tenant_id, id),
  granted as (insert into role_grants (tenant_id, principal_id, role_id) select p.tenant_id, p.id, r.id from principal p, role r),
  api_key as (insert into api_keys (tenant_id, principal_id, name, secret_hash, hint) select tenant_id, id, 'first', sha256('${name}'), 'sk-…' from principal),
  encryption_key as (insert into encryption_keys (state, root_key_id, wrapped) values ('retired', 'none', '') returning id),
  data_key as (insert into data_keys (tenant_id, encryption_key_id, wrapped) select t.id, e.id, '' from tenant t, encryption_key e),
  kept as (insert into idempotency_keys (tenant_id, credential_id, operation, key, request_hash) select id, 1, 'createDeployment', 'first', '' from tenant),
  deployment as (
    insert into deployments (tenant_id, name, slug, creation_step, cloud_provider, region, target_platform, is_managed, release_channel_version)
    select id, 'First', 'first', 'project', 'cubecloud', 'local', 'aws', true, '1.7.43' from tenant returning tenant_id, id),
  dbt_sync as (
    insert into dbt_syncs (tenant_id, deployment_id, trigger, branch_name, author, started_at) select tenant_id, id, 'api', 'first', '{}', now() from deployment
    returning tenant_id, deployment_id, id),
  dbt_outcome as (
    insert into dbt_sync_outcomes (tenant_id, deployment_id, sync_id, status, completed_at, duration_ms, last_stage)
    select tenant_id, deployment_id, id, 'COMPLETED', now(), 0, 'COMPLETED' from dbt_sync),
  dbt_manifest as (
    insert into dbt_manifests (tenant_id, deployment_id, object_key, sha256, size_bytes) select tenant_id, id, 'first', '', 0 from deployment),
  variable as (insert into env_variables (tenant_id, deployment_id, name, value_sealed) select tenant_id, id, 'CUBEJS_DB_NAME', '' from deployment),
  repository as (insert into repositories (tenant_id, deployment_id) select tenant_id, id from deployment returning tenant_id, deployment_id),
  branch as (
    insert into branches (tenant_id, deployment_id, name, kind) select tenant_id, deployment_id, 'main', 'shared' from repository
    returning tenant_id, deployment_id, id),
  dev_mode as (insert into dev_modes (tenant_id, deployment_id, credential_id, branch_id) select tenant_id, deployment_id, 1, id from branch),
  upload as (
    insert into uploads (tenant_id, deployment_id, id, branch_id) select tenant_id, deployment_id, 'first', id from branch
    returning tenant_id, deployment_id, id),
  upload_file as (
    insert into upload_files (tenant_id, deployment_id, upload_id, path, sha1, sha256, size, object_key)
    select tenant_id, deployment_id, id, 'a.yml', '', '', 0, '' from upload),
  remote as (
    insert into repository_remotes (tenant_id, deployment_id, url, webhook_token_hash) select tenant_id, deployment_id, '', '' from repository
    returning tenant_id, deployment_id, connection_id),
  push as (
    insert into remote_pushes (tenant_id, deployment_id, branch_id, connection_id, state)
    select r.tenant_id, r.deployment_id, b.id, r.connection_id, 'pending' from remote r, branch b),
  unreferenced_object as (insert into unreferenced_objects (tenant_id, key, due_at) select id, 'first', now() + interval '1 day' from tenant),
  event as (insert into outbox_events (tenant_id, kind, subject, payload) select id, 'nothing.happened', 'nothing', '{}' from tenant),
  ended as (insert into endings (tenant_id, kind, subject_id) select id, 'api_key', 1 from tenant),
  run as (insert into engine_versions_run (tenant_id, release_channel, version) select id, 'latest', '1.7.43' from tenant),
  embed_tenant as (insert into embed_tenants (tenant_id, name) select id, 'acme-corp' from tenant returning tenant_id, id),
  team as (insert into groups (tenant_id, namespace, name) select id, 'groups', 'team' from tenant returning tenant_id, id),
  attribute as (insert into user_attributes (tenant_id, name, type) select id, 'region', 'string' from tenant returning tenant_id, id),
  attribute_value as (
    insert into user_attribute_values (tenant_id, user_id, user_attribute_id, value) select p.tenant_id, p.id, a.id, '"eu"' from principal p, attribute a),
  item as (
    insert into content_items (tenant_id, deployment_id, kind, name, sort_name) select tenant_id, id, 'workbook', 'First', 'first' from deployment
    returning tenant_id, deployment_id, id),
  workbook as (insert into content_workbooks (tenant_id, id, deployment_id) select tenant_id, id, deployment_id from item),
  report as (insert into content_reports (tenant_id, id, public_id) select tenant_id, id, 'aaaaaaaaaaaa' from item),
  placement as (insert into report_placements (tenant_id, report_id, external_workbook_id, result_location) select tenant_id, id, 'first', 'A1' from item),
  imported as (insert into content_imports (tenant_id, item_id, part, revision) select tenant_id, id, 'item', 'first' from item),
  used as (
    insert into content_members (tenant_id, deployment_id, embed_tenant_id, item_id, state, used_in, part, member, by_text)
    select tenant_id, deployment_id, 0, id, 'saved', 'query', '', 'orders.count', false from item),
  dashboard as (
    insert into dashboards (tenant_id, deployment_id, workbook_id, public_id, version_number) select tenant_id, deployment_id, id, 'aaaaaaaaaaaa', 1 from item
    returning tenant_id, id),
  dashboard_version as (
    insert into dashboard_versions (tenant_id, dashboard_id, number, config) select tenant_id, id, 1, '{}' from dashboard returning tenant_id, id),
  dashboard_chart as (
    insert into dashboard_charts (tenant_id, version_id, report_id, compiler, vega) select tenant_id, id, 1, 'none', '{}' from dashboard_version),
  dashboard_shared as (insert into dashboard_grants (tenant_id, dashboard_id) select tenant_id, id from dashboard),
  item_shared as (
    insert into content_grants (tenant_id, item_id, deployment_id, item_kind, grantee_kind, level) select tenant_id, id, deployment_id, 'workbook', 'organisation', 1 from item),
  member as (insert into user_group_members (tenant_id, group_id, user_id) select p.tenant_id, g.id, p.id from principal p, team g),
  visitor as (
    insert into external_users (tenant_id, embed_tenant_id, external_id, group_ids) select t.tenant_id, t.id, 'user-1', array[g.id] from embed_tenant t, team g),
  catalog as (insert into catalog_epochs (tenant_id, scope) select id, 0 from tenant),
  watermark as (insert into embed_watermarks (tenant_id, kind, subject_id) select id, 'tenant', 0 from tenant),
  signing_key as (insert into embed_signing_keys (tenant_id, state, public_jwk, private_sealed) select id, 'active', '{}', '' from tenant),
  hour as (select facet_bucket(now()) + generate_series(-2, 24) as bucket),
  session as (
    insert into embed_sessions (tenant_id, bucket, id, secret_hash, deployment_id, user_id, is_internal, embed_tenant_id, api_key_id, is_creator_mode,
      group_ids, attribute_values, document, created_at, expires_at, restore_epoch)
    select t.id, h.bucket, 1, '', 1, 1, false, 0, 1, false, '{}', '{}', '{}', now(), now(), 1 from tenant t, hour h),
  granted_token as (
    insert into embed_grants (tenant_id, bucket, id, token_id, session_bucket, deployment_id, user_id, is_internal, embed_tenant_id, api_key_id, is_creator_mode,
      group_ids, identity, document, minted_at, issued_at, expires_at, restore_epoch)
    select t.id, h.bucket, 1, substr(sha256('x'), 1, 16), h.bucket, 1, 1, false, 0, 1, false, '{}', '{}', '{}', now(), now(), now(), 1 from tenant t, hour h),
  audit as (
    insert into audit_entries (tenant_id, at, operation, outcome, actor_kind, actor_name, targets)
    select t.id, now() + make_interval(months => month), 'createDeployment', 'done', 'operator', 'operator', '[]' from tenant t, generate_series(0, 3) month)
select id from tenant`

/** What hangs on the environment that came with the deployment. */
const filledEnvironment = `
with environment as (select tenant_id, deployment_id, id from environments where tenant_id = $1),
  process as (
    insert into engine_processes (tenant_id, name, deployment_id, environment_id, build_id, node_id, status)
    select tenant_id, 'first', deployment_id, id, 1, 'none', 'ready' from environment),
  line as (
    insert into engine_logs (tenant_id, deployment_id, source, pod, container, logged_at, message)
    select tenant_id, deployment_id, 'production', 'first', 'cubejs-server', now(), 'first' from environment)
insert into data_tokens (tenant_id, deployment_id, environment_id, kind, secret_hash, token_sealed, context_sealed, key_id, principal_id, expires_at)
select tenant_id, deployment_id, id, 'environment', '', '', '', 1, 1, now() from environment`

/**
 * The columns of a table that want a value, and what each may have: the key of a row that is there, where they refer to one, else
 * something of their type.
 */
const wantedColumns = `
select a.attname as column,
  coalesce(
    (select format('(select %I from %s where tenant_id = $1 limit 1)', f.attname, k.confrelid::regclass)
     from pg_constraint k, unnest(k.conkey, k.confkey) as pair(own, theirs) join pg_attribute f on f.attnum = pair.theirs
     where k.contype = 'f' and k.conrelid = a.attrelid and pair.own = a.attnum and f.attrelid = k.confrelid limit 1),
    case when t.typcategory = 'N' then '1' when t.typcategory = 'B' then 'false' when t.typcategory = 'D' then 'now()'
      when t.typcategory = 'A' or t.typname in ('json', 'jsonb') then '''{}''' else '''first''' end) as value
from pg_attribute a join pg_type t on t.oid = a.atttypid
where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef and a.attname <> 'tenant_id'`

/** Tables that the statement above does not name: a new one usually takes a plain row. */
const fillRest = async (query: Query, tenantId: number): Promise<void> => {
  for (const { name, key, isPartition, isPartitioned } of await listTenantTables(query)) {
    const [held] = await query(`select from ${name} where ${key} = $1 limit 1`, [tenantId])
    if (held || isPartition || isPartitioned) continue
    const columns = await query<{ column: string; value: string }>(wantedColumns, [name])
    const names = columns.map(({ column }) => `, ${column}`).join('')
    await query(`insert into ${name} (tenant_id${names}) values ($1${columns.map(({ value }) => `, ${value}`).join('')})`, [tenantId])
  }
}

/** A tenant with a row in every table and in every partition, so that an empty answer means a wall and not an empty table. */
export const fillTenant = async (query: Query, name: string): Promise<number> => {
  const [row] = await query<{ id: string }>(filled(name))
  const tenantId = Number(row?.id)
  await query(filledEnvironment, [tenantId])
  await fillRest(query, tenantId)
  return tenantId
}
