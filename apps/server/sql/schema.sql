-- Generated from the migrated database by pnpm generate. For readers; nothing runs it.

create table api_keys (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  principal_id bigint not null,
  name text not null,
  secret_hash bytea not null,
  hint text not null,
  scope jsonb not null default '{}'::jsonb,
  created_by_key_id bigint,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (tenant_id, id),
  constraint api_keys_tenant_id_principal_id_fkey FOREIGN KEY (tenant_id, principal_id) REFERENCES principals(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX api_keys_principal_idx ON public.api_keys USING btree (tenant_id, principal_id, id);
CREATE UNIQUE INDEX api_keys_secret_hash_key ON public.api_keys USING btree (tenant_id, secret_hash);
alter table api_keys force row level security;
create policy function on api_keys to facet_function using (true) with check (true);
create policy service on api_keys to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE TRIGGER api_keys_ending AFTER DELETE ON public.api_keys FOR EACH ROW EXECUTE FUNCTION facet_record_ending('api_key');
CREATE CONSTRAINT TRIGGER api_keys_revocation AFTER DELETE OR UPDATE ON public.api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION facet_raise_revocation_epoch();

create table app_config (
  tenant_id bigint not null,
  config jsonb not null default '{}'::jsonb,
  updated_at timestamp with time zone not null default now(),
  constraint app_config_pkey PRIMARY KEY (tenant_id),
  constraint app_config_config_check CHECK ((octet_length((config)::text) <= 1048576)),
  constraint app_config_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
alter table app_config force row level security;
create policy function on app_config to facet_function using (true) with check (true);
create policy service on app_config to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE CONSTRAINT TRIGGER app_config_changed_revocation AFTER UPDATE ON public.app_config DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.config #> '{appTheme,typography}'::text[]) IS DISTINCT FROM (new.config #> '{appTheme,typography}'::text[]))) EXECUTE FUNCTION facet_raise_revocation_epoch();
CREATE CONSTRAINT TRIGGER app_config_revocation AFTER INSERT ON public.app_config DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.config #> '{appTheme,typography}'::text[]) IS NOT NULL)) EXECUTE FUNCTION facet_raise_revocation_epoch();

create table audit_entries (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  at timestamp with time zone not null default now(),
  operation text not null,
  outcome text not null,
  actor_kind text not null,
  actor_id bigint,
  actor_name text not null,
  credential_id bigint,
  targets jsonb not null,
  request_id text,
  failure_code text,
  constraint audit_entries_pkey PRIMARY KEY (tenant_id, id, at),
  constraint audit_entries_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['user'::text, 'service_account'::text, 'operator'::text, 'external_user'::text, 'remote'::text, 'node'::text]))),
  constraint audit_entries_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text]))),
  constraint audit_entries_targets_check CHECK ((jsonb_typeof(targets) = 'array'::text))
) partition by RANGE (at);
CREATE INDEX audit_entries_newest_idx ON ONLY public.audit_entries USING btree (tenant_id, at DESC, id DESC);
CREATE INDEX audit_entries_operation_idx ON ONLY public.audit_entries USING btree (tenant_id, operation, at DESC, id DESC);
alter table audit_entries force row level security;
create policy function on audit_entries to facet_function using (true) with check (true);
create policy service on audit_entries to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table branches (
  tenant_id bigint not null,
  deployment_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  name text not null,
  kind text not null,
  parent_id bigint,
  principal_id bigint,
  is_own_fork boolean not null default false,
  is_staging boolean not null default false,
  expires_at timestamp with time zone,
  pulled_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint branches_pkey PRIMARY KEY (tenant_id, deployment_id, id),
  constraint branches_kind_check CHECK ((kind = ANY (ARRAY['shared'::text, 'dev'::text]))),
  constraint branches_tenant_id_deployment_id_fkey FOREIGN KEY (tenant_id, deployment_id) REFERENCES repositories(tenant_id, deployment_id) ON DELETE CASCADE,
  constraint branches_tenant_id_deployment_id_parent_id_fkey FOREIGN KEY (tenant_id, deployment_id, parent_id) REFERENCES branches(tenant_id, deployment_id, id) ON DELETE SET NULL (parent_id)
);
CREATE INDEX branches_expiry_idx ON public.branches USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX branches_parent_idx ON public.branches USING btree (tenant_id, deployment_id, parent_id);
CREATE UNIQUE INDEX branches_fork_key ON public.branches USING btree (tenant_id, deployment_id, principal_id, parent_id) WHERE ((kind = 'dev'::text) AND (NOT is_own_fork));
CREATE UNIQUE INDEX branches_name_key ON public.branches USING btree (tenant_id, deployment_id, name);
alter table branches force row level security;
create policy function on branches to facet_function using (true) with check (true);
create policy service on branches to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table builds (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  deployment_id bigint not null,
  environment_id bigint not null,
  branch_name text not null,
  reason text not null,
  status text not null default 'queued'::text,
  commit_hash text,
  files_hash text,
  content_hash text,
  engine_version text,
  error_text text,
  errors jsonb not null default '[]'::jsonb,
  report jsonb,
  artifact_key text,
  artifact_sha256 text,
  artifact_bytes bigint,
  workflow_started_at timestamp with time zone,
  request_id text,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  members jsonb,
  constraint builds_pkey PRIMARY KEY (tenant_id, id),
  constraint builds_members_check CHECK ((octet_length((members)::text) <= 16777216)) NOT VALID,
  constraint builds_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'building'::text, 'warmup'::text, 'built'::text, 'failed'::text, 'cancelled'::text]))),
  constraint builds_tenant_id_deployment_id_fkey FOREIGN KEY (tenant_id, deployment_id) REFERENCES deployments(tenant_id, id) ON DELETE CASCADE,
  constraint builds_tenant_id_environment_id_fkey FOREIGN KEY (tenant_id, environment_id) REFERENCES environments(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX builds_artifact_idx ON public.builds USING btree (tenant_id, artifact_key) WHERE (artifact_key IS NOT NULL);
CREATE INDEX builds_content_idx ON public.builds USING btree (tenant_id, environment_id, content_hash) WHERE (status = 'built'::text);
CREATE INDEX builds_deployment_idx ON public.builds USING btree (tenant_id, deployment_id, id);
CREATE INDEX builds_environment_idx ON public.builds USING btree (tenant_id, environment_id, id);
CREATE INDEX builds_open_idx ON public.builds USING btree (created_at, id) WHERE (status = ANY (ARRAY['queued'::text, 'building'::text, 'warmup'::text]));
alter table builds force row level security;
create policy function on builds to facet_function using (true) with check (true);
create policy service on builds to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE TRIGGER reference_artifact AFTER INSERT OR UPDATE OF artifact_key ON public.builds FOR EACH ROW WHEN ((new.artifact_key IS NOT NULL)) EXECUTE FUNCTION facet_unreference_artifact();
CREATE TRIGGER unreference_artifact AFTER DELETE ON public.builds FOR EACH ROW WHEN ((old.artifact_key IS NOT NULL)) EXECUTE FUNCTION facet_unreference_artifact();

create table catalog_epochs (
  tenant_id bigint not null,
  scope bigint not null,
  epoch bigint not null default 1,
  constraint catalog_epochs_pkey PRIMARY KEY (tenant_id, scope),
  constraint catalog_epochs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
alter table catalog_epochs force row level security;
create policy function on catalog_epochs to facet_function using (true) with check (true);
create policy service on catalog_epochs to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table content_favorites (
  tenant_id bigint not null,
  viewer_id bigint not null,
  item_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint content_favorites_pkey PRIMARY KEY (tenant_id, viewer_id, item_id),
  constraint content_favorites_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES content_items(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX content_favorites_item_idx ON public.content_favorites USING btree (tenant_id, item_id);
alter table content_favorites force row level security;
create policy function on content_favorites to facet_function using (true) with check (true);
create policy service on content_favorites to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table content_grants (
  tenant_id bigint not null,
  item_id bigint not null,
  deployment_id bigint not null,
  item_embed_tenant_id bigint not null default 0,
  item_kind text not null,
  grantee_kind text not null,
  principal_id bigint,
  group_id bigint,
  external_user_id bigint,
  embed_tenant_id bigint,
  grantee_id bigint not null default 
CASE
    WHEN (principal_id IS NOT NULL) THEN principal_id
    WHEN (group_id IS NOT NULL) THEN group_id
    WHEN (external_user_id IS NOT NULL) THEN external_user_id
    WHEN (embed_tenant_id IS NOT NULL) THEN embed_tenant_id
    WHEN (grantee_kind = 'all_embed_users'::text) THEN ('-1'::integer)::bigint
    ELSE (0)::bigint
END,
  level integer not null,
  granted_by bigint,
  granted_at timestamp with time zone not null default now(),
  constraint content_grants_pkey PRIMARY KEY (tenant_id, item_id, grantee_id),
  constraint content_grants_grantee_check CHECK (((num_nonnulls(principal_id, group_id, external_user_id, embed_tenant_id) <= 1) AND
CASE grantee_kind
    WHEN 'user'::text THEN (principal_id IS NOT NULL)
    WHEN 'group'::text THEN (group_id IS NOT NULL)
    WHEN 'external_user'::text THEN (external_user_id IS NOT NULL)
    WHEN 'embed_tenant'::text THEN (embed_tenant_id IS NOT NULL)
    WHEN 'all_embed_users'::text THEN (grantee_id = '-1'::integer)
    ELSE (num_nonnulls(principal_id, group_id, external_user_id) = 0)
END)),
  constraint content_grants_grantee_kind_check CHECK ((grantee_kind = ANY (ARRAY['user'::text, 'group'::text, 'organisation'::text, 'external_user'::text, 'all_embed_users'::text, 'embed_tenant'::text]))),
  constraint content_grants_item_kind_check CHECK ((item_kind = ANY (ARRAY['folder'::text, 'workbook'::text, 'report'::text]))),
  constraint content_grants_level_check CHECK (((level >= 1) AND (level <= 3))),
  constraint content_grants_tenant_id_embed_tenant_id_fkey FOREIGN KEY (tenant_id, embed_tenant_id) REFERENCES embed_tenants(tenant_id, id) ON DELETE CASCADE,
  constraint content_grants_tenant_id_external_user_id_fkey FOREIGN KEY (tenant_id, external_user_id) REFERENCES external_users(tenant_id, id) ON DELETE CASCADE,
  constraint content_grants_tenant_id_group_id_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES groups(tenant_id, id) ON DELETE CASCADE,
  constraint content_grants_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES content_items(tenant_id, id) ON DELETE CASCADE,
  constraint content_grants_tenant_id_principal_id_fkey FOREIGN KEY (tenant_id, principal_id) REFERENCES principals(tenant_id, id) ON DELETE CASCADE,
  constraint content_grants_view_only_check CHECK (((level = 1) OR (grantee_kind <> ALL (ARRAY['all_embed_users'::text, 'embed_tenant'::text]))))
);
CREATE INDEX content_grants_embed_tenant_idx ON public.content_grants USING btree (tenant_id, embed_tenant_id) WHERE (embed_tenant_id IS NOT NULL);
CREATE INDEX content_grants_external_user_idx ON public.content_grants USING btree (tenant_id, external_user_id) WHERE (external_user_id IS NOT NULL);
CREATE INDEX content_grants_grantee_idx ON public.content_grants USING btree (tenant_id, deployment_id, item_embed_tenant_id, grantee_id, item_kind, item_id);
CREATE INDEX content_grants_group_idx ON public.content_grants USING btree (tenant_id, group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX content_grants_principal_idx ON public.content_grants USING btree (tenant_id, principal_id) WHERE (principal_id IS NOT NULL);
alter table content_grants force row level security;
create policy function on content_grants to facet_function using (true) with check (true);
create policy service on content_grants to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE TRIGGER content_grants_added AFTER INSERT ON public.content_grants REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION facet_content_item_grants();
CREATE TRIGGER content_grants_adding BEFORE INSERT ON public.content_grants FOR EACH ROW EXECUTE FUNCTION facet_content_grant_workspace();

create table content_imports (
  tenant_id bigint not null,
  item_id bigint not null,
  part text not null,
  revision text not null,
  imported_at timestamp with time zone not null default now(),
  constraint content_imports_pkey PRIMARY KEY (tenant_id, item_id, part),
  constraint content_imports_part_check CHECK ((part = ANY (ARRAY['item'::text, 'dashboard'::text]))),
  constraint content_imports_revision_check CHECK ((char_length(revision) <= 100)),
  constraint content_imports_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES content_items(tenant_id, id) ON DELETE CASCADE
);
alter table content_imports force row level security;
create policy function on content_imports to facet_function using (true) with check (true);
create policy service on content_imports to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table content_items (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  deployment_id bigint not null,
  embed_tenant_id bigint not null default 0,
  kind text not null,
  parent_id bigint,
  workbook_id bigint,
  owner_id bigint,
  name text not null,
  sort_name text not null,
  sort_key text not null default "left"(sort_name, 100),
  position integer not null default 0,
  has_grants boolean not null default false,
  created_by bigint,
  updated_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint content_items_pkey PRIMARY KEY (tenant_id, id),
  constraint content_items_check CHECK ((parent_id <> id)),
  constraint content_items_kind_check CHECK ((kind = ANY (ARRAY['folder'::text, 'workbook'::text, 'report'::text]))),
  constraint content_items_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
  constraint content_items_sort_name_check CHECK ((char_length(sort_name) <= 255)),
  constraint content_items_tenant_id_deployment_id_fkey FOREIGN KEY (tenant_id, deployment_id) REFERENCES deployments(tenant_id, id) ON DELETE CASCADE,
  constraint content_items_tenant_id_parent_id_fkey FOREIGN KEY (tenant_id, parent_id) REFERENCES content_items(tenant_id, id),
  constraint content_items_workbook_check CHECK (((workbook_id IS NULL) OR ((kind = 'report'::text) AND (workbook_id = parent_id))))
);
CREATE INDEX content_items_created_idx ON public.content_items USING btree (tenant_id, deployment_id, embed_tenant_id, kind, created_at, id);
CREATE INDEX content_items_embed_tenant_idx ON public.content_items USING btree (tenant_id, embed_tenant_id, kind) WHERE (embed_tenant_id <> 0);
CREATE INDEX content_items_folder_idx ON public.content_items USING btree (tenant_id, deployment_id, embed_tenant_id, parent_id, "position", id) WHERE (kind = 'folder'::text);
CREATE INDEX content_items_name_idx ON public.content_items USING btree (tenant_id, deployment_id, embed_tenant_id, kind, sort_key, id) INCLUDE (parent_id, owner_id, has_grants);
CREATE INDEX content_items_owner_idx ON public.content_items USING btree (tenant_id, deployment_id, embed_tenant_id, owner_id, kind, id) WHERE (owner_id IS NOT NULL);
CREATE INDEX content_items_parent_idx ON public.content_items USING btree (tenant_id, parent_id, kind, sort_key, id) WHERE (parent_id IS NOT NULL);
CREATE INDEX content_items_parent_updated_idx ON public.content_items USING btree (tenant_id, parent_id, kind, updated_at, id) WHERE (parent_id IS NOT NULL);
CREATE INDEX content_items_position_idx ON public.content_items USING btree (tenant_id, deployment_id, embed_tenant_id, "position", id) WHERE (kind = 'folder'::text);
CREATE INDEX content_items_root_idx ON public.content_items USING btree (tenant_id, deployment_id, embed_tenant_id, kind, sort_key, id) WHERE (parent_id IS NULL);
CREATE INDEX content_items_root_updated_idx ON public.content_items USING btree (tenant_id, deployment_id, embed_tenant_id, kind, updated_at, id) WHERE (parent_id IS NULL);
CREATE INDEX content_items_search_idx ON public.content_items USING gin (deployment_id, sort_name facet_extensions.gin_trgm_ops);
CREATE INDEX content_items_updated_idx ON public.content_items USING btree (tenant_id, deployment_id, embed_tenant_id, kind, updated_at, id);
CREATE UNIQUE INDEX content_items_folder_name_key ON public.content_items USING btree (tenant_id, deployment_id, embed_tenant_id, parent_id, sort_name) NULLS NOT DISTINCT WHERE (kind = 'folder'::text);
alter table content_items force row level security;
create policy function on content_items to facet_function using (true) with check (true);
create policy service on content_items to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table content_members (
  tenant_id bigint not null,
  deployment_id bigint not null,
  embed_tenant_id bigint not null,
  item_id bigint not null,
  state text not null,
  used_in text not null,
  part text not null,
  member text not null,
  member_key text not null default lower(member),
  by_text boolean not null,
  constraint content_members_pkey PRIMARY KEY (tenant_id, item_id, state, used_in, part, member),
  constraint content_members_member_check CHECK ((char_length(member) <= 255)),
  constraint content_members_part_check CHECK ((char_length(part) <= 128)),
  constraint content_members_state_check CHECK ((state = ANY (ARRAY['saved'::text, 'published'::text]))),
  constraint content_members_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES content_items(tenant_id, id) ON DELETE CASCADE,
  constraint content_members_used_in_check CHECK ((used_in = ANY (ARRAY['query'::text, 'chart'::text, 'filter'::text, 'calculated'::text, 'sql'::text])))
);
CREATE INDEX content_members_member_idx ON public.content_members USING btree (tenant_id, deployment_id, member_key, member, embed_tenant_id, item_id);
alter table content_members force row level security;
create policy function on content_members to facet_function using (true) with check (true);
create policy service on content_members to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table content_reports (
  tenant_id bigint not null,
  id bigint not null,
  public_id text not null,
  title text,
  description text,
  json_query text,
  sql_query text,
  pivot_items jsonb,
  meta jsonb,
  source text,
  version integer not null default 1,
  refreshed_by bigint,
  refreshed_at timestamp with time zone,
  embed_tenant_id bigint not null default 0,
  constraint content_reports_pkey PRIMARY KEY (tenant_id, id),
  constraint content_reports_description_check CHECK ((char_length(description) <= 10000)),
  constraint content_reports_json_query_check CHECK ((octet_length(json_query) <= 1048576)),
  constraint content_reports_meta_check CHECK ((octet_length((meta)::text) <= 4194304)),
  constraint content_reports_pivot_items_check CHECK ((octet_length((pivot_items)::text) <= 1048576)),
  constraint content_reports_public_id_check CHECK ((public_id ~ '^[0-9A-Za-z]{12}$'::text)),
  constraint content_reports_source_check CHECK ((source = ANY (ARRAY['GOOGLE_SHEETS'::text, 'EXCEL'::text, 'PLAYGROUND'::text, 'D3'::text]))),
  constraint content_reports_sql_query_check CHECK ((octet_length(sql_query) <= 1048576)),
  constraint content_reports_tenant_id_id_fkey FOREIGN KEY (tenant_id, id) REFERENCES content_items(tenant_id, id) ON DELETE CASCADE,
  constraint content_reports_title_check CHECK ((char_length(title) <= 1000))
);
CREATE UNIQUE INDEX content_reports_own_public_id_key ON public.content_reports USING btree (tenant_id, embed_tenant_id, public_id);
alter table content_reports force row level security;
create policy function on content_reports to facet_function using (true) with check (true);
create policy service on content_reports to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table content_views (
  tenant_id bigint not null,
  viewer_id bigint not null,
  item_id bigint not null,
  viewed_at timestamp with time zone not null default now(),
  constraint content_views_pkey PRIMARY KEY (tenant_id, viewer_id, item_id),
  constraint content_views_tenant_id_item_id_fkey FOREIGN KEY (tenant_id, item_id) REFERENCES content_items(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX content_views_item_idx ON public.content_views USING btree (tenant_id, item_id);
CREATE INDEX content_views_newest_idx ON public.content_views USING btree (tenant_id, viewer_id, viewed_at DESC, item_id DESC);
alter table content_views force row level security;
create policy function on content_views to facet_function using (true) with check (true);
create policy service on content_views to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table content_workbooks (
  tenant_id bigint not null,
  id bigint not null,
  deployment_id bigint not null,
  embed_tenant_id bigint not null default 0,
  slug text,
  meta jsonb not null default '{}'::jsonb,
  calculated_fields jsonb not null default '{}'::jsonb,
  dashboard_draft jsonb,
  file_key text not null default substr(translate(encode(sha256(((gen_random_uuid())::text)::bytea), 'base64'::text), '+/='::text, ''::text), 1, 12),
  constraint content_workbooks_pkey PRIMARY KEY (tenant_id, id),
  constraint content_workbooks_calculated_fields_check CHECK ((octet_length((calculated_fields)::text) <= 1048576)),
  constraint content_workbooks_dashboard_draft_check CHECK ((octet_length((dashboard_draft)::text) <= 8388608)),
  constraint content_workbooks_file_key_check CHECK ((file_key ~ '^[0-9A-Za-z]{12}$'::text)),
  constraint content_workbooks_meta_check CHECK ((octet_length((meta)::text) <= 4194304)),
  constraint content_workbooks_slug_check CHECK ((slug ~ '^[a-z0-9][a-z0-9_-]{0,99}$'::text)),
  constraint content_workbooks_tenant_id_id_fkey FOREIGN KEY (tenant_id, id) REFERENCES content_items(tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX content_workbooks_file_key ON public.content_workbooks USING btree (tenant_id, deployment_id, embed_tenant_id, file_key);
CREATE UNIQUE INDEX content_workbooks_slug_key ON public.content_workbooks USING btree (tenant_id, deployment_id, embed_tenant_id, slug);
alter table content_workbooks force row level security;
create policy function on content_workbooks to facet_function using (true) with check (true);
create policy service on content_workbooks to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table dashboard_charts (
  tenant_id bigint not null,
  version_id bigint not null,
  report_id bigint not null,
  compiler text not null,
  vega jsonb,
  uses_geo boolean not null default false,
  problem text,
  constraint dashboard_charts_pkey PRIMARY KEY (tenant_id, version_id, report_id),
  constraint dashboard_charts_check CHECK (((vega IS NULL) <> (problem IS NULL))),
  constraint dashboard_charts_compiler_check CHECK ((char_length(compiler) <= 100)),
  constraint dashboard_charts_problem_check CHECK ((char_length(problem) <= 1000)),
  constraint dashboard_charts_tenant_id_version_id_fkey FOREIGN KEY (tenant_id, version_id) REFERENCES dashboard_versions(tenant_id, id) ON DELETE CASCADE,
  constraint dashboard_charts_vega_check CHECK ((octet_length((vega)::text) <= 4194304))
);
alter table dashboard_charts force row level security;
create policy function on dashboard_charts to facet_function using (true) with check (true);
create policy service on dashboard_charts to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table dashboard_grants (
  tenant_id bigint not null,
  dashboard_id bigint not null,
  principal_id bigint,
  group_id bigint,
  grantee_id bigint not null default 
CASE
    WHEN (principal_id IS NOT NULL) THEN principal_id
    WHEN (group_id IS NOT NULL) THEN group_id
    ELSE (0)::bigint
END,
  granted_by bigint,
  granted_at timestamp with time zone not null default now(),
  constraint dashboard_grants_pkey PRIMARY KEY (tenant_id, dashboard_id, grantee_id),
  constraint dashboard_grants_grantee_check CHECK ((num_nonnulls(principal_id, group_id) <= 1)),
  constraint dashboard_grants_tenant_id_dashboard_id_fkey FOREIGN KEY (tenant_id, dashboard_id) REFERENCES dashboards(tenant_id, id) ON DELETE CASCADE,
  constraint dashboard_grants_tenant_id_group_id_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES groups(tenant_id, id) ON DELETE CASCADE,
  constraint dashboard_grants_tenant_id_principal_id_fkey FOREIGN KEY (tenant_id, principal_id) REFERENCES principals(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX dashboard_grants_group_idx ON public.dashboard_grants USING btree (tenant_id, group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX dashboard_grants_principal_idx ON public.dashboard_grants USING btree (tenant_id, principal_id) WHERE (principal_id IS NOT NULL);
alter table dashboard_grants force row level security;
create policy function on dashboard_grants to facet_function using (true) with check (true);
create policy service on dashboard_grants to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table dashboard_versions (
  tenant_id bigint not null,
  dashboard_id bigint not null,
  number integer not null,
  id bigint not null default nextval('facet_ids'::regclass),
  title text,
  description text,
  config jsonb not null,
  snapshots jsonb not null default '[]'::jsonb,
  published_by bigint,
  published_at timestamp with time zone not null default now(),
  constraint dashboard_versions_pkey PRIMARY KEY (tenant_id, dashboard_id, number),
  constraint dashboard_versions_config_check CHECK ((octet_length((config)::text) <= 8388608)),
  constraint dashboard_versions_description_check CHECK ((char_length(description) <= 10000)),
  constraint dashboard_versions_snapshots_check CHECK ((octet_length((snapshots)::text) <= 67108864)),
  constraint dashboard_versions_tenant_id_dashboard_id_fkey FOREIGN KEY (tenant_id, dashboard_id) REFERENCES dashboards(tenant_id, id) ON DELETE CASCADE,
  constraint dashboard_versions_title_check CHECK ((char_length(title) <= 1000))
);
CREATE UNIQUE INDEX dashboard_versions_id_key ON public.dashboard_versions USING btree (tenant_id, id);
alter table dashboard_versions force row level security;
create policy function on dashboard_versions to facet_function using (true) with check (true);
create policy service on dashboard_versions to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table dashboards (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  deployment_id bigint not null,
  workbook_id bigint not null,
  public_id text not null,
  status text not null default 'published'::text,
  allow_embed boolean not null default false,
  version_number integer not null,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint dashboards_pkey PRIMARY KEY (tenant_id, id),
  constraint dashboards_public_id_check CHECK ((public_id ~ '^[0-9A-Za-z]{12}$'::text)),
  constraint dashboards_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text]))),
  constraint dashboards_tenant_id_workbook_id_fkey FOREIGN KEY (tenant_id, workbook_id) REFERENCES content_workbooks(tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX dashboards_public_id_key ON public.dashboards USING btree (tenant_id, public_id);
CREATE UNIQUE INDEX dashboards_workbook_key ON public.dashboards USING btree (tenant_id, workbook_id);
alter table dashboards force row level security;
create policy function on dashboards to facet_function using (true) with check (true);
create policy service on dashboards to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table data_keys (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  encryption_key_id bigint not null,
  wrapped bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint data_keys_pkey PRIMARY KEY (tenant_id, id),
  constraint data_keys_encryption_key_id_fkey FOREIGN KEY (encryption_key_id) REFERENCES encryption_keys(id),
  constraint data_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE INDEX data_keys_encryption_key_idx ON public.data_keys USING btree (encryption_key_id);
alter table data_keys force row level security;
create policy function on data_keys to facet_function using (true) with check (true);
create policy service on data_keys to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table data_tokens (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  deployment_id bigint not null,
  environment_id bigint not null,
  kind text not null,
  secret_hash bytea not null,
  token_sealed bytea not null,
  context_sealed bytea,
  scopes text[] not null default '{}'::text[],
  key_id bigint,
  principal_id bigint,
  grant_bucket integer,
  grant_id bigint,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint data_tokens_pkey PRIMARY KEY (tenant_id, id),
  constraint data_tokens_check CHECK ((((key_id IS NOT NULL) AND (principal_id IS NOT NULL)) OR ((grant_bucket IS NOT NULL) AND (grant_id IS NOT NULL)))),
  constraint data_tokens_check1 CHECK (((context_sealed IS NULL) = ((kind = 'deployment'::text) AND (grant_id IS NULL)))),
  constraint data_tokens_kind_check CHECK ((kind = ANY (ARRAY['environment'::text, 'meta_sync'::text, 'deployment'::text]))),
  constraint data_tokens_tenant_id_environment_id_fkey FOREIGN KEY (tenant_id, environment_id) REFERENCES environments(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX data_tokens_environment_idx ON public.data_tokens USING btree (tenant_id, environment_id, id);
CREATE INDEX data_tokens_expiry_idx ON public.data_tokens USING btree (expires_at);
CREATE UNIQUE INDEX data_tokens_secret_key ON public.data_tokens USING btree (tenant_id, secret_hash);
alter table data_tokens force row level security;
create policy function on data_tokens to facet_function using (true) with check (true);
create policy service on data_tokens to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table dbt_catalogs (
  tenant_id bigint not null,
  manifest_id bigint not null,
  object_key text not null,
  sha256 text not null,
  size_bytes bigint not null,
  is_packed boolean not null,
  created_at timestamp with time zone not null default now(),
  constraint dbt_catalogs_pkey PRIMARY KEY (tenant_id, manifest_id),
  constraint dbt_catalogs_tenant_id_manifest_id_fkey FOREIGN KEY (tenant_id, manifest_id) REFERENCES dbt_manifests(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX dbt_catalogs_object_idx ON public.dbt_catalogs USING btree (tenant_id, object_key);
alter table dbt_catalogs force row level security;
create policy function on dbt_catalogs to facet_function using (true) with check (true);
create policy service on dbt_catalogs to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE TRIGGER unreference_dbt_object AFTER INSERT OR DELETE ON public.dbt_catalogs FOR EACH ROW EXECUTE FUNCTION facet_unreference_dbt_object();

create table dbt_integrations (
  tenant_id bigint not null,
  deployment_id bigint not null,
  revision bigint not null default nextval('facet_ids'::regclass),
  url text not null,
  username text,
  token_sealed bytea,
  ssh_key_sealed bytea,
  ssh_public_key text,
  host_keys text[] not null default '{}'::text[],
  webhook_secret_sealed bytea not null,
  settings jsonb not null,
  updated_at timestamp with time zone not null default now(),
  default_branch text,
  constraint dbt_integrations_pkey PRIMARY KEY (tenant_id, deployment_id),
  constraint dbt_integrations_tenant_id_deployment_id_fkey FOREIGN KEY (tenant_id, deployment_id) REFERENCES deployments(tenant_id, id) ON DELETE CASCADE
);
alter table dbt_integrations force row level security;
create policy function on dbt_integrations to facet_function using (true) with check (true);
create policy service on dbt_integrations to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table dbt_manifests (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  deployment_id bigint not null,
  object_key text not null,
  sha256 text not null,
  size_bytes bigint not null,
  created_at timestamp with time zone not null default now(),
  is_packed boolean not null default false,
  constraint dbt_manifests_pkey PRIMARY KEY (tenant_id, id),
  constraint dbt_manifests_tenant_id_deployment_id_fkey FOREIGN KEY (tenant_id, deployment_id) REFERENCES deployments(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX dbt_manifests_age_idx ON public.dbt_manifests USING btree (created_at);
CREATE INDEX dbt_manifests_deployment_idx ON public.dbt_manifests USING btree (tenant_id, deployment_id, id);
CREATE INDEX dbt_manifests_object_idx ON public.dbt_manifests USING btree (tenant_id, object_key);
alter table dbt_manifests force row level security;
create policy function on dbt_manifests to facet_function using (true) with check (true);
create policy service on dbt_manifests to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE TRIGGER unreference_dbt_object AFTER INSERT OR DELETE ON public.dbt_manifests FOR EACH ROW EXECUTE FUNCTION facet_unreference_dbt_object();

create table dbt_push_notices (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  deployment_id bigint not null,
  branch text not null,
  before_sha text,
  after_sha text not null,
  sync_id bigint not null,
  received_at timestamp with time zone not null default now(),
  constraint dbt_push_notices_pkey PRIMARY KEY (tenant_id, id),
  constraint dbt_push_notices_tenant_id_deployment_id_fkey FOREIGN KEY (tenant_id, deployment_id) REFERENCES dbt_integrations(tenant_id, deployment_id) ON DELETE CASCADE
);
CREATE INDEX dbt_push_notices_branch_idx ON public.dbt_push_notices USING btree (tenant_id, deployment_id, branch, id);
alter table dbt_push_notices force row level security;
create policy function on dbt_push_notices to facet_function using (true) with check (true);
create policy service on dbt_push_notices to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table dbt_sync_log_lines (
  tenant_id bigint not null,
  sync_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  logged_at timestamp with time zone not null,
  message text not null,
  constraint dbt_sync_log_lines_pkey PRIMARY KEY (tenant_id, sync_id, id),
  constraint dbt_sync_log_lines_tenant_id_sync_id_fkey FOREIGN KEY (tenant_id, sync_id) REFERENCES dbt_syncs(tenant_id, id) ON DELETE CASCADE
);
alter table dbt_sync_log_lines force row level security;
create policy function on dbt_sync_log_lines to facet_function using (true) with check (true);
create policy service on dbt_sync_log_lines to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table dbt_sync_objects (
  tenant_id bigint not null,
  sync_id bigint not null,
  kind text not null,
  object_key text not null,
  sha256 text not null,
  size_bytes bigint not null,
  constraint dbt_sync_objects_pkey PRIMARY KEY (tenant_id, sync_id, kind),
  constraint dbt_sync_objects_tenant_id_sync_id_fkey FOREIGN KEY (tenant_id, sync_id) REFERENCES dbt_syncs(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX dbt_sync_objects_object_idx ON public.dbt_sync_objects USING btree (tenant_id, object_key);
alter table dbt_sync_objects force row level security;
create policy function on dbt_sync_objects to facet_function using (true) with check (true);
create policy service on dbt_sync_objects to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE TRIGGER unreference_dbt_object AFTER INSERT OR DELETE ON public.dbt_sync_objects FOR EACH ROW EXECUTE FUNCTION facet_unreference_dbt_object();

create table dbt_sync_outcomes (
  tenant_id bigint not null,
  sync_id bigint not null,
  deployment_id bigint not null,
  status text not null,
  completed_at timestamp with time zone not null,
  duration_ms bigint not null,
  error_message text,
  failed_phase text,
  problem jsonb,
  last_stage text not null,
  phases jsonb not null default '[]'::jsonb,
  stats jsonb,
  commit_hash text,
  generated_files text[] not null default '{}'::text[],
  constraint dbt_sync_outcomes_pkey PRIMARY KEY (tenant_id, sync_id),
  constraint dbt_sync_outcomes_duration_ms_check CHECK ((duration_ms >= 0)),
  constraint dbt_sync_outcomes_status_check CHECK ((status = ANY (ARRAY['COMPLETED'::text, 'FAILED'::text, 'CANCELLED'::text]))),
  constraint dbt_sync_outcomes_tenant_id_sync_id_fkey FOREIGN KEY (tenant_id, sync_id) REFERENCES dbt_syncs(tenant_id, id) ON DELETE CASCADE
);
alter table dbt_sync_outcomes force row level security;
create policy function on dbt_sync_outcomes to facet_function using (true) with check (true);
create policy service on dbt_sync_outcomes to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE TRIGGER note_dbt_outcome AFTER INSERT OR DELETE ON public.dbt_sync_outcomes FOR EACH ROW EXECUTE FUNCTION facet_note_dbt_outcome();

create table dbt_syncs (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  deployment_id bigint not null,
  trigger text not null,
  branch_name text not null,
  is_branch_generated boolean not null default false,
  is_preview boolean not null default false,
  git_ref text,
  manifest_id bigint,
  trigger_context jsonb,
  user_id bigint,
  author jsonb not null,
  request_id text,
  started_at timestamp with time zone not null,
  launched_at timestamp with time zone not null default now(),
  workflow_started_at timestamp with time zone,
  begun_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  committed_at timestamp with time zone,
  closed_at timestamp with time zone,
  lost_at timestamp with time zone,
  stage text not null default 'INITIALIZING'::text,
  message text,
  head_sha text,
  content_hash text,
  generated jsonb,
  updated_at timestamp with time zone not null default now(),
  constraint dbt_syncs_pkey PRIMARY KEY (tenant_id, id),
  constraint dbt_syncs_tenant_id_deployment_id_fkey FOREIGN KEY (tenant_id, deployment_id) REFERENCES deployments(tenant_id, id) ON DELETE CASCADE,
  constraint dbt_syncs_trigger_check CHECK ((trigger = ANY (ARRAY['manual'::text, 'api'::text, 'webhook'::text, 'agent'::text, 'unknown'::text])))
);
CREATE INDEX dbt_syncs_age_idx ON public.dbt_syncs USING btree (launched_at);
CREATE INDEX dbt_syncs_content_idx ON public.dbt_syncs USING btree (tenant_id, deployment_id, content_hash, id) WHERE (content_hash IS NOT NULL);
CREATE INDEX dbt_syncs_deployment_idx ON public.dbt_syncs USING btree (tenant_id, deployment_id, id);
CREATE INDEX dbt_syncs_manifest_idx ON public.dbt_syncs USING btree (tenant_id, manifest_id) WHERE (manifest_id IS NOT NULL);
CREATE INDEX dbt_syncs_open_idx ON public.dbt_syncs USING btree (tenant_id, deployment_id, branch_name, id) WHERE ((closed_at IS NULL) AND (lost_at IS NULL));
CREATE INDEX dbt_syncs_silent_idx ON public.dbt_syncs USING btree (updated_at, id) WHERE ((closed_at IS NULL) AND (lost_at IS NULL));
alter table dbt_syncs force row level security;
create policy function on dbt_syncs to facet_function using (true) with check (true);
create policy service on dbt_syncs to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table deployment_grants (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  deployment_id bigint not null,
  principal_id bigint,
  group_id bigint,
  grantee_id bigint not null default COALESCE(principal_id, group_id, (0)::bigint),
  action text not null,
  actions text[] not null,
  granted_by bigint,
  granted_at timestamp with time zone not null default now(),
  constraint deployment_grants_pkey PRIMARY KEY (tenant_id, id),
  constraint deployment_grants_action_check CHECK ((char_length(action) <= 100)),
  constraint deployment_grants_grantee_check CHECK ((num_nonnulls(principal_id, group_id) <= 1)),
  constraint deployment_grants_grantee_key UNIQUE (tenant_id, deployment_id, grantee_id),
  constraint deployment_grants_tenant_id_deployment_id_fkey FOREIGN KEY (tenant_id, deployment_id) REFERENCES deployments(tenant_id, id) ON DELETE CASCADE,
  constraint deployment_grants_tenant_id_group_id_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES groups(tenant_id, id) ON DELETE CASCADE,
  constraint deployment_grants_tenant_id_principal_id_fkey FOREIGN KEY (tenant_id, principal_id) REFERENCES principals(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX deployment_grants_grantee_idx ON public.deployment_grants USING btree (tenant_id, grantee_id);
alter table deployment_grants force row level security;
create policy function on deployment_grants to facet_function using (true) with check (true);
create policy service on deployment_grants to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE TRIGGER deployment_grants_ending AFTER DELETE ON public.deployment_grants FOR EACH ROW EXECUTE FUNCTION facet_record_ending('deployment_grant');
CREATE CONSTRAINT TRIGGER deployment_grants_revocation AFTER INSERT OR DELETE OR UPDATE ON public.deployment_grants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION facet_raise_revocation_epoch();

create table deployments (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  name text not null,
  slug text not null,
  creation_step text not null,
  creation_method text,
  cloud_provider text not null,
  region text not null,
  target_platform text not null,
  is_managed boolean not null,
  deploy_mode text,
  deploy_branch_name text not null default 'main'::text,
  deploy_branch_read_only boolean not null default false,
  deploy_branch_merge_allowed boolean not null default true,
  deploy_project_root text not null default ''::text,
  custom_domain text,
  template text not null default 'single'::text,
  template_variables jsonb not null default '{}'::jsonb,
  release_channel text not null default 'latest'::text,
  release_channel_version text not null,
  release_channel_version_hold boolean not null default false,
  launchpad_tabs text[] not null default '{}'::text[],
  default_launchpad_view_group text,
  csps_config jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  widening_merges text not null default 'allow'::text,
  model_code_edits text not null default 'model'::text,
  embed_without_policy text not null default 'refuse'::text,
  breaking_merges text not null default 'allow'::text,
  constraint deployments_pkey PRIMARY KEY (tenant_id, id),
  constraint deployments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE INDEX deployments_step_idx ON public.deployments USING btree (tenant_id, creation_step, id);
CREATE UNIQUE INDEX deployments_custom_domain_key ON public.deployments USING btree (lower(custom_domain));
CREATE UNIQUE INDEX deployments_name_key ON public.deployments USING btree (tenant_id, lower(name));
CREATE UNIQUE INDEX deployments_slug_key ON public.deployments USING btree (tenant_id, slug);
alter table deployments force row level security;
create policy function on deployments to facet_function using (true) with check (true);
create policy service on deployments to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE TRIGGER add_production_environment AFTER INSERT ON public.deployments FOR EACH ROW EXECUTE FUNCTION facet_add_production_environment();
CREATE TRIGGER deployments_custom_domain BEFORE INSERT OR UPDATE OF custom_domain ON public.deployments FOR EACH ROW WHEN ((new.custom_domain IS NOT NULL)) EXECUTE FUNCTION facet_hold_custom_domain();
CREATE CONSTRAINT TRIGGER deployments_revocation AFTER UPDATE OF slug, custom_domain, embed_without_policy ON public.deployments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION facet_raise_revocation_epoch();

create table dev_modes (
  tenant_id bigint not null,
  deployment_id bigint not null,
  credential_id bigint not null,
  branch_id bigint not null,
  entered_at timestamp with time zone not null default now(),
  constraint dev_modes_pkey PRIMARY KEY (tenant_id, deployment_id, credential_id),
  constraint dev_modes_tenant_id_deployment_id_branch_id_fkey FOREIGN KEY (tenant_id, deployment_id, branch_id) REFERENCES branches(tenant_id, deployment_id, id) ON DELETE CASCADE
);
CREATE INDEX dev_modes_branch_idx ON public.dev_modes USING btree (tenant_id, deployment_id, branch_id);
alter table dev_modes force row level security;
create policy function on dev_modes to facet_function using (true) with check (true);
create policy service on dev_modes to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table embed_grants (
  tenant_id bigint not null,
  bucket integer not null,
  id bigint not null,
  token_id bytea not null,
  session_bucket integer not null,
  deployment_id bigint not null,
  user_id bigint not null,
  is_internal boolean not null,
  embed_tenant_id bigint not null,
  api_key_id bigint not null,
  is_creator_mode boolean not null,
  group_ids bigint[] not null,
  identity jsonb not null,
  document jsonb not null,
  minted_at timestamp with time zone not null,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  restore_epoch integer not null,
  constraint embed_grants_pkey PRIMARY KEY (tenant_id, bucket, id),
  constraint embed_grants_token_id_check CHECK ((length(token_id) = 16))
) partition by RANGE (bucket);
CREATE INDEX embed_grants_deployment_idx ON ONLY public.embed_grants USING btree (tenant_id, deployment_id, id DESC);
CREATE INDEX embed_grants_embed_tenant_idx ON ONLY public.embed_grants USING btree (tenant_id, embed_tenant_id, id DESC);
CREATE INDEX embed_grants_key_idx ON ONLY public.embed_grants USING btree (tenant_id, api_key_id, id DESC);
CREATE INDEX embed_grants_newest_idx ON ONLY public.embed_grants USING btree (tenant_id, id DESC);
CREATE INDEX embed_grants_user_idx ON ONLY public.embed_grants USING btree (tenant_id, user_id, id DESC);
alter table embed_grants force row level security;
create policy function on embed_grants to facet_function using (true) with check (true);
create policy service on embed_grants to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table embed_sessions (
  tenant_id bigint not null,
  bucket integer not null,
  id bigint not null,
  secret_hash bytea not null,
  deployment_id bigint not null,
  user_id bigint not null,
  is_internal boolean not null,
  embed_tenant_id bigint not null,
  api_key_id bigint not null,
  is_creator_mode boolean not null,
  group_ids bigint[] not null,
  attribute_values jsonb not null,
  document jsonb not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  restore_epoch integer not null,
  grant_bucket integer,
  second_use_at timestamp with time zone,
  constraint embed_sessions_pkey PRIMARY KEY (tenant_id, bucket, id)
) partition by RANGE (bucket);
alter table embed_sessions force row level security;
create policy function on embed_sessions to facet_function using (true) with check (true);
create policy service on embed_sessions to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table embed_signing_keys (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  state text not null,
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_at timestamp with time zone not null default now(),
  retired_at timestamp with time zone,
  constraint embed_signing_keys_pkey PRIMARY KEY (tenant_id, id),
  constraint embed_signing_keys_state_check CHECK ((state = ANY (ARRAY['next'::text, 'active'::text, 'retired'::text]))),
  constraint embed_signing_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX embed_signing_keys_one_active ON public.embed_signing_keys USING btree (tenant_id) WHERE (state = 'active'::text);
CREATE UNIQUE INDEX embed_signing_keys_one_next ON public.embed_signing_keys USING btree (tenant_id) WHERE (state = 'next'::text);
alter table embed_signing_keys force row level security;
create policy function on embed_signing_keys to facet_function using (true) with check (true);
create policy service on embed_signing_keys to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE CONSTRAINT TRIGGER embed_signing_keys_revocation AFTER INSERT OR DELETE OR UPDATE ON public.embed_signing_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION facet_raise_revocation_epoch();

create table embed_tenants (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  name text not null,
  display_name text,
  created_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  constraint embed_tenants_pkey PRIMARY KEY (tenant_id, id),
  constraint embed_tenants_name_check CHECK ((name ~ '^[a-z][a-z0-9-]{3,34}[a-z0-9]$'::text)),
  constraint embed_tenants_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE INDEX embed_tenants_removed_idx ON public.embed_tenants USING btree (removed_at) WHERE (removed_at IS NOT NULL);
CREATE UNIQUE INDEX embed_tenants_name_key ON public.embed_tenants USING btree (tenant_id, name) WHERE (removed_at IS NULL);
alter table embed_tenants force row level security;
create policy function on embed_tenants to facet_function using (true) with check (true);
create policy service on embed_tenants to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE TRIGGER embed_tenants_changed AFTER UPDATE ON public.embed_tenants REFERENCING OLD TABLE AS changed_from NEW TABLE AS changed_to FOR EACH STATEMENT EXECUTE FUNCTION facet_change_catalogs('id', 'tenant_id, id, name, removed_at');
CREATE TRIGGER embed_tenants_ending AFTER DELETE ON public.embed_tenants FOR EACH ROW WHEN ((old.removed_at IS NULL)) EXECUTE FUNCTION facet_record_ending('embed_tenant');
CREATE TRIGGER embed_tenants_epochs AFTER INSERT ON public.embed_tenants REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION facet_add_catalog_epochs();
CREATE TRIGGER embed_tenants_removed AFTER DELETE ON public.embed_tenants REFERENCING OLD TABLE AS changed_from FOR EACH STATEMENT EXECUTE FUNCTION facet_change_catalogs('id');
CREATE TRIGGER embed_tenants_removed_ending AFTER UPDATE OF removed_at ON public.embed_tenants FOR EACH ROW WHEN (((new.removed_at IS NOT NULL) AND (old.removed_at IS NULL))) EXECUTE FUNCTION facet_record_ending('embed_tenant');

create table embed_watermarks (
  tenant_id bigint not null,
  kind text not null,
  subject_id bigint not null,
  revoked_before timestamp with time zone not null default clock_timestamp(),
  constraint embed_watermarks_pkey PRIMARY KEY (tenant_id, kind, subject_id),
  constraint embed_watermarks_kind_check CHECK ((kind = ANY (ARRAY['tenant'::text, 'session'::text, 'user'::text, 'embed_tenant'::text, 'group'::text, 'deployment'::text, 'key'::text, 'owner'::text]))),
  constraint embed_watermarks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE INDEX embed_watermarks_age_idx ON public.embed_watermarks USING btree (revoked_before);
alter table embed_watermarks force row level security;
create policy function on embed_watermarks to facet_function using (true) with check (true);
create policy service on embed_watermarks to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE CONSTRAINT TRIGGER embed_watermarks_revocation AFTER INSERT OR UPDATE ON public.embed_watermarks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION facet_raise_revocation_epoch();

create table encryption_keys (
  id bigint not null default nextval('facet_ids'::regclass),
  state text not null,
  root_key_id text not null,
  wrapped bytea not null,
  created_at timestamp with time zone not null default now(),
  activated_at timestamp with time zone,
  retired_at timestamp with time zone,
  constraint encryption_keys_pkey PRIMARY KEY (id),
  constraint encryption_keys_state_check CHECK ((state = ANY (ARRAY['distributed'::text, 'active'::text, 'retired'::text])))
);
CREATE UNIQUE INDEX encryption_keys_one_active ON public.encryption_keys USING btree (state) WHERE (state = 'active'::text);

create table endings (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  kind text not null,
  subject_id bigint not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint endings_pkey PRIMARY KEY (tenant_id, id)
);
alter table endings force row level security;
create policy function on endings to facet_function using (true) with check (true);
create policy service on endings to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table engine_logs (
  tenant_id bigint not null,
  deployment_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  source text not null,
  pod text not null,
  container text not null,
  build_id bigint,
  logged_at timestamp with time zone not null,
  message text not null,
  constraint engine_logs_pkey PRIMARY KEY (tenant_id, deployment_id, id),
  constraint engine_logs_source_check CHECK ((source = ANY (ARRAY['production'::text, 'dev'::text]))),
  constraint engine_logs_tenant_id_deployment_id_fkey FOREIGN KEY (tenant_id, deployment_id) REFERENCES deployments(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX engine_logs_age_idx ON public.engine_logs USING btree (logged_at);
CREATE INDEX engine_logs_time_idx ON public.engine_logs USING btree (tenant_id, deployment_id, logged_at DESC, id DESC);
alter table engine_logs force row level security;
create policy function on engine_logs to facet_function using (true) with check (true);
create policy service on engine_logs to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table engine_processes (
  tenant_id bigint not null,
  name text not null,
  deployment_id bigint not null,
  environment_id bigint not null,
  build_id bigint not null,
  node_id text not null,
  status text not null,
  restarts integer not null default 0,
  started_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint engine_processes_pkey PRIMARY KEY (tenant_id, name),
  constraint engine_processes_status_check CHECK ((status = ANY (ARRAY['starting'::text, 'ready'::text, 'draining'::text, 'failed'::text]))),
  constraint engine_processes_tenant_id_environment_id_fkey FOREIGN KEY (tenant_id, environment_id) REFERENCES environments(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX engine_processes_deployment_idx ON public.engine_processes USING btree (tenant_id, deployment_id, name);
CREATE INDEX engine_processes_environment_idx ON public.engine_processes USING btree (tenant_id, environment_id, name);
CREATE INDEX engine_processes_node_idx ON public.engine_processes USING btree (node_id);
alter table engine_processes force row level security;
create policy function on engine_processes to facet_function using (true) with check (true);
create policy service on engine_processes to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table engine_versions_run (
  tenant_id bigint not null,
  release_channel text not null,
  version text not null,
  first_run_at timestamp with time zone not null default now(),
  constraint engine_versions_run_pkey PRIMARY KEY (tenant_id, release_channel, version),
  constraint engine_versions_run_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
alter table engine_versions_run force row level security;
create policy function on engine_versions_run to facet_function using (true) with check (true);
create policy service on engine_versions_run to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table env_variables (
  tenant_id bigint not null,
  deployment_id bigint not null,
  name text not null,
  value_sealed bytea not null,
  updated_at timestamp with time zone not null default now(),
  constraint env_variables_pkey PRIMARY KEY (tenant_id, deployment_id, name),
  constraint env_variables_tenant_id_deployment_id_fkey FOREIGN KEY (tenant_id, deployment_id) REFERENCES deployments(tenant_id, id) ON DELETE CASCADE
);
alter table env_variables force row level security;
create policy function on env_variables to facet_function using (true) with check (true);
create policy service on env_variables to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE CONSTRAINT TRIGGER env_variables_no_secret_revocation AFTER DELETE ON public.env_variables DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.name = 'CUBEJS_API_SECRET'::text)) EXECUTE FUNCTION facet_raise_revocation_epoch();
CREATE CONSTRAINT TRIGGER env_variables_secret_revocation AFTER INSERT OR UPDATE ON public.env_variables DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.name = 'CUBEJS_API_SECRET'::text)) EXECUTE FUNCTION facet_raise_revocation_epoch();

create table environments (
  tenant_id bigint not null,
  deployment_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  type text not null,
  slug text,
  branch_id bigint,
  principal_id bigint,
  build_id bigint,
  created_at timestamp with time zone not null default now(),
  constraint environments_pkey PRIMARY KEY (tenant_id, id),
  constraint environments_tenant_id_deployment_id_fkey FOREIGN KEY (tenant_id, deployment_id) REFERENCES deployments(tenant_id, id) ON DELETE CASCADE,
  constraint environments_type_check CHECK ((type = ANY (ARRAY['production'::text, 'staging'::text, 'development'::text])))
);
CREATE INDEX environments_deployment_idx ON public.environments USING btree (tenant_id, deployment_id, type, id);
CREATE INDEX environments_slug_idx ON public.environments USING btree (slug) WHERE (type = 'production'::text);
CREATE UNIQUE INDEX environments_production_key ON public.environments USING btree (tenant_id, deployment_id) WHERE (type = 'production'::text);
alter table environments force row level security;
create policy function on environments to facet_function using (true) with check (true);
create policy service on environments to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE CONSTRAINT TRIGGER environments_revocation AFTER DELETE ON public.environments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION facet_raise_revocation_epoch();

create table external_user_counts (
  tenant_id bigint not null,
  embed_tenant_id bigint not null,
  slot integer not null,
  users bigint not null,
  constraint external_user_counts_pkey PRIMARY KEY (tenant_id, embed_tenant_id, slot),
  constraint external_user_counts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
alter table external_user_counts force row level security;
create policy function on external_user_counts to facet_function using (true) with check (true);
create policy service on external_user_counts to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table external_users (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  embed_tenant_id bigint not null default 0,
  external_id text not null,
  email text,
  display_name text,
  picture text,
  group_ids bigint[] not null default '{}'::bigint[],
  embed_group_ids bigint[] not null default '{}'::bigint[],
  tenant_group_ids bigint[] not null default '{}'::bigint[],
  attribute_values jsonb not null default '{}'::jsonb,
  fingerprint bytea,
  fingerprint_epochs bigint[],
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint external_users_pkey PRIMARY KEY (tenant_id, id),
  constraint external_users_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE INDEX external_users_email_idx ON public.external_users USING btree (tenant_id, embed_tenant_id, (
CASE
    WHEN (email IS NULL) THEN ''::text
    ELSE email
END), id);
CREATE UNIQUE INDEX external_users_external_id_key ON public.external_users USING btree (tenant_id, embed_tenant_id, external_id);
alter table external_users force row level security;
create policy function on external_users to facet_function using (true) with check (true);
create policy service on external_users to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE TRIGGER external_users_counted AFTER INSERT ON public.external_users REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION facet_count_added_users();
CREATE TRIGGER external_users_discounted AFTER DELETE ON public.external_users REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION facet_count_removed_users();
CREATE TRIGGER external_users_members_added AFTER INSERT ON public.external_users REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION facet_add_group_members();
CREATE TRIGGER external_users_members_changed AFTER UPDATE ON public.external_users REFERENCING OLD TABLE AS changed_from NEW TABLE AS changed_to FOR EACH STATEMENT EXECUTE FUNCTION facet_change_group_members();

create table group_members (
  tenant_id bigint not null,
  group_id bigint not null,
  user_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  constraint group_members_pkey PRIMARY KEY (tenant_id, group_id, user_id),
  constraint group_members_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES external_users(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX group_members_newest_idx ON public.group_members USING btree (tenant_id, group_id, id DESC);
CREATE INDEX group_members_user_idx ON public.group_members USING btree (tenant_id, user_id);
alter table group_members force row level security;
create policy function on group_members to facet_function using (true) with check (true);
create policy service on group_members to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table groups (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  embed_tenant_id bigint,
  namespace text not null,
  name text not null,
  description text,
  created_at timestamp with time zone not null default now(),
  constraint groups_pkey PRIMARY KEY (tenant_id, id),
  constraint groups_check CHECK (((namespace = 'groups'::text) OR ((namespace = 'tenantGroups'::text) AND (embed_tenant_id IS NOT NULL)))),
  constraint groups_name_check CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 100)) AND (lower(NORMALIZE(name, NFKC)) !~ '^\s*(system|group):'::text))),
  constraint groups_tenant_id_embed_tenant_id_fkey FOREIGN KEY (tenant_id, embed_tenant_id) REFERENCES embed_tenants(tenant_id, id) ON DELETE CASCADE,
  constraint groups_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE INDEX groups_newest_idx ON public.groups USING btree (tenant_id, embed_tenant_id, id DESC);
CREATE UNIQUE INDEX groups_name_key ON public.groups USING btree (tenant_id, embed_tenant_id, namespace, name) NULLS NOT DISTINCT;
alter table groups force row level security;
create policy function on groups to facet_function using (true) with check (true);
create policy service on groups to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE TRIGGER groups_changed AFTER UPDATE ON public.groups REFERENCING OLD TABLE AS changed_from NEW TABLE AS changed_to FOR EACH STATEMENT EXECUTE FUNCTION facet_change_catalogs('embed_tenant_id', 'tenant_id, id, embed_tenant_id, namespace, name');
CREATE TRIGGER groups_members AFTER DELETE ON public.groups FOR EACH ROW EXECUTE FUNCTION facet_remove_group_members();
CREATE TRIGGER groups_removed AFTER DELETE ON public.groups REFERENCING OLD TABLE AS changed_from FOR EACH STATEMENT EXECUTE FUNCTION facet_change_catalogs('embed_tenant_id');

create table idempotency_keys (
  tenant_id bigint not null,
  credential_id bigint not null,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  claim_id bigint not null default nextval('facet_ids'::regclass),
  claimed_until timestamp with time zone,
  response text,
  response_sealed bytea,
  expires_at timestamp with time zone not null default (now() + '24:00:00'::interval),
  constraint idempotency_keys_pkey PRIMARY KEY (tenant_id, credential_id, operation, key),
  constraint idempotency_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_expiry_idx ON public.idempotency_keys USING btree (expires_at);
alter table idempotency_keys force row level security;
create policy function on idempotency_keys to facet_function using (true) with check (true);
create policy service on idempotency_keys to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table installation (
  is_only boolean not null default true,
  restore_epoch integer not null default 1,
  constraint installation_pkey PRIMARY KEY (is_only),
  constraint installation_is_only_check CHECK (is_only)
);
CREATE CONSTRAINT TRIGGER installation_revocation AFTER UPDATE ON public.installation DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION facet_raise_revocation_epoch();

create table ledger (
  is_only boolean not null default true,
  installation_id uuid not null default gen_random_uuid(),
  timeline_id uuid not null default gen_random_uuid(),
  number bigint not null default 0,
  ending_number bigint default 0,
  given_ids bigint not null default 0,
  numbered_at timestamp with time zone not null default now(),
  unread_after bigint,
  constraint ledger_pkey PRIMARY KEY (is_only),
  constraint ledger_is_only_check CHECK (is_only)
);

create table ledger_entries (
  number bigint not null,
  body text not null,
  is_marker boolean not null,
  at timestamp with time zone not null default clock_timestamp(),
  stored_at timestamp with time zone,
  constraint ledger_entries_pkey PRIMARY KEY (number)
);
CREATE INDEX ledger_entries_waiting_idx ON public.ledger_entries USING btree (number) WHERE (stored_at IS NULL);

create table nodes (
  id text not null,
  roles text[] not null,
  version text not null,
  encryption_key_id bigint,
  started_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  address text,
  build_problem text,
  constraint nodes_pkey PRIMARY KEY (id)
);

create table outbox_events (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  kind text not null,
  subject text not null,
  payload jsonb not null,
  created_at timestamp with time zone not null default now(),
  attempts integer not null default 0,
  due_at timestamp with time zone not null default now(),
  claim_token uuid,
  dead_at timestamp with time zone,
  last_error text,
  constraint outbox_events_pkey PRIMARY KEY (tenant_id, id),
  constraint outbox_events_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE INDEX outbox_events_dead_idx ON public.outbox_events USING btree (id) WHERE (dead_at IS NOT NULL);
CREATE INDEX outbox_events_due_idx ON public.outbox_events USING btree (tenant_id, kind, due_at, id) WHERE (dead_at IS NULL);
CREATE INDEX outbox_events_subject_idx ON public.outbox_events USING btree (tenant_id, subject, id);
alter table outbox_events force row level security;
create policy function on outbox_events to facet_function using (true) with check (true);
create policy service on outbox_events to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table principals (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  kind text not null,
  name text not null,
  is_deactivated boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint principals_pkey PRIMARY KEY (tenant_id, id),
  constraint principals_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'service_account'::text]))),
  constraint principals_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX principals_name_key ON public.principals USING btree (tenant_id, kind, lower(name));
alter table principals force row level security;
create policy function on principals to facet_function using (true) with check (true);
create policy service on principals to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE TRIGGER principals_activated_ending AFTER UPDATE OF is_deactivated ON public.principals FOR EACH ROW WHEN ((old.is_deactivated AND (NOT new.is_deactivated))) EXECUTE FUNCTION facet_record_ending('principal_activated');
CREATE TRIGGER principals_deactivated_ending AFTER UPDATE OF is_deactivated ON public.principals FOR EACH ROW WHEN ((new.is_deactivated AND (NOT old.is_deactivated))) EXECUTE FUNCTION facet_record_ending('principal_deactivated');
CREATE TRIGGER principals_ending AFTER DELETE ON public.principals FOR EACH ROW EXECUTE FUNCTION facet_record_ending('principal');
CREATE CONSTRAINT TRIGGER principals_revocation AFTER DELETE OR UPDATE ON public.principals DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION facet_raise_revocation_epoch();

create table remote_pushes (
  tenant_id bigint not null,
  deployment_id bigint not null,
  branch_id bigint not null,
  connection_id bigint not null,
  state text not null,
  requests bigint not null default 0,
  request_id text,
  attempts integer not null default 0,
  last_hash text,
  cause text,
  message text,
  next_attempt_at timestamp with time zone,
  pushed_at timestamp with time zone,
  constraint remote_pushes_pkey PRIMARY KEY (tenant_id, deployment_id, branch_id),
  constraint remote_pushes_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'pushed'::text, 'failed'::text]))),
  constraint remote_pushes_tenant_id_deployment_id_branch_id_fkey FOREIGN KEY (tenant_id, deployment_id, branch_id) REFERENCES branches(tenant_id, deployment_id, id) ON DELETE CASCADE,
  constraint remote_pushes_tenant_id_deployment_id_fkey FOREIGN KEY (tenant_id, deployment_id) REFERENCES repository_remotes(tenant_id, deployment_id) ON DELETE CASCADE
);
CREATE INDEX remote_pushes_due_idx ON public.remote_pushes USING btree (next_attempt_at, branch_id) WHERE (state = 'pending'::text);
CREATE INDEX remote_pushes_unpushed_idx ON public.remote_pushes USING btree (state) WHERE (state <> 'pushed'::text);
alter table remote_pushes force row level security;
create policy function on remote_pushes to facet_function using (true) with check (true);
create policy service on remote_pushes to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table report_placements (
  tenant_id bigint not null,
  report_id bigint not null,
  external_workbook_id text not null,
  result_location text not null,
  end_result_cell text,
  updated_at timestamp with time zone not null default now(),
  constraint report_placements_pkey PRIMARY KEY (tenant_id, report_id, external_workbook_id),
  constraint report_placements_end_result_cell_check CHECK ((char_length(end_result_cell) <= 1000)),
  constraint report_placements_external_workbook_id_check CHECK (((char_length(external_workbook_id) >= 1) AND (char_length(external_workbook_id) <= 255))),
  constraint report_placements_result_location_check CHECK ((char_length(result_location) <= 1000)),
  constraint report_placements_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES content_reports(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX report_placements_workbook_idx ON public.report_placements USING btree (tenant_id, external_workbook_id, report_id);
alter table report_placements force row level security;
create policy function on report_placements to facet_function using (true) with check (true);
create policy service on report_placements to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table repositories (
  tenant_id bigint not null,
  deployment_id bigint not null,
  epoch bigint not null default 0,
  version bigint not null default 0,
  owner_node text,
  packs jsonb not null default '[]'::jsonb,
  refs jsonb not null default '{}'::jsonb,
  updated_at timestamp with time zone not null default now(),
  constraint repositories_pkey PRIMARY KEY (tenant_id, deployment_id),
  constraint repositories_tenant_id_deployment_id_fkey FOREIGN KEY (tenant_id, deployment_id) REFERENCES deployments(tenant_id, id) ON DELETE CASCADE
);
alter table repositories force row level security;
create policy function on repositories to facet_function using (true) with check (true);
create policy service on repositories to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE TRIGGER build_moved_head AFTER UPDATE OF refs ON public.repositories FOR EACH ROW WHEN (((old.refs IS DISTINCT FROM new.refs) AND (old.refs <> '{}'::jsonb))) EXECUTE FUNCTION facet_build_moved_head();
CREATE TRIGGER unreference_packs AFTER DELETE ON public.repositories FOR EACH ROW EXECUTE FUNCTION facet_unreference_packs();

create table repository_remotes (
  tenant_id bigint not null,
  deployment_id bigint not null,
  url text not null,
  username text,
  token_sealed bytea,
  ssh_key_sealed bytea,
  ssh_public_key text,
  host_keys text[] not null default '{}'::text[],
  webhook_token_hash bytea not null,
  connection_id bigint not null default nextval('facet_ids'::regclass),
  connected_at timestamp with time zone not null default now(),
  constraint repository_remotes_pkey PRIMARY KEY (tenant_id, deployment_id),
  constraint repository_remotes_tenant_id_deployment_id_fkey FOREIGN KEY (tenant_id, deployment_id) REFERENCES repositories(tenant_id, deployment_id) ON DELETE CASCADE
);
alter table repository_remotes force row level security;
create policy function on repository_remotes to facet_function using (true) with check (true);
create policy service on repository_remotes to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table revocation_epoch (
  is_only boolean not null default true,
  epoch bigint not null default 1,
  constraint revocation_epoch_pkey PRIMARY KEY (is_only),
  constraint revocation_epoch_is_only_check CHECK (is_only)
);

create table role_grants (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  principal_id bigint not null,
  role_id bigint not null,
  deployment_ids bigint[],
  constraint role_grants_pkey PRIMARY KEY (tenant_id, id),
  constraint role_grants_deployment_ids_check CHECK ((cardinality(deployment_ids) > 0)),
  constraint role_grants_tenant_id_principal_id_fkey FOREIGN KEY (tenant_id, principal_id) REFERENCES principals(tenant_id, id) ON DELETE CASCADE,
  constraint role_grants_tenant_id_role_id_fkey FOREIGN KEY (tenant_id, role_id) REFERENCES roles(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX role_grants_principal_idx ON public.role_grants USING btree (tenant_id, principal_id);
CREATE INDEX role_grants_role_idx ON public.role_grants USING btree (tenant_id, role_id);
alter table role_grants force row level security;
create policy function on role_grants to facet_function using (true) with check (true);
create policy service on role_grants to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE TRIGGER role_grants_ending AFTER DELETE ON public.role_grants FOR EACH ROW EXECUTE FUNCTION facet_record_ending('role_grant');
CREATE CONSTRAINT TRIGGER role_grants_revocation AFTER INSERT OR DELETE OR UPDATE ON public.role_grants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION facet_raise_revocation_epoch();

create table roles (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  name text not null,
  actions text[] not null,
  constraint roles_pkey PRIMARY KEY (tenant_id, id),
  constraint roles_actions_check CHECK ((cardinality(actions) > 0)),
  constraint roles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX roles_name_key ON public.roles USING btree (tenant_id, lower(name));
alter table roles force row level security;
create policy function on roles to facet_function using (true) with check (true);
create policy service on roles to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE CONSTRAINT TRIGGER roles_revocation AFTER DELETE OR UPDATE ON public.roles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION facet_raise_revocation_epoch();

create table schema_functions (
  file text not null,
  checksum text not null,
  revision integer not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_functions_pkey PRIMARY KEY (file)
);

create table schema_migrations (
  version integer not null,
  name text not null,
  checksum text not null,
  oldest_reader integer not null default 1,
  applied_at timestamp with time zone not null default now(),
  duration_ms integer not null,
  constraint schema_migrations_pkey PRIMARY KEY (version)
);

create table tenant_hosts (
  tenant_id bigint not null,
  host text not null,
  constraint tenant_hosts_pkey PRIMARY KEY (tenant_id, host),
  constraint tenant_hosts_host_check CHECK ((host = lower(host))),
  constraint tenant_hosts_host_key UNIQUE (host),
  constraint tenant_hosts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
alter table tenant_hosts force row level security;
create policy function on tenant_hosts to facet_function using (true) with check (true);
create policy service on tenant_hosts to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE TRIGGER tenant_hosts_custom_domain BEFORE INSERT OR UPDATE OF host ON public.tenant_hosts FOR EACH ROW EXECUTE FUNCTION facet_hold_tenant_host();
CREATE CONSTRAINT TRIGGER tenant_hosts_revocation AFTER INSERT OR DELETE OR UPDATE ON public.tenant_hosts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION facet_raise_revocation_epoch();

create table tenant_settings (
  tenant_id bigint not null,
  settings jsonb not null default '{}'::jsonb,
  updated_at timestamp with time zone not null default now(),
  embedding_enabled boolean default COALESCE(((settings ->> 'embeddingEnabled'::text))::boolean, true),
  constraint tenant_settings_pkey PRIMARY KEY (tenant_id),
  constraint tenant_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
alter table tenant_settings force row level security;
create policy function on tenant_settings to facet_function using (true) with check (true);
create policy service on tenant_settings to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE CONSTRAINT TRIGGER tenant_settings_changed_revocation AFTER UPDATE ON public.tenant_settings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.settings IS DISTINCT FROM new.settings)) EXECUTE FUNCTION facet_raise_revocation_epoch();
CREATE CONSTRAINT TRIGGER tenant_settings_revocation AFTER INSERT ON public.tenant_settings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION facet_raise_revocation_epoch();

create table tenants (
  id bigint not null default nextval('facet_ids'::regclass),
  name text not null,
  suspended_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  embed_frozen_at timestamp with time zone,
  constraint tenants_pkey PRIMARY KEY (id),
  constraint tenants_name_key UNIQUE (name)
);
alter table tenants force row level security;
create policy function on tenants to facet_function using (true) with check (true);
create policy service on tenants to facet_service using ((id = facet_current_tenant())) with check ((id = facet_current_tenant()));
CREATE TRIGGER tenants_epochs AFTER INSERT ON public.tenants REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION facet_add_catalog_epochs();
CREATE TRIGGER tenants_frozen_ending AFTER UPDATE OF embed_frozen_at ON public.tenants FOR EACH ROW WHEN (((new.embed_frozen_at IS NOT NULL) AND (old.embed_frozen_at IS NULL))) EXECUTE FUNCTION facet_record_ending('embedding_frozen');
CREATE TRIGGER tenants_resumed_ending AFTER UPDATE OF suspended_at ON public.tenants FOR EACH ROW WHEN (((new.suspended_at IS NULL) AND (old.suspended_at IS NOT NULL))) EXECUTE FUNCTION facet_record_ending('tenant_resumed');
CREATE CONSTRAINT TRIGGER tenants_revocation AFTER INSERT OR DELETE OR UPDATE ON public.tenants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION facet_raise_revocation_epoch();
CREATE TRIGGER tenants_suspended_ending AFTER UPDATE OF suspended_at ON public.tenants FOR EACH ROW WHEN (((new.suspended_at IS NOT NULL) AND (old.suspended_at IS NULL))) EXECUTE FUNCTION facet_record_ending('tenant_suspended');
CREATE TRIGGER tenants_thawed_ending AFTER UPDATE OF embed_frozen_at ON public.tenants FOR EACH ROW WHEN (((new.embed_frozen_at IS NULL) AND (old.embed_frozen_at IS NOT NULL))) EXECUTE FUNCTION facet_record_ending('embedding_thawed');

create table unreferenced_objects (
  tenant_id bigint not null,
  key text not null,
  due_at timestamp with time zone not null,
  is_claimed boolean not null default false,
  constraint unreferenced_objects_pkey PRIMARY KEY (tenant_id, key)
);
CREATE INDEX unreferenced_objects_due_idx ON public.unreferenced_objects USING btree (due_at);
alter table unreferenced_objects force row level security;
create policy function on unreferenced_objects to facet_function using (true) with check (true);
create policy service on unreferenced_objects to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table upload_files (
  tenant_id bigint not null,
  deployment_id bigint not null,
  upload_id text not null,
  path text not null,
  sha1 text not null,
  sha256 text not null,
  size bigint not null,
  object_key text not null,
  constraint upload_files_pkey PRIMARY KEY (tenant_id, deployment_id, upload_id, path),
  constraint upload_files_tenant_id_deployment_id_upload_id_fkey FOREIGN KEY (tenant_id, deployment_id, upload_id) REFERENCES uploads(tenant_id, deployment_id, id) ON DELETE CASCADE
);
alter table upload_files force row level security;
create policy function on upload_files to facet_function using (true) with check (true);
create policy service on upload_files to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE TRIGGER unreference_replaced_file AFTER UPDATE ON public.upload_files FOR EACH ROW WHEN ((old.object_key <> new.object_key)) EXECUTE FUNCTION facet_unreference_upload_file();
CREATE TRIGGER unreference_upload_file AFTER DELETE ON public.upload_files FOR EACH ROW EXECUTE FUNCTION facet_unreference_upload_file();

create table uploads (
  tenant_id bigint not null,
  deployment_id bigint not null,
  id text not null,
  branch_id bigint not null,
  project_root text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default (now() + '06:00:00'::interval),
  constraint uploads_pkey PRIMARY KEY (tenant_id, deployment_id, id),
  constraint uploads_tenant_id_deployment_id_branch_id_fkey FOREIGN KEY (tenant_id, deployment_id, branch_id) REFERENCES branches(tenant_id, deployment_id, id) ON DELETE CASCADE
);
CREATE INDEX uploads_branch_idx ON public.uploads USING btree (tenant_id, deployment_id, branch_id);
CREATE INDEX uploads_expiry_idx ON public.uploads USING btree (expires_at);
alter table uploads force row level security;
create policy function on uploads to facet_function using (true) with check (true);
create policy service on uploads to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));

create table user_attribute_values (
  tenant_id bigint not null,
  user_id bigint not null,
  user_attribute_id bigint not null,
  value jsonb not null,
  updated_at timestamp with time zone not null default now(),
  constraint user_attribute_values_pkey PRIMARY KEY (tenant_id, user_id, user_attribute_id),
  constraint user_attribute_values_tenant_id_user_attribute_id_fkey FOREIGN KEY (tenant_id, user_attribute_id) REFERENCES user_attributes(tenant_id, id) ON DELETE CASCADE,
  constraint user_attribute_values_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX user_attribute_values_attribute_idx ON public.user_attribute_values USING btree (tenant_id, user_attribute_id);
alter table user_attribute_values force row level security;
create policy function on user_attribute_values to facet_function using (true) with check (true);
create policy service on user_attribute_values to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE CONSTRAINT TRIGGER user_attribute_values_revocation AFTER INSERT OR DELETE OR UPDATE ON public.user_attribute_values DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION facet_raise_revocation_epoch();

create table user_attributes (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  embed_tenant_id bigint,
  name text not null,
  type text not null,
  display_name text,
  description text,
  default_value text,
  is_trusted boolean not null default true,
  created_at timestamp with time zone not null default now(),
  constraint user_attributes_pkey PRIMARY KEY (tenant_id, id),
  constraint user_attributes_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint user_attributes_tenant_id_embed_tenant_id_fkey FOREIGN KEY (tenant_id, embed_tenant_id) REFERENCES embed_tenants(tenant_id, id) ON DELETE CASCADE,
  constraint user_attributes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  constraint user_attributes_type_check CHECK ((type = ANY (ARRAY['string'::text, 'number'::text, 'boolean'::text, 'string_array'::text, 'number_array'::text])))
);
CREATE INDEX user_attributes_list_idx ON public.user_attributes USING btree (tenant_id, embed_tenant_id, id);
CREATE UNIQUE INDEX user_attributes_name_key ON public.user_attributes USING btree (tenant_id, embed_tenant_id, name) NULLS NOT DISTINCT;
alter table user_attributes force row level security;
create policy function on user_attributes to facet_function using (true) with check (true);
create policy service on user_attributes to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE TRIGGER user_attributes_changed AFTER UPDATE ON public.user_attributes REFERENCING OLD TABLE AS changed_from NEW TABLE AS changed_to FOR EACH STATEMENT EXECUTE FUNCTION facet_change_catalogs('embed_tenant_id', 'tenant_id, id, embed_tenant_id, name, type, is_trusted');
CREATE CONSTRAINT TRIGGER user_attributes_no_more_revocation AFTER DELETE ON public.user_attributes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.embed_tenant_id IS NULL)) EXECUTE FUNCTION facet_raise_revocation_epoch();
CREATE TRIGGER user_attributes_removed AFTER DELETE ON public.user_attributes REFERENCING OLD TABLE AS changed_from FOR EACH STATEMENT EXECUTE FUNCTION facet_change_catalogs('embed_tenant_id');
CREATE CONSTRAINT TRIGGER user_attributes_revocation AFTER INSERT OR UPDATE OF name, type, default_value, is_trusted ON public.user_attributes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.embed_tenant_id IS NULL)) EXECUTE FUNCTION facet_raise_revocation_epoch();

create table user_group_members (
  tenant_id bigint not null,
  group_id bigint not null,
  user_id bigint not null,
  id bigint not null default nextval('facet_ids'::regclass),
  added_at timestamp with time zone not null default now(),
  constraint user_group_members_pkey PRIMARY KEY (tenant_id, group_id, user_id),
  constraint user_group_members_tenant_id_group_id_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES groups(tenant_id, id) ON DELETE CASCADE,
  constraint user_group_members_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES principals(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX user_group_members_newest_idx ON public.user_group_members USING btree (tenant_id, group_id, id DESC);
CREATE INDEX user_group_members_user_idx ON public.user_group_members USING btree (tenant_id, user_id, group_id);
alter table user_group_members force row level security;
create policy function on user_group_members to facet_function using (true) with check (true);
create policy service on user_group_members to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE CONSTRAINT TRIGGER user_group_members_revocation AFTER INSERT OR DELETE ON public.user_group_members DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION facet_raise_revocation_epoch_of_group();

create table users (
  tenant_id bigint not null,
  id bigint not null,
  email text not null,
  first_name text,
  title text,
  picture text,
  external_id text,
  settings jsonb not null default '{}'::jsonb,
  notifications jsonb not null default '{}'::jsonb,
  tos_accepted jsonb not null default '{}'::jsonb,
  security_context jsonb,
  embed_theme jsonb,
  last_login_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (tenant_id, id),
  constraint users_tenant_id_id_fkey FOREIGN KEY (tenant_id, id) REFERENCES principals(tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (tenant_id, lower(email));
alter table users force row level security;
create policy function on users to facet_function using (true) with check (true);
create policy service on users to facet_service using ((tenant_id = facet_current_tenant())) with check ((tenant_id = facet_current_tenant()));
CREATE CONSTRAINT TRIGGER users_revocation AFTER UPDATE OF security_context ON public.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.security_context IS DISTINCT FROM new.security_context)) EXECUTE FUNCTION facet_raise_revocation_epoch();

CREATE OR REPLACE FUNCTION public.facet_activate_encryption_key(p_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update public.encryption_keys set state = 'retired', retired_at = now() where state = 'active' and id <> p_id;
  update public.encryption_keys set state = 'active', activated_at = now() where id = p_id;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_add_catalog_epochs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_table_name = 'tenants' then
    insert into public.catalog_epochs (tenant_id, scope) select id, 0 from added order by 1 on conflict do nothing;
  else
    insert into public.catalog_epochs (tenant_id, scope) select tenant_id, id from added order by 1, 2 on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_add_group_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into public.group_members (tenant_id, group_id, user_id)
  select n.tenant_id, g, n.id from added n, unnest(n.group_ids || n.embed_group_ids || n.tenant_group_ids) g
  order by 1, 2, 3 on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_add_production_environment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into public.environments (tenant_id, deployment_id, type, slug) values (new.tenant_id, new.id, 'production', new.slug);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_add_session(p_tenant_id bigint, p_bucket integer, p_secret_hash bytea, p_deployment_id bigint, p_user_id bigint, p_is_internal boolean, p_embed_tenant_id bigint, p_api_key_id bigint, p_is_creator_mode boolean, p_group_ids bigint[], p_attribute_values jsonb, p_document jsonb, p_minted_at timestamp with time zone, p_restore_epoch integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  added bigint;
begin
  insert into public.embed_sessions (tenant_id, bucket, id, secret_hash, deployment_id, user_id, is_internal, embed_tenant_id, api_key_id,
    is_creator_mode, group_ids, attribute_values, document, created_at, expires_at, restore_epoch)
  values (p_tenant_id, p_bucket, nextval('public.facet_ids'), p_secret_hash, p_deployment_id, p_user_id, p_is_internal, p_embed_tenant_id,
    p_api_key_id, p_is_creator_mode, p_group_ids, p_attribute_values, p_document, p_minted_at, p_minted_at + public.facet_session_lifetime(),
    p_restore_epoch)
  returning id into added;
  return added;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_begin_timeline(p_timeline_id uuid, p_from bigint, p_restore_epoch integer, p_is_complete boolean, p_unread_after bigint, p_known jsonb)
 RETURNS TABLE(number bigint, restore_epoch integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  epoch int;
  told jsonb[];
  part jsonb;
begin
  perform from public.ledger l where l.timeline_id = p_timeline_id for update;
  if not found then raise exception 'another facet restored was quicker'; end if;
  update public.installation i set restore_epoch = greatest(i.restore_epoch, p_restore_epoch) + 1 returning i.restore_epoch into epoch;
  told := array(select e.body::jsonb -> 'endings' from public.ledger_entries e
    where e.stored_at is null and jsonb_array_length(e.body::jsonb -> 'endings') > 0 order by e.number);
  delete from public.ledger_entries e where e.stored_at is null;
  -- Objects of other lives, for whoever removes old ones.
  insert into public.ledger_entries (number, body, is_marker, at, stored_at)
  select k.number, '', k."isMarker", k.at, clock_timestamp() from jsonb_to_recordset(p_known) as k(number bigint, "isMarker" boolean, at timestamptz)
  on conflict do nothing;
  update public.ledger l set timeline_id = gen_random_uuid(), number = greatest(l.number, p_from), unread_after = p_unread_after,
    ending_number = case when p_is_complete then coalesce((select max(e.number) from public.ledger_entries e where not e.is_marker), 0) end;
  -- Before what this copy learnt and ended again, which waits for its numbers: that came later, and may be what ended it for good.
  foreach part in array told loop
    perform public.facet_number_entry(part, false);
  end loop;
  insert into public.audit_entries (tenant_id, operation, outcome, actor_kind, actor_name, targets)
  select t.id, 'facet restored', 'done', 'operator', 'operator',
    jsonb_build_array(jsonb_build_object('kind', 'tenant', 'id', t.id::text, 'did', 'sessions_ended')) from public.tenants t;
  return query select public.facet_number_entry('[]', false), epoch;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_bucket(p_at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select floor(extract(epoch from p_at) / 3600)::int $function$;

CREATE OR REPLACE FUNCTION public.facet_build_moved_head()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform public.facet_request_build(d.tenant_id, d.id, 'branch_changed', null)
  from public.deployments d
  where d.tenant_id = new.tenant_id and d.id = new.deployment_id and d.deploy_mode is distinct from 'cli'
    and new.refs ->> ('heads/' || d.deploy_branch_name) is not null
    and new.refs ->> ('heads/' || d.deploy_branch_name) is distinct from old.refs ->> ('heads/' || d.deploy_branch_name);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_change_catalogs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  catalogs constant text := 'select array_agg(c.tenant_id), array_agg(c.scope) from (select distinct tenant_id, coalesce(%I, 0) as scope from %s r order by 1, 2) c';
  differing constant text := '(select %1$s from changed_from except select %1$s from changed_to union all (select %1$s from changed_to except select %1$s from changed_from))';
  is_removal constant boolean := tg_op = 'DELETE';
  tenants bigint[];
  scopes bigint[];
begin
  execute format(catalogs, tg_argv[0], case when is_removal then 'changed_from' else format(differing, tg_argv[1]) end) into tenants, scopes;
  if tenants is not null then perform public.facet_lock_catalogs(tenants, scopes); end if;
  if not is_removal then execute format(catalogs, tg_argv[0], format(differing, '*')) into tenants, scopes; end if;
  if tenants is null then return null; end if;
  if is_removal and tg_table_name = 'embed_tenants' then
    delete from public.catalog_epochs e using unnest(tenants, scopes) as c(tenant_id, scope) where e.tenant_id = c.tenant_id and e.scope = c.scope;
    return null;
  end if;
  -- In one order: those who change texts do not exclude each other here.
  perform from public.catalog_epochs e join unnest(tenants, scopes) as c(tenant_id, scope) on e.tenant_id = c.tenant_id and e.scope = c.scope
  order by e.tenant_id, e.scope for update of e;
  update public.catalog_epochs e set epoch = e.epoch + 1 from unnest(tenants, scopes) as c(tenant_id, scope)
  where e.tenant_id = c.tenant_id and e.scope = c.scope;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_change_group_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  with moved as (
    select n.tenant_id, n.id, n.group_ids || n.embed_group_ids || n.tenant_group_ids as now_in, o.group_ids || o.embed_group_ids || o.tenant_group_ids as was_in
    from changed_to n join changed_from o on o.tenant_id = n.tenant_id and o.id = n.id
    where (n.group_ids, n.embed_group_ids, n.tenant_group_ids) is distinct from (o.group_ids, o.embed_group_ids, o.tenant_group_ids)
  ), gone as (
    delete from public.group_members m using moved, unnest(moved.was_in) g
    where m.tenant_id = moved.tenant_id and m.user_id = moved.id and m.group_id = g and not g = any (moved.now_in)
  )
  insert into public.group_members (tenant_id, group_id, user_id)
  select moved.tenant_id, g, moved.id from moved, unnest(moved.now_in) g where not g = any (moved.was_in)
  order by 1, 2, 3 on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_check_walked(p_walk text, p_condition text, p_seen text, p_sort text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select format('with walked as materialized (select w.*, row_number() over () as place from (%s) w), seen as materialized (
      select w.id, w.place from walked w cross join lateral (select w.*) i where %s and %s limit $13
    ), ended as (select (select count(*) from seen) < $13 as is_short), last as (select w.* from walked w where (select e.is_short from ended e) order by w.place desc limit 1)
    select coalesce((select array_agg(s.id order by s.place) from seen s), ''{}'') as ids, (select l.place from last l)::int as walked,
      (select l.sort_key::text from last l) as last_name, (select public.facet_content_number(%L, l.position, l.created_at, l.updated_at) from last l) as last_number,
      (select l.id from last l) as last_id, $4::bigint, $5::text, $6::text, $7::bigint, $8::bigint, $10::bigint, $11::bigint[], $12::bigint[]', p_walk, p_condition, p_seen, p_sort)
$function$;

CREATE OR REPLACE FUNCTION public.facet_claim_events(p_kinds text[], p_token uuid, p_after_tenant_id bigint, p_except_tenant_ids bigint[], p_limit integer, p_limit_per_tenant integer, p_lease_seconds integer, p_max_attempts integer)
 RETURNS TABLE(after_tenant_id bigint, events jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  max_tenants constant int := 500;
  tenant bigint := p_after_tenant_id;
begin
  events := '[]';
  for visited in 1 .. max_tenants loop
    exit when jsonb_array_length(events) >= p_limit;
    select e.tenant_id into tenant from public.outbox_events e where e.tenant_id > tenant and e.dead_at is null order by e.tenant_id limit 1;
    exit when tenant is null;
    continue when tenant = any (p_except_tenant_ids);
    events := events || public.facet_claim_events_of(
      p_tenant_id => tenant, p_kinds => p_kinds, p_token => p_token,
      p_limit => least(p_limit_per_tenant, p_limit - jsonb_array_length(events)),
      p_lease_seconds => p_lease_seconds, p_max_attempts => p_max_attempts);
  end loop;
  after_tenant_id := coalesce(tenant, 0);
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_claim_events_of(p_tenant_id bigint, p_kinds text[], p_token uuid, p_limit integer, p_lease_seconds integer, p_max_attempts integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  max_candidates constant int := 100;
  put_off constant interval := interval '5 minutes';
  claimed jsonb := '[]';
  candidate record;
begin
  for candidate in
    select e.id, e.kind, e.subject, e.payload, e.attempts
    from unnest(p_kinds) k (kind) cross join lateral (
      select o.id, o.kind, o.subject, o.payload, o.attempts, o.due_at from public.outbox_events o
      where o.tenant_id = p_tenant_id and o.kind = k.kind and o.dead_at is null and o.due_at <= now()
      order by o.due_at, o.id limit max_candidates for update skip locked) e
    order by e.due_at, e.id limit max_candidates
  loop
    exit when jsonb_array_length(claimed) >= p_limit;
    if exists (select from public.outbox_events o where o.tenant_id = p_tenant_id and o.subject = candidate.subject and o.id < candidate.id) then
      update public.outbox_events o set due_at = now() + put_off where o.tenant_id = p_tenant_id and o.id = candidate.id;
    elsif candidate.attempts >= p_max_attempts then
      update public.outbox_events o set dead_at = now(), claim_token = null,
        last_error = case when o.claim_token is null then o.last_error else 'The process ended, or lost its connections, while it reacted.' end
      where o.tenant_id = p_tenant_id and o.id = candidate.id;
    else
      update public.outbox_events o set claim_token = p_token, attempts = o.attempts + 1, due_at = now() + make_interval(secs => p_lease_seconds)
      where o.tenant_id = p_tenant_id and o.id = candidate.id;
      claimed := claimed || jsonb_build_object('tenantId', p_tenant_id, 'id', candidate.id, 'kind', candidate.kind,
        'subject', candidate.subject, 'payload', candidate.payload, 'attempts', candidate.attempts + 1);
    end if;
  end loop;
  return claimed;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_claim_unreferenced_objects(p_limit integer)
 RETURNS TABLE(tenant_id bigint, key text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update public.unreferenced_objects l set is_claimed = true
  from (select o.tenant_id, o.key from public.unreferenced_objects o where o.due_at < now() order by o.due_at limit p_limit for update skip locked) due
  where l.tenant_id = due.tenant_id and l.key = due.key
  returning l.tenant_id, l.key
$function$;

CREATE OR REPLACE FUNCTION public.facet_complete_event(p_tenant_id bigint, p_id bigint, p_token uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  done_subject text;
begin
  delete from public.outbox_events o where o.tenant_id = p_tenant_id and o.id = p_id and o.claim_token = p_token returning o.subject into done_subject;
  if not found then return false; end if;
  -- Also where it is due already: whoever looks at it right now may still see the one that goes, and be about to put it off.
  update public.outbox_events o set due_at = now()
  where o.tenant_id = p_tenant_id and o.dead_at is null and o.claim_token is null and o.id = (
    select n.id from public.outbox_events n where n.tenant_id = p_tenant_id and n.subject = done_subject order by n.id limit 1);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_content_climb()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select format('(with recursive up as (
      select i.parent_id, case when i.owner_id = $10 then true else %1$s end as is_source from public.content_items i where i.tenant_id = $1 and i.id = w.parent_id
      union all
      select i.parent_id, i.is_source from up u cross join lateral (
        select i.parent_id, case when i.owner_id = $10 then true else %1$s end as is_source from public.content_items i where i.tenant_id = $1 and i.id = u.parent_id limit 1) i
      where not u.is_source
    ) select true from up u where u.is_source limit 1) is true', public.facet_content_granted('i'))
$function$;

CREATE OR REPLACE FUNCTION public.facet_content_grant_workspace()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  new.item_embed_tenant_id := coalesce((select i.embed_tenant_id from public.content_items i where i.tenant_id = new.tenant_id and i.id = new.item_id), 0);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_content_granted(p_item text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select format('case when %1$s.has_grants then (select true from public.content_grants g
    where g.tenant_id = $1 and g.item_id = %1$s.id and g.grantee_id + 0 = any ($11) limit 1) is true else false end', p_item)
$function$;

CREATE OR REPLACE FUNCTION public.facet_content_item_grants()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update public.content_items i set has_grants = true from (select distinct a.tenant_id, a.item_id from added a) a
  where i.tenant_id = a.tenant_id and i.id = a.item_id and not i.has_grants;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_content_key(p_sort text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select case p_sort when 'created' then 'created_at' when 'updated' then 'updated_at' when 'position' then 'position' when 'id' then 'id' else 'sort_key' end $function$;

CREATE OR REPLACE FUNCTION public.facet_content_key_behind(p_sort text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when p_sort in ('created', 'updated') then '''epoch''::timestamptz + $7 * interval ''1 microsecond''' when p_sort = 'position' then '$7' when p_sort = 'id' then '$8'
    else '$6' end
$function$;

CREATE OR REPLACE FUNCTION public.facet_content_leads()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select format('exists (with recursive below as (
      select i.id, i.kind, i.owner_id, i.has_grants from public.content_items i where i.tenant_id = $1 and i.parent_id = w.id
      union all
      select i.id, i.kind, i.owner_id, i.has_grants from below b cross join lateral (
        select i.id, i.kind, i.owner_id, i.has_grants from public.content_items i where i.tenant_id = $1 and i.parent_id = b.id limit 10000000) i
      where b.kind <> ''report''
    ) select from below b where case when b.owner_id = $10 then true else %s end)', public.facet_content_granted('b'))
$function$;

CREATE OR REPLACE FUNCTION public.facet_content_levels(p_tenant_id bigint, p_deployment_id bigint, p_embed_tenant_id bigint, p_item_ids bigint[], p_owner_id bigint, p_organisation_id bigint, p_grantee_ids bigint[])
 RETURNS TABLE(id bigint, kind text, level integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
AS $function$
declare
  all_ids constant bigint[] := p_grantee_ids || p_organisation_id;
begin
  return query
    with recursive step as (
      select i.id as item_id, i.kind as item_kind, 0 as distance, i.id as step_id, i.parent_id, i.owner_id, i.has_grants
      from unnest(p_item_ids) asked(id) cross join lateral (select i.* from public.content_items i
        where i.tenant_id = p_tenant_id and i.id = asked.id and i.deployment_id = p_deployment_id and i.embed_tenant_id = p_embed_tenant_id limit 1) i
      union all
      select s.item_id, s.item_kind, s.distance + 1, i.id, i.parent_id, i.owner_id, i.has_grants
      from step s cross join lateral (select i.* from public.content_items i where i.tenant_id = p_tenant_id and i.id = s.parent_id limit 1) i
    ), said as (
      select s.item_id, s.item_kind, s.distance, 3 as level, false as is_organisation from step s where s.owner_id = p_owner_id
      union all
      select s.item_id, s.item_kind, s.distance, g.level, g.grantee_id is not distinct from p_organisation_id
      from step s cross join lateral (select g.level, g.grantee_id from public.content_grants g
        where g.tenant_id = p_tenant_id and g.item_id = s.step_id and g.grantee_id + 0 = any (all_ids) limit 1000000) g
      where s.has_grants
      union all
      select s.item_id, s.item_kind, s.distance, 0, false from step s where s.parent_id is null
    )
    select n.item_id, n.item_kind, max(n.level) from (
      select d.item_id, d.item_kind, (array_agg(d.level order by d.distance, d.level desc))[1] as level from said d group by d.item_id, d.item_kind, d.is_organisation
    ) n group by n.item_id, n.item_kind;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_content_number(p_sort text, p_position integer, p_created_at timestamp with time zone, p_updated_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case p_sort when 'created' then (extract(epoch from p_created_at) * 1000000)::bigint when 'updated' then (extract(epoch from p_updated_at) * 1000000)::bigint
    when 'position' then p_position::bigint else 0 end
$function$;

CREATE OR REPLACE FUNCTION public.facet_content_search(p_search text, p_external_workbook_id text, p_is_loose boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(nullif(concat_ws(' and ', case when char_length(p_search) <= 2 then 'i.sort_key >= $5 and i.sort_key < $5 || chr(1114111)'
      when p_search is not null then 'i.sort_name like ''%'' || replace(replace(replace($5, ''\'', ''\\''), ''%'', ''\%''), ''_'', ''\_'') || ''%''' end,
    case when p_external_workbook_id is not null then format('i.id in (select p.report_id from public.report_placements p
      where p.tenant_id = $1 and p.external_workbook_id = %L)', p_external_workbook_id) end,
    case when p_is_loose then 'i.workbook_id is null' end), ''), 'true')
$function$;

CREATE OR REPLACE FUNCTION public.facet_content_seen(p_parent_id bigint, p_kinds text[], p_are_folders_known boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select format('case when w.owner_id = $10 then true when %s then true %s %s else false end', public.facet_content_granted('w'),
    case when p_parent_id is not null then '' when p_are_folders_known then format('when w.parent_id = any ($12) then true
        when w.workbook_id is not null then (select case when i.owner_id = $10 then true when i.parent_id = any ($12) then true else %s end
          from public.content_items i where i.tenant_id = $1 and i.id = w.workbook_id)', public.facet_content_granted('i'))
      else format('when case when w.parent_id is null then false else %s end then true', public.facet_content_climb()) end,
    case when 'folder' = any (p_kinds) then format('when w.kind = ''folder'' then %s', public.facet_content_leads()) else '' end)
$function$;

CREATE OR REPLACE FUNCTION public.facet_count_added_users()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into public.external_user_counts (tenant_id, embed_tenant_id, slot, users)
  select tenant_id, coalesce(embed_tenant_id, 0), pg_backend_pid() % 16, count(*) from added
  group by grouping sets ((tenant_id, embed_tenant_id), (tenant_id)) having grouping(embed_tenant_id) = 1 or embed_tenant_id > 0
  order by 1, 2 on conflict (tenant_id, embed_tenant_id, slot) do update set users = external_user_counts.users + excluded.users;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_count_content(p_tenant_id bigint, p_deployment_id bigint, p_embed_tenant_id bigint, p_kinds text[], p_parent_id bigint, p_search text, p_external_workbook_id text, p_is_loose boolean, p_owner_id bigint, p_organisation_id bigint, p_grantee_ids bigint[], p_sees_all boolean, p_limit integer, p_few integer DEFAULT 3000, p_far integer DEFAULT 20000)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  all_ids constant bigint[] := array_remove(p_grantee_ids || p_organisation_id, null);
  found int;
begin
  if p_parent_id is null and p_sees_all then
    execute format('with matched as materialized (select from public.content_items i
        where i.tenant_id = $1 and i.deployment_id = $2 and i.embed_tenant_id = $3 and i.kind = any ($4) and %s) select count(*), $5::text from (select from matched limit $6) m',
        public.facet_content_search(p_search, p_external_workbook_id, p_is_loose))
      into found using p_tenant_id, p_deployment_id, p_embed_tenant_id, p_kinds, p_search, p_limit;
    return found;
  end if;
  if p_parent_id is not null or 'folder' = any (p_kinds) or p_external_workbook_id is not null or p_is_loose then
    return cardinality(public.facet_find_content(p_tenant_id, p_deployment_id, p_embed_tenant_id, p_kinds, p_parent_id, p_search, p_external_workbook_id, p_is_loose, 'name', false,
      null, null, null, p_limit, p_owner_id, all_ids, p_sees_all, p_few, p_far));
  end if;
  if p_search is not null then
    return coalesce(
      cardinality(public.facet_sort_own_content(p_tenant_id, p_deployment_id, p_embed_tenant_id, p_kinds, p_parent_id, p_search, null, false, 'id', false,
        null, null, null, p_limit, p_owner_id, all_ids, p_far / 2)),
      public.facet_count_matched_content(p_tenant_id, p_deployment_id, p_embed_tenant_id, p_kinds, p_search, p_owner_id, all_ids, p_limit, p_few / 10, p_far));
  end if;
  -- What was granted by itself is enough for many, and needs no look at what is below.
  found := (select count(distinct g.item_id) from public.content_grants g where g.tenant_id = p_tenant_id and g.deployment_id = p_deployment_id
    and g.item_embed_tenant_id = p_embed_tenant_id and g.grantee_id = any (all_ids) and g.item_kind = any (p_kinds));
  if found >= p_limit then return p_limit; end if;
  return (select count(*) from (
    with recursive reach as (
      (select i.id, i.kind from public.content_items i
        where i.tenant_id = p_tenant_id and i.deployment_id = p_deployment_id and i.embed_tenant_id = p_embed_tenant_id and i.owner_id = p_owner_id
      union all
      select g.item_id, g.item_kind from public.content_grants g where g.tenant_id = p_tenant_id and g.deployment_id = p_deployment_id
        and g.item_embed_tenant_id = p_embed_tenant_id and g.grantee_id = any (all_ids))
      union
      select i.id, i.kind from reach r cross join lateral (select i.id, i.kind from public.content_items i
        where i.tenant_id = p_tenant_id and i.parent_id = r.id limit 10000000) i where r.kind <> 'report'
    )
    select from reach r where r.kind = any (p_kinds) limit p_limit) counted);
end $function$;

CREATE OR REPLACE FUNCTION public.facet_count_events(p_limit integer)
 RETURNS TABLE(waiting integer, dead integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select (select count(*)::int from (select from public.outbox_events o where o.dead_at is null limit p_limit) w),
    (select count(*)::int from (select from public.outbox_events o where o.dead_at is not null limit p_limit) d)
$function$;

CREATE OR REPLACE FUNCTION public.facet_count_matched_content(p_tenant_id bigint, p_deployment_id bigint, p_embed_tenant_id bigint, p_kinds text[], p_search text, p_owner_id bigint, p_grantee_ids bigint[], p_limit integer, p_few integer, p_far integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  found int;
begin
  execute format('with matched as materialized (select i.id, i.kind, i.parent_id, i.owner_id, i.has_grants from public.content_items i
      where i.tenant_id = $1 and i.deployment_id = $2 and i.embed_tenant_id = $3 and i.kind = any ($4) and %1$s),
    few as materialized (select count(*) <= $12 as are_few from (select from matched limit $12 + 1) m),
    folders as materialized (select public.facet_reached_folders($1, $2, $3, $10, $11, $13) as ids),
    folder as materialized (select unnest(f.ids) as id from folders f),
    workbook as materialized (
      select i.id from public.content_items i where i.tenant_id = $1 and i.deployment_id = $2 and i.embed_tenant_id = $3 and i.owner_id = $10 and i.kind = ''workbook''
      union all
      select g.item_id from public.content_grants g where g.tenant_id = $1 and g.deployment_id = $2 and g.item_embed_tenant_id = $3 and g.grantee_id = any ($11) and g.item_kind = ''workbook''
      union all
      select i.id from folder f cross join lateral (select i.id from public.content_items i where i.tenant_id = $1 and i.parent_id = f.id and i.kind = ''workbook'' limit 10000000) i
    ),
    in_folders as materialized (select count(*) as n from (%4$s limit $9) m)
    select case when (select f.are_few or (select f.ids is null from folders f) from few f)
        then (select count(*) from (select from matched w where case when w.owner_id = $10 then true when %2$s then true when w.parent_id is null then false else %3$s end limit $9) m)
      %5$s
      else (select count(*) from (select from matched w where case when w.parent_id in (select f.id from folder f) then true when w.parent_id in (select b.id from workbook b) then true
        when w.owner_id = $10 then true else %2$s end limit $9) m) end::int,
      $5::text, $10::bigint, $11::bigint[], $12::int, $13::int',
      public.facet_content_search(p_search, null, false), public.facet_content_granted('w'), public.facet_content_climb(),
      case when char_length(p_search) <= 2 then format('select from folder f cross join lateral (select from public.content_items i
          where i.tenant_id = $1 and i.parent_id = f.id and i.kind = any ($4) and %s limit 10000000) i', public.facet_content_search(p_search, null, false))
        else 'select' end,
      case when char_length(p_search) <= 2 then 'when (select n from in_folders) = $9 then $9' else '' end)
    into found using p_tenant_id, p_deployment_id, p_embed_tenant_id, p_kinds, p_search, null::text, null::bigint, null::bigint, p_limit, p_owner_id, p_grantee_ids, p_few, p_far;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_count_pushes()
 RETURNS TABLE(pending bigint, failed bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select count(*) filter (where p.state = 'pending'), count(*) filter (where p.state = 'failed') from public.remote_pushes p where p.state <> 'pushed'
$function$;

CREATE OR REPLACE FUNCTION public.facet_count_removed_users()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- A tenant that is going takes its counts along. In a row that nobody adds to: many go at once, and no first visit waits for that.
  insert into public.external_user_counts (tenant_id, embed_tenant_id, slot, users)
  select r.tenant_id, coalesce(r.embed_tenant_id, 0), 16, -count(*)
  from removed r join public.tenants t on t.id = r.tenant_id
  group by grouping sets ((r.tenant_id, r.embed_tenant_id), (r.tenant_id)) having grouping(r.embed_tenant_id) = 1 or r.embed_tenant_id > 0
  order by 1, 2 on conflict (tenant_id, embed_tenant_id, slot) do update set users = external_user_counts.users + excluded.users;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_current_tenant()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('facet.tenant_id', true), '')::bigint $function$;

CREATE OR REPLACE FUNCTION public.facet_drop_embed_partitions(p_session_hours integer, p_grant_hours integer DEFAULT 0)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  -- One for clocks that differ, and one for the hour that is not over.
  token_hours constant int := extract(epoch from public.facet_token_lifetime()) / 3600 + 2;
  dropped int := 0;
  kept record;
  old record;
begin
  p_session_hours := greatest(p_session_hours, token_hours);
  p_grant_hours := greatest(p_grant_hours, token_hours);
  if not pg_try_advisory_xact_lock(hashtextextended('facet embed partitions', 0)) then return 0; end if;
  -- First, while nobody waits.
  delete from public.embed_sessions_default where bucket < public.facet_bucket(now()) - p_session_hours;
  delete from public.embed_grants_default where bucket < public.facet_bucket(now()) - p_grant_hours;
  delete from public.embed_watermarks where revoked_before < now() - make_interval(hours => greatest(p_session_hours, p_grant_hours));
  -- Longer than a statement and its commit take on a busy disk, or the table would never be had.
  set local lock_timeout = '200ms';
  for kept in select * from (values ('embed_sessions', p_session_hours), ('embed_grants', p_grant_hours)) as t(parent, hours) loop
    begin
      for old in
        select c.relname as partition from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
        where i.inhparent = format('public.%I', kept.parent)::regclass and c.relname ~ '_[0-9]+$'
          and substring(c.relname from '_([0-9]+)$')::int < public.facet_bucket(now()) - kept.hours
        order by 1 limit 25
      loop
        execute format('lock table only public.%I in access exclusive mode', kept.parent);
        begin
          execute format('lock table public.%I in access exclusive mode nowait', old.partition);
          execute format('drop table public.%I', old.partition);
          dropped := dropped + 1;
        exception when lock_not_available then null;
        end;
      end loop;
    exception when lock_not_available then null;
    end;
  end loop;
  return dropped;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_exchange_sessions(p_items jsonb)
 RETURNS TABLE(place integer, outcome text, id bigint, bucket integer, user_id bigint, deployment_id bigint, issued_at_seconds bigint, expires_at_seconds bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
-- Not language sql: that would be planned anew for every call, and the functions it calls too, which is why those are written out.
#variable_conflict use_column
declare
  partition regclass;
  hour int;
  rows public.embed_sessions[];
  sessions public.embed_sessions[] := '{}';
  judgement record;
  tenants bigint[] := '{}';
  hours int[] := '{}';
  ids bigint[] := '{}';
  grant_buckets int[] := '{}';
begin
  -- Each hour from its own partition, by name: a plan over all of them would lock and open every hour that is kept.
  for hour in select distinct i.bucket from jsonb_to_recordset(p_items) as i(bucket int) order by 1 loop
    partition := coalesce(to_regclass('public.embed_sessions_' || hour), 'public.embed_sessions_default'::regclass);
    execute format('select array_agg(f.s) from (
        select s::public.embed_sessions as s from jsonb_to_recordset($1) as i("tenantId" bigint, bucket int, id bigint, "secretHash" text)
        join %s s on s.tenant_id = i."tenantId" and s.bucket = i.bucket and s.id = i.id and s.secret_hash = decode(i."secretHash", ''base64'')
        where i.bucket = $2 order by s.tenant_id, s.id for update of s) f', partition) into rows using p_items, hour;
    sessions := sessions || coalesce(rows, '{}');
  end loop;

  for judgement in with item as materialized (
    select i.* from jsonb_to_recordset(p_items) as i(place int, "tenantId" bigint, bucket int, id bigint, "secretHash" text, "tokenId" text)
  ), found as materialized (
    select i.place, i.bucket as asked_bucket, decode(i."tokenId", 'base64') as token_id, s.*, clock_timestamp() as judged_at
    from item i left join unnest(sessions) s on s.tenant_id = i."tenantId" and s.bucket = i.bucket and s.id = i.id
      and s.secret_hash = decode(i."secretHash", 'base64')
  ), judged as materialized (
    select f.*, case
      when f.id is null then case when f.asked_bucket < floor(extract(epoch from f.judged_at - public.facet_session_lifetime()) / 3600)::int then 'expired' else 'unknown' end
      when f.grant_bucket is not null then 'used'
      when v.state = 'valid' then 'exchanged'
      else v.state end as outcome,
      -- Nobody gives more than they hold: no token outlives the key that minted it.
      least(f.judged_at + public.facet_token_lifetime(), v.key_expires_at) as ends_at,
      floor(extract(epoch from f.judged_at) / 3600)::int as judged_bucket
    from found f cross join lateral public.facet_judge_embedding(p_is_exchanged => false, p_tenant_id => f.tenant_id, p_session_id => f.id,
      p_deployment_id => f.deployment_id, p_user_id => f.user_id, p_is_internal => f.is_internal, p_embed_tenant_id => f.embed_tenant_id,
      p_api_key_id => f.api_key_id, p_group_ids => coalesce(f.group_ids, '{}'), p_minted_at => f.created_at, p_expires_at => f.expires_at,
      p_restore_epoch => f.restore_epoch) v
  ), granted as (
    insert into public.embed_grants (tenant_id, bucket, id, token_id, session_bucket, deployment_id, user_id, is_internal, embed_tenant_id, api_key_id,
      is_creator_mode, group_ids, identity, document, minted_at, issued_at, expires_at, restore_epoch)
    select j.tenant_id, j.judged_bucket, j.id, j.token_id, j.bucket, j.deployment_id, j.user_id, j.is_internal, j.embed_tenant_id, j.api_key_id,
      j.is_creator_mode, j.group_ids, jsonb_build_object(
        'username', coalesce(u.external_id, p.name), 'email', coalesce(u.email, iu.email), 'displayName', coalesce(u.display_name, iu.first_name),
        'picture', coalesce(u.picture, iu.picture), 'embedTenantName', e.name,
        'groups', (select coalesce(jsonb_agg(case
            when g.embed_tenant_id is null then g.name
            when g.namespace = 'groups' then 'system:tenant:' || e.name || ':' || g.name
            else 'system:tenant:' || e.name || ':group:' || g.name end order by g.id), '[]')
          from public.groups g where g.tenant_id = j.tenant_id and g.id = any (j.group_ids)),
        'attributes', (select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'type', a.type, 'default', a.default_value,
            'value', coalesce(j.attribute_values -> a.id::text, (select v.value from public.user_attribute_values v
              where j.is_internal and v.tenant_id = j.tenant_id and v.user_id = j.user_id and v.user_attribute_id = a.id))) order by a.id), '[]')
          -- Either half starts from the index; "is not distinct from" would read the attributes of every embed tenant.
          from (
            select a.id, a.name, a.type, a.default_value from public.user_attributes a
            where j.is_creator_mode and j.embed_tenant_id > 0 and a.tenant_id = j.tenant_id and a.embed_tenant_id = j.embed_tenant_id and a.is_trusted
            union all
            select a.id, a.name, a.type, a.default_value from public.user_attributes a
            where not (j.is_creator_mode and j.embed_tenant_id > 0) and a.tenant_id = j.tenant_id and a.embed_tenant_id is null and a.is_trusted
          ) a)),
      case when j.is_internal and iu.security_context is not null then j.document || jsonb_build_object('securityContext', iu.security_context) else j.document end,
      j.created_at, j.judged_at, j.ends_at, j.restore_epoch
    from judged j
    left join public.external_users u on not j.is_internal and u.tenant_id = j.tenant_id and u.id = j.user_id
    left join public.principals p on j.is_internal and p.tenant_id = j.tenant_id and p.id = j.user_id
    left join public.users iu on j.is_internal and iu.tenant_id = j.tenant_id and iu.id = j.user_id
    left join public.embed_tenants e on e.tenant_id = j.tenant_id and e.id = j.embed_tenant_id
    where j.outcome = 'exchanged'
  )
  select j.*, floor(extract(epoch from j.judged_at))::bigint as issued, floor(extract(epoch from j.ends_at))::bigint as expires
  from judged j
  loop
    place := judgement.place;
    outcome := judgement.outcome;
    id := judgement.id;
    bucket := judgement.judged_bucket;
    user_id := judgement.user_id;
    deployment_id := judgement.deployment_id;
    issued_at_seconds := judgement.issued;
    expires_at_seconds := judgement.expires;
    return next;
    if outcome = 'exchanged' then
      tenants := tenants || judgement.tenant_id;
      hours := hours || judgement.asked_bucket;
      ids := ids || judgement.id;
      grant_buckets := grant_buckets || judgement.judged_bucket;
    end if;
  end loop;

  for hour in select distinct h from unnest(hours) h order by 1 loop
    partition := coalesce(to_regclass('public.embed_sessions_' || hour), 'public.embed_sessions_default'::regclass);
    execute format('update %s s set grant_bucket = u.grant_bucket from unnest($1, $2, $3, $4) as u(tenant_id, hour, id, grant_bucket)
      where u.hour = $5 and s.tenant_id = u.tenant_id and s.bucket = $5 and s.id = u.id', partition) using tenants, hours, ids, grant_buckets, hour;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_extend_catalog(p_tenant_id bigint, p_scope bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform public.facet_use_catalog(p_tenant_id, p_scope);
  perform pg_advisory_xact_lock(hashint8extended(p_tenant_id, -1 - p_scope));
end $function$;

CREATE OR REPLACE FUNCTION public.facet_fail_event(p_tenant_id bigint, p_id bigint, p_token uuid, p_error text, p_retry_seconds integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update public.outbox_events o set claim_token = null, last_error = p_error,
    due_at = now() + make_interval(secs => coalesce(p_retry_seconds, 0)), dead_at = case when p_retry_seconds is null then now() end
  where o.tenant_id = p_tenant_id and o.id = p_id and o.claim_token = p_token;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_find_content(p_tenant_id bigint, p_deployment_id bigint, p_embed_tenant_id bigint, p_kinds text[], p_parent_id bigint, p_search text, p_external_workbook_id text, p_is_loose boolean, p_sort text, p_is_descending boolean, p_after_name text, p_after_number bigint, p_after_id bigint, p_limit integer, p_owner_id bigint, p_grantee_ids bigint[], p_sees_all boolean, p_few integer, p_far integer)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  search constant text := public.facet_content_search(p_search, p_external_workbook_id, p_is_loose);
  is_range constant boolean := coalesce(char_length(p_search) <= 2 and p_sort = 'name' and p_external_workbook_id is null, false);
  -- Whether what meets the condition is found first, and then sorted.
  is_indexed boolean := p_external_workbook_id is not null;
  is_all_seen constant boolean := p_sees_all or (p_parent_id > 0
    and exists (select from public.facet_reached_content(p_tenant_id, array[p_parent_id], p_owner_id, p_grantee_ids) r where r = p_parent_id));
  -- How many of the caller's own were tried. Whether a folder leads somewhere is quickly said from there, and slowly from the folder.
  tried int := 0;
  trying int := case when not is_all_seen and 'folder' = any (p_kinds) then p_few end;
  place record;
  part record;
  found_ids bigint[] := '{}';
  own_ids bigint[];
  folder_ids bigint[];
  -- Nothing is walked beyond the last that is found, so that a long part costs no more than a short one. What is indexed is found anew for each.
  chunk int := greatest(p_limit, least(p_far, case when is_indexed then p_far when p_search is not null then 3000 when is_all_seen then 0 else 5 * p_limit end));
  walked int := 0;
  ahead bigint := 0;
begin
  if cardinality(p_kinds) = 0 or p_limit < 1 then return '{}'; end if;
  select p_after_name as last_name, p_after_number as last_number, p_after_id as last_id into place;
  loop
    -- One of them costs about half as much as one that is walked; what has not the text is passed by quickly, and there is an index to go by as well.
    if not is_all_seen and ahead > (case when p_search is null then p_far / 8 when 'folder' = any (p_kinds) then null else 2 * p_far end) then
      trying := greatest(p_few, least(2 * ahead, case when p_search is null then p_far else p_far / 2 end));
    end if;
    if trying > tried then
      own_ids := public.facet_sort_own_content(p_tenant_id, p_deployment_id, p_embed_tenant_id, p_kinds, p_parent_id, p_search, p_external_workbook_id, p_is_loose, p_sort, p_is_descending,
        p_after_name, p_after_number, p_after_id, p_limit, p_owner_id, p_grantee_ids, trying);
      tried := trying;
    end if;
    if own_ids is null and not is_all_seen and p_search is null and walked > p_far and ahead > p_far then
      own_ids := public.facet_sort_own_content(p_tenant_id, p_deployment_id, p_embed_tenant_id, p_kinds, p_parent_id, p_search, p_external_workbook_id, p_is_loose, p_sort, p_is_descending,
        p_after_name, p_after_number, p_after_id, p_limit, p_owner_id, p_grantee_ids, null);
    end if;
    if own_ids is not null then
      found_ids := own_ids;
      exit;
    end if;
    if p_search is not null and not is_range and not is_indexed and ahead > 2 * p_far then
      is_indexed := true;
      found_ids := '{}';
      chunk := greatest(p_far, p_limit);
      select p_after_name as last_name, p_after_number as last_number, p_after_id as last_id into place;
    end if;
    if folder_ids is null and not is_all_seen and p_parent_id is null and ahead > p_far / 8 then
      folder_ids := public.facet_reached_folders(p_tenant_id, p_deployment_id, p_embed_tenant_id, p_owner_id, p_grantee_ids, p_few);
    end if;
    execute public.facet_check_walked(
        public.facet_walk_content(p_kinds, p_parent_id, case when is_indexed or is_range then search else 'true' end, is_range, p_sort, p_is_descending, place.last_id is not null),
        case when is_indexed or is_range then 'true' else search end, case when is_all_seen then 'true' else public.facet_content_seen(p_parent_id, p_kinds, folder_ids is not null) end, p_sort)
      into part using p_tenant_id, p_deployment_id, p_embed_tenant_id, p_parent_id, p_search, place.last_name, place.last_number, place.last_id, chunk, p_owner_id, p_grantee_ids, folder_ids,
        p_limit - cardinality(found_ids);
    found_ids := found_ids || part.ids;
    exit when cardinality(found_ids) >= p_limit or part.walked is null or part.walked < chunk;
    walked := walked + chunk;
    -- How far the rest of the page should be, by what was found so far.
    ahead := (p_limit - cardinality(found_ids))::bigint * walked / greatest(1, cardinality(found_ids));
    chunk := least(greatest(p_far, p_limit), greatest(p_limit, 2 * ahead))::int;
    select part.last_name as last_name, part.last_number as last_number, part.last_id as last_id into place;
  end loop;
  return found_ids;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_find_credential(p_tenant_id bigint, p_secret_hash bytea)
 RETURNS TABLE(api_key_id bigint, expires_at timestamp with time zone, scope jsonb, principal_id bigint, principal_kind text, principal_name text, grants jsonb, epoch bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select k.id, k.expires_at, k.scope, p.id, p.kind, p.name,
    public.facet_principal_grants(k.tenant_id, k.principal_id),
    e.epoch
  from public.revocation_epoch e
  join public.api_keys k on k.tenant_id = p_tenant_id and k.secret_hash = p_secret_hash
  join public.principals p on p.tenant_id = k.tenant_id and p.id = k.principal_id and not p.is_deactivated
  where k.expires_at is null or k.expires_at > now()
$function$;

CREATE OR REPLACE FUNCTION public.facet_find_data_target(p_tenant_id bigint, p_slug text, p_domain text)
 RETURNS TABLE(tenant_id bigint, deployment_id bigint, environment_id bigint, slug text, embed_without_policy text, api_secret_sealed bytea, epoch bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  found public.deployments[];
begin
  found := case
    when p_tenant_id is not null then array(select d from public.deployments d where d.tenant_id = p_tenant_id and d.slug = p_slug)
    when p_slug is not null then array(
      select d from public.environments n join public.deployments d on d.tenant_id = n.tenant_id and d.id = n.deployment_id
      where n.type = 'production' and n.slug = p_slug limit 2)
    else array(select d from public.deployments d where lower(d.custom_domain) = lower(p_domain)) end;
  if cardinality(found) <> 1 then return; end if;
  return query
    select t.id, found[1].id, n.id, found[1].slug, found[1].embed_without_policy, v.value_sealed, e.epoch
    from public.revocation_epoch e
    join public.tenants t on t.id = found[1].tenant_id and t.suspended_at is null
    join public.environments n on n.tenant_id = t.id and n.deployment_id = found[1].id and n.type = 'production'
    left join public.env_variables v on v.tenant_id = t.id and v.deployment_id = found[1].id and v.name = 'CUBEJS_API_SECRET';
end $function$;

CREATE OR REPLACE FUNCTION public.facet_find_data_token(p_tenant_id bigint, p_secret_hash bytea)
 RETURNS TABLE(id bigint, state text, kind text, deployment_id bigint, environment_id bigint, scopes text[], context_sealed bytea, principal_id bigint, principal_name text, grant_bucket integer, grant_id bigint, grant_user_id bigint, is_internal_grant boolean, role_grants jsonb, remaining_ms bigint, epoch bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  t public.data_tokens;
  grant_state text := 'valid';
  grant_remaining_ms bigint;
  grant_user bigint;
  internal_user boolean;
begin
  select d.* into t from public.data_tokens d where d.tenant_id = p_tenant_id and d.secret_hash = p_secret_hash;
  if not found then return; end if;
  if t.grant_id is not null then
    select f.state, f.remaining_ms, f.user_id, f.is_internal into grant_state, grant_remaining_ms, grant_user, internal_user
      from public.facet_find_grant(t.tenant_id, t.grant_bucket, t.grant_id) f;
  end if;
  return query
    select t.id,
      case
        when t.grant_id is not null and coalesce(grant_state, 'revoked') <> 'valid' then coalesce(grant_state, 'revoked')
        when t.grant_id is null and (k.id is null or coalesce(p.is_deactivated, true) or exists (
          select from unnest(array['tenant', 'deployment', 'key', 'owner'], array[0, t.deployment_id, t.key_id, t.principal_id]) as stands(kind, id)
          join public.embed_watermarks w on w.tenant_id = t.tenant_id and w.kind = stands.kind and w.subject_id = stands.id
            and w.revoked_before >= t.created_at)) then 'revoked'
        when least(t.expires_at, k.expires_at) <= clock_timestamp() then 'expired'
        else 'valid' end,
      t.kind, t.deployment_id, t.environment_id, t.scopes, t.context_sealed, t.principal_id, p.name, t.grant_bucket, t.grant_id, grant_user, internal_user,
      public.facet_principal_grants(t.tenant_id, t.principal_id),
      least((extract(epoch from least(t.expires_at, k.expires_at) - clock_timestamp()) * 1000)::bigint, grant_remaining_ms), e.epoch
    from public.revocation_epoch e
    left join public.api_keys k on k.tenant_id = t.tenant_id and k.id = t.key_id
    left join public.principals p on p.tenant_id = t.tenant_id and p.id = k.principal_id and p.id = t.principal_id;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_find_domain(p_domain text)
 RETURNS TABLE(tenant_id bigint, deployment_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select d.tenant_id, d.id from public.deployments d where lower(d.custom_domain) = lower(p_domain) $function$;

CREATE OR REPLACE FUNCTION public.facet_find_embed_settings(p_tenant_id bigint)
 RETURNS TABLE(settings jsonb, is_frozen boolean, epoch bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(s.settings, '{}') || jsonb_build_object('typography', a.config #> '{appTheme,typography}'), t.embed_frozen_at is not null, r.epoch
  from public.revocation_epoch r join public.tenants t on t.id = p_tenant_id
    left join public.tenant_settings s on s.tenant_id = t.id left join public.app_config a on a.tenant_id = t.id
$function$;

CREATE OR REPLACE FUNCTION public.facet_find_grant(p_tenant_id bigint, p_bucket integer, p_id bigint)
 RETURNS TABLE(state text, token_id bytea, deployment_id bigint, user_id bigint, is_internal boolean, embed_tenant_id bigint, is_creator_mode boolean, identity jsonb, document jsonb, issued_at_seconds bigint, expires_at_seconds bigint, remaining_ms bigint, epoch bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_variable
declare
  partition regclass := coalesce(to_regclass('public.embed_grants_' || p_bucket), 'public.embed_grants_default'::regclass);
  g public.embed_grants;
begin
  execute format('select (g::public.embed_grants).* from %s g where g.tenant_id = $1 and g.bucket = $2 and g.id = $3', partition) into g using p_tenant_id, p_bucket, p_id;
  return query
    select v.state, g.token_id, g.deployment_id, g.user_id, g.is_internal, g.embed_tenant_id, g.is_creator_mode, g.identity, g.document,
      floor(extract(epoch from g.issued_at))::bigint, floor(extract(epoch from g.expires_at))::bigint,
      (extract(epoch from least(g.expires_at, v.key_expires_at) - clock_timestamp()) * 1000)::bigint, r.epoch
    from public.revocation_epoch r
    cross join lateral public.facet_judge_embedding(p_is_exchanged => true, p_tenant_id => g.tenant_id, p_session_id => g.id,
      p_deployment_id => g.deployment_id, p_user_id => g.user_id, p_is_internal => g.is_internal, p_embed_tenant_id => g.embed_tenant_id,
      p_api_key_id => g.api_key_id, p_group_ids => g.group_ids, p_minted_at => g.minted_at, p_expires_at => g.expires_at,
      p_restore_epoch => g.restore_epoch) v
    where g.id is not null;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_find_host(p_host text)
 RETURNS TABLE(tenant_id bigint, tenant_name text, is_own_host boolean, epoch bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select t.id, t.name, h.host is not null, e.epoch
  from public.revocation_epoch e
  left join public.tenant_hosts h on h.host = p_host
  join public.tenants t on t.suspended_at is null and (t.id = h.tenant_id
    or (h.host is null and 1 = (select count(*) from (select from public.tenants limit 2) few)))
$function$;

CREATE OR REPLACE FUNCTION public.facet_find_ledger()
 RETURNS TABLE(installation_id uuid, timeline_id uuid, number bigint, stored_number bigint, ending_number bigint, unread_after bigint, restore_epoch integer, given_ids bigint, last_id bigint, waiting bigint, waiting_seconds double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select l.installation_id, l.timeline_id, l.number,
    coalesce((select max(s.number) from public.ledger_entries s where s.stored_at is not null), 0), l.ending_number, l.unread_after,
    (select i.restore_epoch from public.installation i), l.given_ids, (select i.last_value from public.facet_ids i),
    w.waiting, coalesce(extract(epoch from clock_timestamp() - w.since), 0)::float8
  from public.ledger l, (
    select count(*) as waiting, min(u.at) as since
    from (select e.at from public.endings e union all select s.at from public.ledger_entries s where s.stored_at is null and not s.is_marker) u
  ) w
$function$;

CREATE OR REPLACE FUNCTION public.facet_find_served_builds(p_tenants bigint[], p_environments bigint[])
 RETURNS TABLE(tenant_id bigint, deployment_id bigint, environment_id bigint, build_id bigint, engine_version text, artifact_key text, artifact_sha256 text, slug text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select e.tenant_id, e.deployment_id, e.id, b.id, b.engine_version, b.artifact_key, b.artifact_sha256, d.slug
  from unnest(p_tenants, p_environments) asked(tenant_id, id)
  join public.environments e on e.tenant_id = asked.tenant_id and e.id = asked.id
  join public.builds b on b.tenant_id = e.tenant_id and b.id = e.build_id and b.environment_id = e.id
  join public.deployments d on d.tenant_id = e.tenant_id and d.id = e.deployment_id
  where b.artifact_key is not null and b.artifact_sha256 is not null and b.engine_version is not null
$function$;

CREATE OR REPLACE FUNCTION public.facet_find_webhook(p_tenant_id bigint, p_deployment_id bigint, p_token_hash bytea)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from public.repository_remotes r where r.tenant_id = p_tenant_id and r.deployment_id = p_deployment_id and r.webhook_token_hash = p_token_hash)
$function$;

CREATE OR REPLACE FUNCTION public.facet_forget_data_tokens(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  gone int;
begin
  delete from public.data_tokens t using (
    select o.tenant_id, o.id from public.data_tokens o where o.expires_at < now() - interval '1 hour' order by o.expires_at limit p_limit for update skip locked
  ) due
  where t.tenant_id = due.tenant_id and t.id = due.id;
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_forget_dbt_syncs(p_days integer, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  runs int;
  manifests int;
begin
  delete from public.dbt_syncs s using (
    select o.tenant_id, o.id from public.dbt_syncs o
    where o.launched_at < now() - make_interval(days => p_days) and (o.closed_at is not null or o.lost_at is not null)
    order by o.launched_at limit p_limit for update skip locked
  ) due
  where s.tenant_id = due.tenant_id and s.id = due.id;
  get diagnostics runs = row_count;
  delete from public.dbt_manifests m using (
    select o.tenant_id, o.id from public.dbt_manifests o
    where o.created_at < now() - make_interval(days => p_days) and not exists (
      select from public.dbt_syncs s where s.tenant_id = o.tenant_id and s.manifest_id = o.id and s.closed_at is null and s.lost_at is null)
    order by o.created_at limit p_limit for update skip locked
  ) due
  where m.tenant_id = due.tenant_id and m.id = due.id;
  get diagnostics manifests = row_count;
  return greatest(runs, manifests);
end $function$;

CREATE OR REPLACE FUNCTION public.facet_forget_engine_logs(p_days integer, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  gone int;
begin
  delete from public.engine_logs l using (
    select o.tenant_id, o.deployment_id, o.id from public.engine_logs o
    where o.logged_at < now() - make_interval(days => p_days) order by o.logged_at limit p_limit for update skip locked
  ) due
  where l.tenant_id = due.tenant_id and l.deployment_id = due.deployment_id and l.id = due.id;
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_forget_engine_processes(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  gone int;
begin
  delete from public.engine_processes p using (
    select o.tenant_id, o.name from public.engine_processes o
    where o.started_at < now() - interval '1 minute'
      and not exists (select from public.nodes n where n.id = o.node_id and n.seen_at > now() - interval '1 minute')
    limit p_limit for update skip locked
  ) due
  where p.tenant_id = due.tenant_id and p.name = due.name;
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_forget_entries(p_numbers bigint[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ delete from public.ledger_entries where number = any (p_numbers) and stored_at is not null $function$;

CREATE OR REPLACE FUNCTION public.facet_forget_idempotency_keys(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  gone int;
begin
  delete from public.idempotency_keys where ctid = any (array(select ctid from public.idempotency_keys where expires_at < now() limit p_limit));
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_forget_unreferenced_objects(p_tenant_ids bigint[], p_keys text[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  gone int;
begin
  delete from public.unreferenced_objects l using unnest(p_tenant_ids, p_keys) g(tenant_id, key)
  where l.tenant_id = g.tenant_id and l.key = g.key and l.is_claimed;
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_forget_uploads(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  gone int;
begin
  delete from public.uploads u using (select o.tenant_id, o.deployment_id, o.id from public.uploads o where o.expires_at < now() limit p_limit for update skip locked) due
  where u.tenant_id = due.tenant_id and u.deployment_id = due.deployment_id and u.id = due.id;
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_freeze_embedding(p_tenant_id bigint, p_is_frozen boolean)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with changed as (
    update public.tenants t set embed_frozen_at = case when p_is_frozen then clock_timestamp() end
    where (p_tenant_id is null or t.id = p_tenant_id) and (t.embed_frozen_at is not null) <> p_is_frozen returning t.id),
  recorded as (
    insert into public.audit_entries (tenant_id, operation, outcome, actor_kind, actor_name, targets)
    select named.id, case when p_is_frozen then 'facet embed freeze' else 'facet embed thaw' end, 'done', 'operator', 'operator',
      jsonb_build_array(jsonb_build_object('kind', 'tenant', 'id', named.id::text, 'did', case when changed.id is null then 'unchanged' else 'updated' end))
    from (select id from changed union select p_tenant_id where p_tenant_id is not null) as named left join changed on changed.id = named.id)
  select count(*) from changed
$function$;

CREATE OR REPLACE FUNCTION public.facet_hold_back_dbt_syncs()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  held int;
begin
  update public.dbt_syncs s set lost_at = now(), updated_at = now() where s.closed_at is null and s.lost_at is null;
  get diagnostics held = row_count;
  return held;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_hold_back_pushes(p_cause text, p_message text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  held int;
begin
  update public.remote_pushes p set state = 'failed', cause = p_cause, message = p_message, next_attempt_at = null where p.state = 'pending';
  get diagnostics held = row_count;
  return held;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_hold_custom_domain()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform public.facet_lock_names(new.custom_domain);
  if exists (select from public.tenant_hosts h where h.host in (select public.facet_names_above(new.custom_domain))
      and (h.host = lower(new.custom_domain) or h.tenant_id <> new.tenant_id)) then
    raise unique_violation using constraint = 'deployments_custom_domain_key', message = 'the name belongs to a host of a tenant';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_hold_tenant_host()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform public.facet_lock_names(new.host);
  if exists (select from public.deployments d where lower(d.custom_domain) = new.host
      or (d.tenant_id <> new.tenant_id and right(lower(d.custom_domain), length(new.host) + 1) = '.' || new.host)) then
    raise unique_violation using constraint = 'deployments_custom_domain_key', message = 'the name belongs to a deployment';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_is_marker_due(p_mark_after_ms integer)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from public.ledger l, public.facet_ids i
      where i.last_value > l.given_ids and l.numbered_at <= clock_timestamp() - make_interval(secs => p_mark_after_ms / 1000.0))
    and not exists (select from public.ledger_entries e where e.stored_at is null)
$function$;

CREATE OR REPLACE FUNCTION public.facet_judge_embedding(p_is_exchanged boolean, p_tenant_id bigint, p_session_id bigint, p_deployment_id bigint, p_user_id bigint, p_is_internal boolean, p_embed_tenant_id bigint, p_api_key_id bigint, p_group_ids bigint[], p_minted_at timestamp with time zone, p_expires_at timestamp with time zone, p_restore_epoch integer)
 RETURNS TABLE(state text, revoked_at timestamp with time zone, key_expires_at timestamp with time zone)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT
         CASE
             WHEN ((ended.at IS NOT NULL) OR COALESCE(o.is_deactivated, true) OR (NOT (EXISTS ( SELECT
                FROM installation i
               WHERE (i.is_only AND (i.restore_epoch = facet_judge_embedding.p_restore_epoch))))) OR (NOT (EXISTS ( SELECT
                FROM deployments d
               WHERE ((d.tenant_id = facet_judge_embedding.p_tenant_id) AND (d.id = facet_judge_embedding.p_deployment_id))))) OR ((facet_judge_embedding.p_embed_tenant_id > 0) AND (NOT (EXISTS ( SELECT
                FROM embed_tenants e
               WHERE ((e.tenant_id = facet_judge_embedding.p_tenant_id) AND (e.id = facet_judge_embedding.p_embed_tenant_id) AND (e.removed_at IS NULL)))))) OR (NOT
             CASE
                 WHEN facet_judge_embedding.p_is_internal THEN (EXISTS ( SELECT
                    FROM principals u
                   WHERE ((u.tenant_id = facet_judge_embedding.p_tenant_id) AND (u.id = facet_judge_embedding.p_user_id) AND (NOT u.is_deactivated))))
                 ELSE (EXISTS ( SELECT
                    FROM external_users u
                   WHERE ((u.tenant_id = facet_judge_embedding.p_tenant_id) AND (u.id = facet_judge_embedding.p_user_id))))
             END)) THEN 'revoked'::text
             WHEN (LEAST(facet_judge_embedding.p_expires_at, k.expires_at) <= clock_timestamp()) THEN 'expired'::text
             WHEN (EXISTS ( SELECT
                FROM tenant_settings s
               WHERE ((s.tenant_id = facet_judge_embedding.p_tenant_id) AND (NOT s.embedding_enabled)))) THEN 'disabled'::text
             WHEN ((NOT facet_judge_embedding.p_is_exchanged) AND (EXISTS ( SELECT
                FROM tenants t
               WHERE ((t.id = facet_judge_embedding.p_tenant_id) AND (t.embed_frozen_at IS NOT NULL))))) THEN 'frozen'::text
             ELSE 'valid'::text
         END AS "case",
     ended.at,
     k.expires_at
    FROM (((( SELECT facet_judge_embedding.p_api_key_id AS api_key_id) minted_by
      LEFT JOIN api_keys k ON (((k.tenant_id = facet_judge_embedding.p_tenant_id) AND (k.id = minted_by.api_key_id))))
      LEFT JOIN principals o ON (((o.tenant_id = facet_judge_embedding.p_tenant_id) AND (o.id = k.principal_id))))
      CROSS JOIN LATERAL ( SELECT min(w.revoked_before) AS at
            FROM (UNNEST((ARRAY['tenant'::text, 'session'::text, 'user'::text, 'embed_tenant'::text, 'deployment'::text, 'key'::text, 'owner'::text] || array_fill('group'::text, ARRAY[cardinality(facet_judge_embedding.p_group_ids)])), (ARRAY[(0)::bigint, facet_judge_embedding.p_session_id, facet_judge_embedding.p_user_id, facet_judge_embedding.p_embed_tenant_id, facet_judge_embedding.p_deployment_id, facet_judge_embedding.p_api_key_id, k.principal_id] || facet_judge_embedding.p_group_ids)) stands(kind, id)
              JOIN embed_watermarks w ON (((w.tenant_id = facet_judge_embedding.p_tenant_id) AND (w.kind = stands.kind) AND (w.subject_id = stands.id) AND (w.revoked_before >= facet_judge_embedding.p_minted_at))))) ended);
END;

CREATE OR REPLACE FUNCTION public.facet_judge_grants(p_tenant_id bigint, p_buckets integer[], p_ids bigint[])
 RETURNS TABLE(place integer, state text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
begin
  return query
    select w.place::int, f.state
    from unnest(p_buckets, p_ids) with ordinality as w(bucket, id, place)
    left join lateral public.facet_find_grant(p_tenant_id, w.bucket, w.id) f on true;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_leads_to_content(p_tenant_id bigint, p_folder_id bigint, p_owner_id bigint, p_grantee_ids bigint[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET jit TO 'off'
AS $function$
declare
  leads boolean;
begin
  execute format('select %s from (select $2::bigint as id, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text) w', public.facet_content_leads())
    into leads using p_tenant_id, p_folder_id, null::text, null::text, null::text, null::text, null::text, null::text, null::text, p_owner_id, p_grantee_ids;
  return leads;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_list_content(p_tenant_id bigint, p_deployment_id bigint, p_embed_tenant_id bigint, p_kinds text[], p_parent_id bigint, p_search text, p_external_workbook_id text, p_is_loose boolean, p_sort text, p_is_descending boolean, p_after_name text, p_after_number bigint, p_after_id bigint, p_limit integer, p_owner_id bigint, p_organisation_id bigint, p_grantee_ids bigint[], p_sees_all boolean, p_few integer DEFAULT 3000, p_far integer DEFAULT 20000)
 RETURNS TABLE(id bigint, kind text, level integer, sort_key text, sort_number bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  found_ids constant bigint[] := public.facet_find_content(p_tenant_id, p_deployment_id, p_embed_tenant_id, p_kinds, p_parent_id, p_search, p_external_workbook_id, p_is_loose, p_sort,
    p_is_descending, p_after_name, p_after_number, p_after_id, p_limit, p_owner_id, array_remove(p_grantee_ids || p_organisation_id, null), p_sees_all, p_few, p_far);
begin
  return query
    select i.id, i.kind, case when p_sees_all then 3 else coalesce(l.level, 0) end, i.sort_key::text,
      public.facet_content_number(p_sort, i.position, i.created_at, i.updated_at)
    from unnest(found_ids) with ordinality f(id, place)
    cross join lateral (select i.* from public.content_items i where i.tenant_id = p_tenant_id and i.id = f.id limit 1) i
    left join public.facet_content_levels(p_tenant_id, p_deployment_id, p_embed_tenant_id, case when p_sees_all then '{}' else found_ids end,
      p_owner_id, p_organisation_id, p_grantee_ids) l on l.id = f.id
    order by f.place;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_list_data_keys_to_rewrap(p_encryption_key_id bigint, p_limit integer)
 RETURNS TABLE(tenant_id bigint, id bigint, encryption_key_id bigint, wrapped bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select d.tenant_id, d.id, d.encryption_key_id, d.wrapped from public.data_keys d where d.encryption_key_id <> p_encryption_key_id limit p_limit
$function$;

CREATE OR REPLACE FUNCTION public.facet_list_dead_events(p_after_id bigint, p_limit integer)
 RETURNS TABLE(tenant_id bigint, tenant_name text, id bigint, kind text, subject text, attempts integer, created_at timestamp with time zone, dead_at timestamp with time zone, last_error text, waiting_behind integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select d.tenant_id, t.name, d.id, d.kind, d.subject, d.attempts, d.created_at, d.dead_at, d.last_error,
    (select count(*)::int from (select from public.outbox_events w
      where w.tenant_id = d.tenant_id and w.subject = d.subject and w.id > d.id limit 1000) waiting)
  from public.outbox_events d join public.tenants t on t.id = d.tenant_id
  where d.dead_at is not null and d.id > p_after_id order by d.id limit p_limit
$function$;

CREATE OR REPLACE FUNCTION public.facet_list_due_builds(p_limit integer)
 RETURNS TABLE(tenant_id bigint, deployment_id bigint, environment_id bigint, id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select q.tenant_id, q.deployment_id, q.environment_id, q.id
  from (
    select n.tenant_id, n.deployment_id, n.environment_id, n.id, row_number() over (partition by n.tenant_id order by n.id) as turn
    from (
      select distinct on (b.tenant_id, b.environment_id) b.tenant_id, b.deployment_id, b.environment_id, b.id
      from public.builds b
      where b.status in ('queued', 'building', 'warmup') and b.workflow_started_at is null
      order by b.tenant_id, b.environment_id, b.id desc
    ) n
    join public.tenants t on t.id = n.tenant_id and t.suspended_at is null
  ) q
  order by q.turn, q.id limit p_limit
$function$;

CREATE OR REPLACE FUNCTION public.facet_list_due_dbt_syncs(p_per_worker integer, p_limit integer)
 RETURNS TABLE(tenant_id bigint, deployment_id bigint, id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with open as (
    select s.tenant_id, s.deployment_id, s.id, s.branch_name, s.trigger, s.workflow_started_at is not null as is_running
    from public.dbt_syncs s where s.closed_at is null and s.lost_at is null
  ), running as (
    select o.tenant_id, count(*) as held from open o where o.is_running group by o.tenant_id
  ), workers as (
    select count(*) as live from public.nodes n where 'worker' = any (n.roles) and n.seen_at > now() - interval '1 minute'
  ), served as (
    select w.tenant_id, (
      select e.workflow_started_at from public.dbt_syncs e
      where e.tenant_id = w.tenant_id and e.workflow_started_at is not null order by e.id desc limit 1) as last_at
    from (select distinct o.tenant_id from open o where not o.is_running) w
  ), waiting as (
    select o.tenant_id, o.deployment_id, o.id,
      coalesce(r.held, 0) + row_number() over (partition by o.tenant_id order by o.id) as turn, l.last_at
    from open o
    join served l on l.tenant_id = o.tenant_id
    join public.tenants t on t.id = o.tenant_id and t.suspended_at is null
    left join running r on r.tenant_id = o.tenant_id
    where not o.is_running and not exists (
      select from public.dbt_syncs e where e.tenant_id = o.tenant_id and e.deployment_id = o.deployment_id
        and (e.branch_name = o.branch_name or (e.trigger = 'webhook' and o.trigger = 'webhook'))
        and e.id < o.id and e.closed_at is null and e.lost_at is null)
  )
  select w.tenant_id, w.deployment_id, w.id from waiting w
  order by w.turn, w.last_at nulls first, w.id
  limit least(p_limit, greatest(0, p_per_worker * greatest(1, (select live from workers)) - (select coalesce(sum(held), 0) from running)))
$function$;

CREATE OR REPLACE FUNCTION public.facet_list_due_pushes(p_limit integer, p_after_turn bigint, p_after_place bigint, p_after timestamp with time zone, p_after_id bigint, p_tried bigint[], p_without bigint[])
 RETURNS TABLE(tenant_id bigint, deployment_id bigint, id bigint, name text, turn bigint, place bigint, due_at text, is_unreachable boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select p.tenant_id, p.deployment_id, p.branch_id, b.name, p.turn, p.place, p.next_attempt_at::text, p.is_unreachable
  from (
    select d.tenant_id, d.deployment_id, d.branch_id, d.next_attempt_at, coalesce(d.cause = 'remote_unreachable', false) as is_unreachable,
      row_number() over (partition by d.tenant_id order by d.next_attempt_at, d.branch_id) as turn, coalesce(r.place, 0) as place
    from public.remote_pushes d
    join public.tenants t on t.id = d.tenant_id and t.suspended_at is null
    left join unnest(p_tried) with ordinality r(tenant_id, place) on r.tenant_id = d.tenant_id
    where d.state = 'pending' and d.next_attempt_at < now() and d.tenant_id <> all (p_without)
  ) p
  join public.branches b on b.tenant_id = p.tenant_id and b.deployment_id = p.deployment_id and b.id = p.branch_id
  where (p.turn, p.place, p.next_attempt_at, p.branch_id) > (p_after_turn, p_after_place, p_after, p_after_id)
  order by p.turn, p.place, p.next_attempt_at, p.branch_id limit p_limit
$function$;

CREATE OR REPLACE FUNCTION public.facet_list_expired_branches(p_limit integer)
 RETURNS TABLE(tenant_id bigint, deployment_id bigint, id bigint, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select b.tenant_id, b.deployment_id, b.id, b.name from public.branches b where b.expires_at < now() order by b.expires_at limit p_limit $function$;

CREATE OR REPLACE FUNCTION public.facet_list_old_entries(p_days integer, p_limit integer)
 RETURNS TABLE(number bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select e.number from public.ledger_entries e
  where e.stored_at is not null and e.number < (select max(n.number) from public.ledger_entries n where n.stored_at is not null)
    and (e.is_marker or e.at < now() - make_interval(days => p_days))
  order by e.number limit p_limit
$function$;

CREATE OR REPLACE FUNCTION public.facet_list_signing_keys(p_tenant_id bigint)
 RETURNS TABLE(id bigint, state text, public_jwk jsonb, private_sealed bytea, epoch bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select k.id, k.state, k.public_jwk, k.private_sealed, r.epoch
  from public.revocation_epoch r left join public.embed_signing_keys k on k.tenant_id = p_tenant_id
    and (k.state <> 'retired' or k.retired_at > now() - public.facet_token_lifetime() - interval '1 hour')
  order by k.id
$function$;

CREATE OR REPLACE FUNCTION public.facet_list_silent_builds(p_seconds integer, p_limit integer)
 RETURNS TABLE(tenant_id bigint, deployment_id bigint, environment_id bigint, id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select b.tenant_id, b.deployment_id, b.environment_id, b.id
  from public.builds b
  where b.status in ('queued', 'building', 'warmup') and b.workflow_started_at is not null
    and greatest(b.updated_at, b.workflow_started_at) < now() - make_interval(secs => p_seconds)
  order by greatest(b.updated_at, b.workflow_started_at), b.id limit p_limit
$function$;

CREATE OR REPLACE FUNCTION public.facet_list_silent_dbt_syncs(p_seconds integer, p_limit integer)
 RETURNS TABLE(tenant_id bigint, deployment_id bigint, id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.tenant_id, s.deployment_id, s.id
  from public.dbt_syncs s
  where s.closed_at is null and s.lost_at is null and s.workflow_started_at is not null
    and s.updated_at < now() - make_interval(secs => p_seconds) and s.workflow_started_at < now() - make_interval(secs => p_seconds)
  order by s.updated_at, s.id limit p_limit
$function$;

CREATE OR REPLACE FUNCTION public.facet_list_tenants(p_after bigint, p_limit integer)
 RETURNS TABLE(tenant_id bigint, tenant_name text, hosts text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select t.id, t.name, coalesce((select array_agg(h.host order by h.host) from public.tenant_hosts h where h.tenant_id = t.id), '{}')
  from public.tenants t where t.id > p_after order by t.id limit p_limit
$function$;

CREATE OR REPLACE FUNCTION public.facet_list_viewed_content(p_tenant_id bigint, p_deployment_id bigint, p_embed_tenant_id bigint, p_kinds text[], p_parent_id bigint, p_search text, p_external_workbook_id text, p_is_loose boolean, p_is_descending boolean, p_limit integer, p_viewer_id bigint, p_owner_id bigint, p_organisation_id bigint, p_grantee_ids bigint[], p_sees_all boolean)
 RETURNS TABLE(id bigint, kind text, level integer, viewed_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  viewed_ids bigint[];
begin
  execute format('select array(select i.id from (select $4::bigint, $5::text) used,
    (select v.item_id, v.viewed_at from public.content_views v where v.tenant_id = $1 and v.viewer_id = $6 order by v.viewed_at desc, v.item_id desc limit 5000) v
    cross join lateral (select i.* from public.content_items i where i.tenant_id = $1 and i.id = v.item_id limit 1) i
    where i.deployment_id = $2 and i.embed_tenant_id = $3 and i.kind = any ($7) and ($4 is null or case when $4 = 0 then i.parent_id is null else i.parent_id = $4 end) and %s)',
      public.facet_content_search(p_search, p_external_workbook_id, p_is_loose))
    into viewed_ids using p_tenant_id, p_deployment_id, p_embed_tenant_id, p_parent_id, p_search, p_viewer_id, p_kinds;
  return query
    select l.id, l.kind, case when p_sees_all then 3 else l.level end, v.viewed_at
    from public.facet_content_levels(p_tenant_id, p_deployment_id, p_embed_tenant_id, viewed_ids, p_owner_id, p_organisation_id, p_grantee_ids) l
    join public.content_views v on v.tenant_id = p_tenant_id and v.viewer_id = p_viewer_id and v.item_id = l.id
    where p_sees_all or l.level > 0 order by case when p_is_descending then v.viewed_at end desc, v.viewed_at, l.id limit p_limit;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_list_waiting_entries(p_limit integer)
 RETURNS TABLE(number bigint, body text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select e.number, e.body from public.ledger_entries e where e.stored_at is null order by e.number limit p_limit $function$;

CREATE OR REPLACE FUNCTION public.facet_lock_catalog(p_tenant_id bigint, p_scope bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform public.facet_lock_catalogs(array[p_tenant_id], array[p_scope]);
end $function$;

CREATE OR REPLACE FUNCTION public.facet_lock_catalogs(p_tenant_ids bigint[], p_scopes bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  max_catalogs constant int := 64;
  max_tenants constant int := 64;
  held text[] := coalesce(string_to_array(nullif(current_setting('facet.locked_catalogs', true), ''), ' '), '{}');
  tenants bigint[];
  scopes bigint[];
begin
  select array_agg(w.tenant_id order by w.tenant_id, w.scope), array_agg(w.scope order by w.tenant_id, w.scope) into tenants, scopes
  from (select distinct c.tenant_id, c.scope from unnest(p_tenant_ids, p_scopes) as c(tenant_id, scope)) w
  where not array['0/0', w.tenant_id || '/0', w.tenant_id || '/' || w.scope] && held;
  if tenants is null then return; end if;
  if cardinality(held) + cardinality(tenants) > max_catalogs then
    select array_agg(w.tenant_id order by w.tenant_id), array_agg(0) into tenants, scopes from (select distinct t as tenant_id from unnest(tenants) t) w;
    if cardinality(held) + cardinality(tenants) > max_catalogs + max_tenants then
      tenants := '{0}';
      scopes := '{0}';
    end if;
  end if;
  for n in 1 .. cardinality(tenants) loop
    if tenants[n] > 0 then perform pg_advisory_xact_lock_shared(hashint8extended(0, 0)); end if;
    if scopes[n] > 0 then perform pg_advisory_xact_lock_shared(hashint8extended(tenants[n], 0)); end if;
    perform pg_advisory_xact_lock(hashint8extended(tenants[n], scopes[n]));
    held := held || (tenants[n] || '/' || scopes[n]);
  end loop;
  perform set_config('facet.locked_catalogs', array_to_string(held, ' '), true);
end $function$;

CREATE OR REPLACE FUNCTION public.facet_lock_names(p_name text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select pg_advisory_xact_lock(hashtextextended('names ' || substring(lower(p_name) from '[^.]+(?:\.[^.]+)?$'), 0)) $function$;

CREATE OR REPLACE FUNCTION public.facet_make_audit_partitions(p_months_ahead integer DEFAULT 3)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  made int := 0;
  month timestamptz;
  partition text;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('facet audit partitions', 0)) then return 0; end if;
  for step in 0 .. least(p_months_ahead, 24) loop
    month := date_trunc('month', now() at time zone 'utc') at time zone 'utc' + make_interval(months => step);
    partition := 'audit_entries_' || to_char(month at time zone 'utc', 'YYYYMM');
    continue when to_regclass('public.' || partition) is not null;
    begin
      perform public.facet_make_partition('audit_entries', partition, format('for values from (%L) to (%L)', month, month + interval '1 month'), 'select, insert');
      made := made + 1;
    exception when lock_not_available or duplicate_table then null;
    end;
  end loop;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_make_embed_partition(p_parent text, p_bucket integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  partition text := p_parent || coalesce('_' || p_bucket, '_default');
begin
  if to_regclass('public.' || partition) is not null then return false; end if;
  perform public.facet_make_partition(p_parent, partition,
    case when p_bucket is null then 'default' else format('for values from (%L) to (%L)', p_bucket, p_bucket + 1) end, 'select, update');
  if p_parent = 'embed_sessions' then execute format('alter table public.%I set (fillfactor = 80)', partition); end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_make_embed_partitions(p_hours_ahead integer DEFAULT 4)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  made int := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('facet embed partitions', 0)) then return 0; end if;
  for hour in public.facet_bucket(now()) .. public.facet_bucket(now()) + least(p_hours_ahead, 48) loop
    for parent in 0 .. 1 loop
      begin
        made := made + public.facet_make_embed_partition((array['embed_sessions', 'embed_grants'])[parent + 1], hour)::int;
      exception when lock_not_available or check_violation or duplicate_table then null;
      end;
    end loop;
  end loop;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_make_partition(p_parent text, p_partition text, p_bounds text, p_rights text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  set local lock_timeout = '200ms';
  execute format('create table public.%I (like public.%I including defaults including constraints)', p_partition, p_parent);
  call public.facet_protect(format('public.%I', p_partition)::regclass, p_service => p_rights);
  execute format('alter table public.%I attach partition public.%I %s', p_parent, p_partition, p_bounds);
end $function$;

CREATE OR REPLACE FUNCTION public.facet_mint_sessions(p_lock_tenant_ids bigint[], p_lock_scopes bigint[], p_tenant_ids bigint[], p_embed_tenant_ids bigint[], p_external_ids text[], p_fingerprints bytea[], p_epochs bigint[], p_embed_epochs bigint[], p_secret_hashes bytea[], p_deployment_ids bigint[], p_api_key_ids bigint[], p_are_creators boolean[], p_documents jsonb, p_details text, p_is_waiting boolean)
 RETURNS TABLE(place integer, outcome text, session_id bigint, session_bucket integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  are_held boolean[] := '{}';
  are_free boolean[];
  minted_at timestamptz;
  minted_bucket int;
  current_restore_epoch int := (select i.restore_epoch from public.installation i where i.is_only);
  ids bigint[];
  hashes bytea[];
  item record;
  visitor record;
begin
  for n in 1 .. cardinality(p_lock_scopes) loop
    if p_is_waiting then
      perform pg_advisory_xact_lock_shared(hashint8extended(p_lock_tenant_ids[n], p_lock_scopes[n]));
      are_held[n] := true;
    else
      are_held[n] := pg_try_advisory_xact_lock_shared(hashint8extended(p_lock_tenant_ids[n], p_lock_scopes[n]));
    end if;
  end loop;
  -- One that is held keeps its own items waiting and no others.
  if false = any (are_held) then
    select array_agg(not exists (select from unnest(p_lock_tenant_ids, p_lock_scopes, are_held) as l(tenant_id, scope, is_held)
      where not l.is_held and l.tenant_id in (0, i.tenant_id) and l.scope in (0, i.embed_tenant_id)) order by i.n) into are_free
    from unnest(p_tenant_ids, p_embed_tenant_ids) with ordinality as i(tenant_id, embed_tenant_id, n);
  end if;
  minted_at := clock_timestamp();
  -- Written out: PostgreSQL would plan facet_bucket anew for every call.
  minted_bucket := floor(extract(epoch from minted_at) / 3600);

  -- Alone, as most are while it is quiet: simple statements, since the join below takes longer to set up than to run.
  if cardinality(p_tenant_ids) = 1 and are_free is null then
    select u.id, u.group_ids || u.embed_group_ids || u.tenant_group_ids as group_ids, u.attribute_values into visitor from public.external_users u
    where u.tenant_id = p_tenant_ids[1] and u.embed_tenant_id = p_embed_tenant_ids[1] and u.external_id = p_external_ids[1]
      and u.fingerprint = p_fingerprints[1] and u.fingerprint_epochs = array[p_epochs[1], p_embed_epochs[1]]
      and exists (select from public.catalog_epochs c where c.tenant_id = p_tenant_ids[1] and c.scope = 0 and c.epoch = p_epochs[1])
      and (p_embed_tenant_ids[1] = 0
        or exists (select from public.catalog_epochs c where c.tenant_id = p_tenant_ids[1] and c.scope = p_embed_tenant_ids[1] and c.epoch = p_embed_epochs[1]))
      and exists (select from public.deployments d where d.tenant_id = p_tenant_ids[1] and d.id = p_deployment_ids[1]);
    if found then
      session_id := public.facet_add_session(p_tenant_id => p_tenant_ids[1], p_bucket => minted_bucket, p_secret_hash => p_secret_hashes[1],
        p_deployment_id => p_deployment_ids[1], p_user_id => visitor.id, p_is_internal => false, p_embed_tenant_id => p_embed_tenant_ids[1],
        p_api_key_id => p_api_key_ids[1], p_is_creator_mode => p_are_creators[1], p_group_ids => visitor.group_ids,
        p_attribute_values => visitor.attribute_values, p_document => p_documents -> 0, p_minted_at => minted_at, p_restore_epoch => current_restore_epoch);
      place := 0;
      outcome := 'minted';
      session_bucket := minted_bucket;
      return next;
      return;
    end if;
  elsif cardinality(p_tenant_ids) > 1 then
    with minted as (
      insert into public.embed_sessions (tenant_id, bucket, id, secret_hash, deployment_id, user_id, is_internal, embed_tenant_id, api_key_id,
        is_creator_mode, group_ids, attribute_values, document, created_at, expires_at, restore_epoch)
      select i.tenant_id, minted_bucket, nextval('public.facet_ids'), i.secret_hash, i.deployment_id, u.id, false, i.embed_tenant_id, i.api_key_id,
        i.is_creator, u.group_ids || u.embed_group_ids || u.tenant_group_ids, u.attribute_values, p_documents -> (i.n - 1)::int, minted_at,
        minted_at + public.facet_session_lifetime(), current_restore_epoch
      from unnest(p_tenant_ids, p_embed_tenant_ids, p_external_ids, p_fingerprints, p_epochs, p_embed_epochs, p_secret_hashes, p_deployment_ids,
        p_api_key_ids, p_are_creators) with ordinality
        as i(tenant_id, embed_tenant_id, external_id, fingerprint, epoch, embed_epoch, secret_hash, deployment_id, api_key_id, is_creator, n)
      join public.catalog_epochs c on c.tenant_id = i.tenant_id and c.scope = 0 and c.epoch = i.epoch
      join public.external_users u on u.tenant_id = i.tenant_id and u.embed_tenant_id = i.embed_tenant_id and u.external_id = i.external_id
        and u.fingerprint = i.fingerprint and u.fingerprint_epochs = array[i.epoch, i.embed_epoch]
      join public.deployments d on d.tenant_id = i.tenant_id and d.id = i.deployment_id
      where (are_free is null or are_free[i.n]) and (i.embed_tenant_id = 0
        or exists (select from public.catalog_epochs e where e.tenant_id = i.tenant_id and e.scope = i.embed_tenant_id and e.epoch = i.embed_epoch))
      returning id, secret_hash
    )
    select array_agg(m.id), array_agg(m.secret_hash) into ids, hashes from minted m;
    outcome := 'minted';
    session_bucket := minted_bucket;
    for n in 1 .. coalesce(cardinality(ids), 0) loop
      place := array_position(p_secret_hashes, hashes[n]) - 1;
      session_id := ids[n];
      return next;
    end loop;
    if cardinality(ids) = cardinality(p_tenant_ids) then return; end if;
  end if;

  for item in
    select i.*, p_tenant_ids[i.place + 1] as tenant_id, p_embed_tenant_ids[i.place + 1] as embed_tenant_id, p_external_ids[i.place + 1] as external_id,
      p_fingerprints[i.place + 1] as fingerprint, array[p_epochs[i.place + 1], p_embed_epochs[i.place + 1]] as epochs,
      p_secret_hashes[i.place + 1] as secret_hash, p_deployment_ids[i.place + 1] as deployment_id
    from jsonb_to_recordset(p_details::jsonb) as i(place int, "internalId" bigint, email text, "displayName" text, picture text, "groupIds" bigint[],
      "embedGroupIds" bigint[], "tenantGroupIds" bigint[], "attributeValues" jsonb, "userLimit" bigint)
    where hashes is null or not p_secret_hashes[i.place + 1] = any (hashes)
    order by p_tenant_ids[i.place + 1], p_embed_tenant_ids[i.place + 1], p_external_ids[i.place + 1]
  loop
    place := item.place;
    session_id := null;
    session_bucket := null;
    if not are_free[place + 1] then outcome := 'busy'; return next; continue; end if;
    if not exists (select from public.catalog_epochs c where c.tenant_id = item.tenant_id and c.scope = 0 and c.epoch = item.epochs[1])
      or (item.embed_tenant_id > 0 and not exists (select from public.catalog_epochs c
        where c.tenant_id = item.tenant_id and c.scope = item.embed_tenant_id and c.epoch = item.epochs[2])) then
      outcome := 'stale'; return next; continue;
    end if;
    if not exists (select from public.deployments d where d.tenant_id = item.tenant_id and d.id = item.deployment_id) then
      outcome := 'no deployment'; return next; continue;
    end if;

    -- A row that somebody holds is waited for by a mint alone, and not by a batch of everybody's.
    if not p_is_waiting then
      if item."internalId" is not null then
        perform from public.principals p where p.tenant_id = item.tenant_id and p.id = item."internalId" for share skip locked;
        if not found and exists (select from public.principals p where p.tenant_id = item.tenant_id and p.id = item."internalId") then
          outcome := 'busy'; return next; continue;
        end if;
      else
        perform from public.external_users u
        where u.tenant_id = item.tenant_id and u.embed_tenant_id = item.embed_tenant_id and u.external_id = item.external_id for no key update skip locked;
        if not found and exists (select from public.external_users u
          where u.tenant_id = item.tenant_id and u.embed_tenant_id = item.embed_tenant_id and u.external_id = item.external_id) then
          outcome := 'busy'; return next; continue;
        end if;
      end if;
    end if;
    if item."internalId" is not null then
      select p.id, array(select m.group_id from public.user_group_members m where m.tenant_id = p.tenant_id and m.user_id = p.id order by m.group_id) as group_ids,
        '{}'::jsonb as attribute_values into visitor from public.principals p
      where p.tenant_id = item.tenant_id and p.id = item."internalId" and p.kind = 'user' and not p.is_deactivated for share;
      if not found then outcome := 'no user'; return next; continue; end if;
    else
      outcome := null;
      loop
        update public.external_users u set
          email = coalesce(item.email, u.email), display_name = coalesce(item."displayName", u.display_name), picture = coalesce(item.picture, u.picture),
          group_ids = coalesce(item."groupIds", u.group_ids), embed_group_ids = coalesce(item."embedGroupIds", u.embed_group_ids),
          tenant_group_ids = coalesce(item."tenantGroupIds", u.tenant_group_ids),
          attribute_values = jsonb_strip_nulls(u.attribute_values || coalesce(item."attributeValues", '{}')),
          fingerprint = item.fingerprint, fingerprint_epochs = item.epochs, updated_at = minted_at
        where u.tenant_id = item.tenant_id and u.embed_tenant_id = item.embed_tenant_id and u.external_id = item.external_id
        returning u.id, u.group_ids || u.embed_group_ids || u.tenant_group_ids as group_ids, u.attribute_values into visitor;
        exit when found;
        if (select coalesce(sum(c.users), 0) >= item."userLimit" from public.external_user_counts c where c.tenant_id = item.tenant_id and c.embed_tenant_id = 0) then
          outcome := 'limit';
          exit;
        end if;
        insert into public.external_users as u (tenant_id, embed_tenant_id, external_id, email, display_name, picture, group_ids, embed_group_ids,
          tenant_group_ids, attribute_values, fingerprint, fingerprint_epochs)
        values (item.tenant_id, item.embed_tenant_id, item.external_id, item.email, item."displayName", item.picture, coalesce(item."groupIds", '{}'),
          coalesce(item."embedGroupIds", '{}'), coalesce(item."tenantGroupIds", '{}'), jsonb_strip_nulls(coalesce(item."attributeValues", '{}')),
          item.fingerprint, item.epochs)
        on conflict (tenant_id, embed_tenant_id, external_id) do nothing
        returning u.id, u.group_ids || u.embed_group_ids || u.tenant_group_ids as group_ids, u.attribute_values into visitor;
        exit when found;
        -- Someone else made the user this very moment: the next look finds it, here or in the next batch.
        if not p_is_waiting then
          outcome := 'busy';
          exit;
        end if;
      end loop;
      if outcome is not null then return next; continue; end if;
    end if;

    session_id := public.facet_add_session(p_tenant_id => item.tenant_id, p_bucket => minted_bucket, p_secret_hash => item.secret_hash,
      p_deployment_id => item.deployment_id, p_user_id => visitor.id, p_is_internal => item."internalId" is not null,
      p_embed_tenant_id => item.embed_tenant_id, p_api_key_id => p_api_key_ids[place + 1], p_is_creator_mode => p_are_creators[place + 1],
      p_group_ids => visitor.group_ids, p_attribute_values => visitor.attribute_values, p_document => p_documents -> place, p_minted_at => minted_at,
      p_restore_epoch => current_restore_epoch);
    session_bucket := minted_bucket;
    outcome := 'minted';
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_move_ids(p_to bigint)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select setval('public.facet_ids', greatest((select i.last_value from public.facet_ids i), p_to)) $function$;

CREATE OR REPLACE FUNCTION public.facet_names_above(p_name text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select array_to_string(labels[place:], '.') from string_to_array(lower(p_name), '.') labels, generate_subscripts(labels, 1) place
$function$;

CREATE OR REPLACE FUNCTION public.facet_note_dbt_outcome()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' then
    update public.dbt_syncs s set closed_at = null where s.tenant_id = old.tenant_id and s.id = old.sync_id;
  else
    update public.dbt_syncs s set closed_at = now(), updated_at = now() where s.tenant_id = new.tenant_id and s.id = new.sync_id;
    -- Runs that waited for its place, or for its branch.
    perform pg_notify('facet_dbt_syncs', new.tenant_id::text);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_note_second_use(p_tenant_id bigint, p_bucket integer, p_id bigint, p_is_revoking boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with noted as (
    update public.embed_sessions s set second_use_at = coalesce(s.second_use_at, clock_timestamp())
    where s.tenant_id = p_tenant_id and s.bucket = p_bucket and s.id = p_id returning s.tenant_id, s.id, s.created_at
  )
  insert into public.embed_watermarks (tenant_id, kind, subject_id, revoked_before)
  select n.tenant_id, 'session', n.id, greatest(clock_timestamp(), n.created_at) from noted n where p_is_revoking on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION public.facet_note_stored_entry(p_number bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ update public.ledger_entries set stored_at = clock_timestamp() where number <= p_number and stored_at is null $function$;

CREATE OR REPLACE FUNCTION public.facet_number_endings(p_mark_after_ms integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  batch jsonb;
begin
  -- Asked without the lock first: nearly always there is nothing to do.
  if not exists (select from public.endings) and not public.facet_is_marker_due(p_mark_after_ms) then return; end if;
  perform from public.ledger for update;
  loop
    with taken as (
      delete from public.endings e where e.ctid = any (array(select n.ctid from public.endings n order by n.id limit 1000))
      returning e.tenant_id, e.id, e.kind, e.subject_id
    )
    select jsonb_agg(jsonb_build_array(t.tenant_id, t.kind, t.subject_id) order by t.id) into batch from taken t;
    exit when batch is null;
    perform public.facet_number_entry(batch, false);
  end loop;
  -- Another node may have been first.
  if public.facet_is_marker_due(p_mark_after_ms) then
    perform public.facet_number_entry('[]', true);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_number_entry(p_endings jsonb, p_is_marker boolean)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  was public.ledger;
  ids bigint;
begin
  select * into was from public.ledger for update;
  ids := (select last_value from public.facet_ids);
  insert into public.ledger_entries (number, body, is_marker)
  values (was.number + 1, jsonb_build_object('installation', was.installation_id, 'timeline', was.timeline_id, 'number', was.number + 1,
    'previous', was.ending_number, 'isMarker', p_is_marker, 'ids', ids, 'restoreEpoch', (select i.restore_epoch from public.installation i),
    'at', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'endings', p_endings)::text, p_is_marker);
  update public.ledger set number = was.number + 1, given_ids = ids, numbered_at = clock_timestamp(),
    ending_number = case when p_is_marker then was.ending_number else was.number + 1 end;
  return was.number + 1;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_own_content(p_kinds text[], p_parent_id bigint, p_is_loose boolean, p_columns text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select format('with recursive owned as materialized (
      select i.parent_id, i.workbook_id, %1$s from public.content_items i
      where i.tenant_id = $1 and i.deployment_id = $2 and i.embed_tenant_id = $3 and i.owner_id = $10 limit $14 + 1
    ), granted as materialized (
      select g.item_id from public.content_grants g where g.tenant_id = $1 and g.deployment_id = $2 and g.item_embed_tenant_id = $3 and g.grantee_id = any ($11) limit $14 + 1
    ), few as materialized (
      select case when $14 is null then true when (select count(*) from granted) > $14 then false else (select count(*) from granted) + (select count(*) from owned) <= $14 end as are_few
    ), own_sources as materialized (
      select * from owned
      union
      select i.parent_id, i.workbook_id, %1$s from granted g
      cross join lateral (select i.* from public.content_items i where i.tenant_id = $1 and i.id = g.item_id limit 1) i where (select f.are_few from few f)
    ), %2$s, own as (select %1$s from reached i %3$s)', p_columns,
    case when p_parent_id is null then format('reach as (
        select %1$s from own_sources i%2$s
        union
        select %1$s from reach r cross join lateral (select %1$s from public.content_items i where i.tenant_id = $1 and i.parent_id = r.id and i.kind = any (%3$L) limit 10000000) i where r.kind = any (%4$L)
      ), reached as materialized (select %1$s from reach i limit $14 + 1)', p_columns, case when p_is_loose then ' where i.workbook_id is null' else '' end,
      case when 'report' = any (p_kinds) then '{folder,workbook,report}' when 'workbook' = any (p_kinds) then '{folder,workbook}' else '{folder}' end,
      case when 'report' = any (p_kinds) and not p_is_loose then '{folder,workbook}' else '{folder}' end)
      else format('reached as materialized (select %s from own_sources i where %s%s)', p_columns, case when p_parent_id = 0 then 'i.parent_id is null' else 'i.parent_id = $4' end,
        case when p_is_loose then ' and i.workbook_id is null' else '' end) end,
    case when 'folder' = any (p_kinds) then format('union select %s from (with recursive way as (
        select i.parent_id as id from own_sources i where i.parent_id is not null
        union
        select i.parent_id from way w cross join lateral (select i.parent_id from public.content_items i where i.tenant_id = $1 and i.id = w.id limit 1) i where i.parent_id is not null
      ) select w.id from way w) w cross join lateral (select i.* from public.content_items i where i.tenant_id = $1 and i.id = w.id limit 1) i where i.kind = ''folder''%s', p_columns,
      case when p_parent_id is null then '' when p_parent_id = 0 then ' and i.parent_id is null' else ' and i.parent_id = $4' end) else '' end)
$function$;

CREATE OR REPLACE FUNCTION public.facet_principal_grants(p_tenant_id bigint, p_principal_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('role', a.role, 'actions', to_jsonb(a.actions), 'deploymentIds', to_jsonb(a.deployment_ids)) order by a.id), '[]'::jsonb)
  from (
    select g.id, r.name as role, r.actions, g.deployment_ids
    from public.role_grants g
    join public.roles r on r.tenant_id = g.tenant_id and r.id = g.role_id
    where g.tenant_id = p_tenant_id and g.principal_id = p_principal_id
    union all
    select d.id, 'policy', d.actions, array[d.deployment_id]
    from public.deployment_grants d
    where d.tenant_id = p_tenant_id and d.grantee_id = any(array[0, p_principal_id] ||
      array(select m.group_id from public.user_group_members m where m.tenant_id = p_tenant_id and m.user_id = p_principal_id))
  ) a
$function$;

CREATE OR REPLACE PROCEDURE public.facet_protect(IN p_table regclass, IN p_service text DEFAULT 'select, insert, update, delete'::text, IN p_function text DEFAULT 'select, insert, update, delete'::text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $procedure$
declare
  key constant text := case p_table when to_regclass('public.tenants') then 'id' else 'tenant_id' end;
begin
  execute format('alter table %s enable row level security', p_table);
  execute format('alter table %s force row level security', p_table);
  execute format('create policy service on %s to facet_service using (%I = public.facet_current_tenant()) with check (%I = public.facet_current_tenant())', p_table, key, key);
  execute format('create policy function on %s to facet_function using (true) with check (true)', p_table);
  execute format('grant %s on %s to facet_service', p_service, p_table);
  execute format('grant %s on %s to facet_function', p_function, p_table);
end $procedure$;

CREATE OR REPLACE PROCEDURE public.facet_protect_function(IN p_function regprocedure, VARIADIC p_callers regrole[] DEFAULT '{}'::regrole[])
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $procedure$
declare
  is_definer constant boolean := (select f.prosecdef from pg_catalog.pg_proc f where f.oid = p_function);
  callers constant regrole[] := case when is_definer then 'facet_function'::regrole || p_callers else p_callers end;
begin
  if is_definer then execute format('alter function %s owner to facet_function', p_function); end if;
  execute format('revoke all on function %s from public, facet_service, facet_function', p_function);
  if cardinality(callers) > 0 then execute format('grant execute on function %s to %s', p_function, array_to_string(callers, ', ')); end if;
end $procedure$;

CREATE OR REPLACE FUNCTION public.facet_purge_embed_tenant(p_tenant_id bigint, p_embed_tenant_id bigint, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  items_gone int;
  users_gone int;
  embed_tenants_gone int;
begin
  if not exists (select from public.embed_tenants e where e.tenant_id = p_tenant_id and e.id = p_embed_tenant_id and e.removed_at is not null) then return 0; end if;
  delete from public.content_items where tenant_id = p_tenant_id and id in (
    select i.id from public.content_items i where i.tenant_id = p_tenant_id and i.embed_tenant_id = p_embed_tenant_id and i.embed_tenant_id <> 0
      and not exists (select from public.content_items c where c.tenant_id = i.tenant_id and c.parent_id = i.id) limit p_limit);
  get diagnostics items_gone = row_count;
  if items_gone > 0 then return items_gone; end if;
  delete from public.external_users where tenant_id = p_tenant_id and id in (
    select u.id from public.embed_tenants e
    join public.external_users u on u.tenant_id = e.tenant_id and u.embed_tenant_id = e.id
    where e.tenant_id = p_tenant_id and e.id = p_embed_tenant_id and e.removed_at is not null limit p_limit);
  get diagnostics users_gone = row_count;
  delete from public.embed_tenants e where e.tenant_id = p_tenant_id and e.id = p_embed_tenant_id and e.removed_at is not null
    and not exists (select from public.external_users u where u.tenant_id = e.tenant_id and u.embed_tenant_id = e.id);
  get diagnostics embed_tenants_gone = row_count;
  return users_gone + embed_tenants_gone;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_raise_revocation_epoch()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  raised bigint;
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  update public.revocation_epoch set epoch = epoch + 1 returning epoch into raised;
  perform pg_notify('facet_revocation', jsonb_build_object('epoch', raised, 'tenantId', coalesce(changed -> 'tenant_id', changed -> 'id'))::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_raise_revocation_epoch_of_group()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  raised bigint;
  member public.user_group_members := coalesce(new, old);
begin
  if not exists (select from public.deployment_grants d where d.tenant_id = member.tenant_id and d.grantee_id = member.group_id) then
    return null;
  end if;
  update public.revocation_epoch set epoch = epoch + 1 returning epoch into raised;
  perform pg_notify('facet_revocation', jsonb_build_object('epoch', raised, 'tenantId', member.tenant_id)::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_reached_content(p_tenant_id bigint, p_item_ids bigint[], p_owner_id bigint, p_grantee_ids bigint[], p_folder_ids bigint[] DEFAULT NULL::bigint[])
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
AS $function$
begin
  return query
    with recursive up as (
      select i.id, i.parent_id, i.is_source from unnest(p_item_ids) asked(id) cross join lateral (
        select i.id, i.parent_id, (i.owner_id = p_owner_id) is true or (i.parent_id = any (p_folder_ids)) is true or (i.has_grants
          and (select true from public.content_grants g
            where g.tenant_id = p_tenant_id and g.item_id = i.id and g.grantee_id + 0 = any (p_grantee_ids) limit 1) is true) as is_source
        from public.content_items i where i.tenant_id = p_tenant_id and i.id = asked.id limit 1) i
      union
      select i.id, i.parent_id, i.is_source from up u cross join lateral (
        select i.id, i.parent_id, (i.owner_id = p_owner_id) is true or (i.has_grants and (select true from public.content_grants g
          where g.tenant_id = p_tenant_id and g.item_id = i.id and g.grantee_id + 0 = any (p_grantee_ids) limit 1) is true) as is_source
        from public.content_items i where i.tenant_id = p_tenant_id and i.id = u.parent_id limit 1) i
      where not u.is_source and p_folder_ids is null
    ), reached as (
      select u.id from up u where u.is_source
      union all
      select u.id from reached r join up u on u.parent_id = r.id where not u.is_source
    )
    select r.id from reached r;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_reached_folders(p_tenant_id bigint, p_deployment_id bigint, p_embed_tenant_id bigint, p_owner_id bigint, p_grantee_ids bigint[], p_limit integer)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  folders bigint[] := array(
    select i.id from public.content_items i where i.tenant_id = p_tenant_id and i.deployment_id = p_deployment_id and i.embed_tenant_id = p_embed_tenant_id
      and i.owner_id = p_owner_id and i.kind = 'folder'
    union
    select g.item_id from public.content_grants g where g.tenant_id = p_tenant_id and g.deployment_id = p_deployment_id
      and g.item_embed_tenant_id = p_embed_tenant_id and g.grantee_id = any (p_grantee_ids) and g.item_kind = 'folder'
    limit p_limit + 1);
begin
  if cardinality(folders) > p_limit then return null; end if;
  folders := array(
    with recursive reach as (
      select f.id from unnest(folders) f(id)
      union
      select i.id from reach r cross join lateral (select i.id from public.content_items i where i.tenant_id = p_tenant_id and i.deployment_id = p_deployment_id
        and i.embed_tenant_id = p_embed_tenant_id and i.parent_id = r.id and i.kind = 'folder' limit 10000000) i
    )
    select r.id from reach r limit p_limit + 1);
  return case when cardinality(folders) <= p_limit then folders end;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_record_ending()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  ended jsonb := to_jsonb(old);
begin
  insert into public.endings (tenant_id, kind, subject_id)
  values (coalesce(ended ->> 'tenant_id', ended ->> 'id')::bigint, tg_argv[0], (ended ->> 'id')::bigint);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_release_event(p_tenant_id bigint, p_id bigint, p_token uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update public.outbox_events o set claim_token = null, attempts = o.attempts - 1, due_at = now()
  where o.tenant_id = p_tenant_id and o.id = p_id and o.claim_token = p_token;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_remove_group_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from public.group_members where tenant_id = old.tenant_id and group_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_renew_event(p_tenant_id bigint, p_id bigint, p_token uuid, p_lease_seconds integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update public.outbox_events o set due_at = now() + make_interval(secs => p_lease_seconds)
  where o.tenant_id = p_tenant_id and o.id = p_id and o.claim_token = p_token;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_renew_idempotency_claim(p_tenant_id bigint, p_credential_id bigint, p_operation text, p_key text, p_claim_id bigint, p_seconds integer)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with claim as (
    select k.ctid from public.idempotency_keys k
    where k.tenant_id = p_tenant_id and k.credential_id = p_credential_id and k.operation = p_operation and k.key = p_key
      and k.claim_id = p_claim_id and k.claimed_until is not null
  ), free as (
    select k.ctid from public.idempotency_keys k where k.ctid = any (array(select c.ctid from claim c)) for update skip locked
  ), renewed as (
    update public.idempotency_keys k set claimed_until = now() + make_interval(secs => p_seconds) where k.ctid = any (array(select f.ctid from free f))
  )
  select exists (select from claim)
$function$;

CREATE OR REPLACE FUNCTION public.facet_request_build(p_tenant_id bigint, p_deployment_id bigint, p_reason text, p_request_id text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  made bigint;
begin
  insert into public.builds (tenant_id, deployment_id, environment_id, branch_name, reason, request_id)
  select d.tenant_id, d.id, e.id, d.deploy_branch_name, p_reason, p_request_id
  from public.deployments d
  join public.environments e on e.tenant_id = d.tenant_id and e.deployment_id = d.id and e.type = 'production'
  where d.tenant_id = p_tenant_id and d.id = p_deployment_id
  returning id into made;
  if made is not null then perform pg_notify('facet_builds', p_tenant_id::text); end if;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_resolve_catalog(p_tenant_id bigint, p_embed_tenant_name text, p_is_embed_scope boolean, p_groups text[], p_tenant_groups text[], p_attributes text[], p_is_waiting boolean)
 RETURNS TABLE(epoch bigint, embed_tenant_id bigint, embed_display_name text, embed_epoch bigint, groups jsonb, attributes jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  embed bigint;
  scope bigint;
begin
  if p_is_waiting then
    perform public.facet_use_catalog(p_tenant_id, 0);
  elsif not (pg_try_advisory_xact_lock_shared(hashint8extended(0, 0)) and pg_try_advisory_xact_lock_shared(hashint8extended(p_tenant_id, 0))) then
    return;
  end if;
  select e.id into embed from public.embed_tenants e where e.tenant_id = p_tenant_id and e.name = p_embed_tenant_name and e.removed_at is null;
  if embed is not null then
    if p_is_waiting then
      perform public.facet_use_catalog(p_tenant_id, embed);
    elsif not pg_try_advisory_xact_lock_shared(hashint8extended(p_tenant_id, embed)) then
      return;
    end if;
    -- It may have been removed while this waited.
    select e.id into embed from public.embed_tenants e where e.tenant_id = p_tenant_id and e.id = embed and e.removed_at is null;
  end if;
  scope := case when p_is_embed_scope then coalesce(embed, -1) end;
  return query
    select
      (select c.epoch from public.catalog_epochs c where c.tenant_id = p_tenant_id and c.scope = 0),
      e.id, e.display_name,
      coalesce((select c.epoch from public.catalog_epochs c where c.tenant_id = p_tenant_id and c.scope = e.id), 0),
      coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'namespace', g.namespace, 'name', g.name, 'description', g.description))
        from public.groups g where g.tenant_id = p_tenant_id and (
          (g.namespace = 'groups' and g.embed_tenant_id is not distinct from scope and g.name = any (p_groups))
          or (g.namespace = 'tenantGroups' and g.embed_tenant_id = embed and g.name = any (p_tenant_groups)))), '[]'),
      coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'type', a.type, 'displayName', a.display_name,
          'description', a.description, 'defaultValue', a.default_value, 'trusted', a.is_trusted))
        from public.user_attributes a
        where a.tenant_id = p_tenant_id and a.embed_tenant_id is not distinct from scope and a.name = any (p_attributes)), '[]')
    from (select 1) one left join public.embed_tenants e on e.tenant_id = p_tenant_id and e.id = embed;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_restore_period()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select interval '168 hours' $function$;

CREATE OR REPLACE FUNCTION public.facet_retry_dead_events(p_id bigint, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  retried int;
begin
  update public.outbox_events o set dead_at = null, attempts = 0, due_at = now()
  from (
    select e.tenant_id, e.id from public.outbox_events e
    where e.dead_at is not null and (p_id is null or e.id = p_id) order by e.id limit p_limit for update skip locked) dead
  where o.tenant_id = dead.tenant_id and o.id = dead.id;
  get diagnostics retried = row_count;
  return retried;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_revoke_all_embedding(p_tenant_id bigint)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with ended as (
    insert into public.embed_watermarks (tenant_id, kind, subject_id)
    select t.id, 'tenant', 0 from public.tenants t where p_tenant_id is null or t.id = p_tenant_id order by t.id
    on conflict (tenant_id, kind, subject_id) do update set revoked_before = clock_timestamp() returning tenant_id),
  recorded as (
    insert into public.audit_entries (tenant_id, operation, outcome, actor_kind, actor_name, targets)
    select ended.tenant_id, 'facet embed revoke-all', 'done', 'operator', 'operator',
      jsonb_build_array(jsonb_build_object('kind', 'tenant', 'id', ended.tenant_id::text, 'did', 'sessions_ended'))
    from ended)
  select count(*) from ended
$function$;

CREATE OR REPLACE FUNCTION public.facet_rewrap_data_key(p_tenant_id bigint, p_id bigint, p_from bigint, p_to bigint, p_wrapped bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update public.data_keys set encryption_key_id = p_to, wrapped = p_wrapped where tenant_id = p_tenant_id and id = p_id and encryption_key_id = p_from
$function$;

CREATE OR REPLACE FUNCTION public.facet_session_lifetime()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select interval '5 minutes' $function$;

CREATE OR REPLACE FUNCTION public.facet_sort_own_content(p_tenant_id bigint, p_deployment_id bigint, p_embed_tenant_id bigint, p_kinds text[], p_parent_id bigint, p_search text, p_external_workbook_id text, p_is_loose boolean, p_sort text, p_is_descending boolean, p_after_name text, p_after_number bigint, p_after_id bigint, p_limit integer, p_owner_id bigint, p_grantee_ids bigint[], p_most integer)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  key constant text := public.facet_content_key(p_sort);
  direction constant text := case when p_is_descending then 'desc' else 'asc' end;
  columns constant text := concat_ws(', ', 'i.id, i.kind', case when key <> 'id' then 'i.' || key end, case when p_search is not null then 'i.sort_name' end,
    case when p_search is not null and key <> 'sort_key' then 'i.sort_key' end);
  page bigint[];
begin
  execute public.facet_own_content(p_kinds, p_parent_id, p_is_loose, columns) || format(' select case when (select f.are_few from few f) and ($14 is null or (select count(*) from reached) <= $14) then array(
      select i.id from (select $4::bigint, $5::text, $6::text, $7::bigint, $8::bigint, $12::bigint[], $13::int) used, own i
      where i.kind = any (%L) and %s and ($8 is null or (i.%s, i.id) %s (%s, $8)) order by i.%s %s, i.id %s limit $9) end', p_kinds,
      public.facet_content_search(p_search, p_external_workbook_id, false), key, case when p_is_descending then '<' else '>' end, public.facet_content_key_behind(p_sort),
      key, direction, direction)
    into page using p_tenant_id, p_deployment_id, p_embed_tenant_id, p_parent_id, p_search, p_after_name, p_after_number, p_after_id, p_limit, p_owner_id, p_grantee_ids, null::bigint[], null::int, p_most;
  return page;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_token_lifetime()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select interval '24 hours' $function$;

CREATE OR REPLACE FUNCTION public.facet_trim_deployments(p_after_tenant_id bigint, p_after_id bigint, p_page integer, p_max_lines integer, p_max_builds integer, p_limit integer)
 RETURNS TABLE(tenant_id bigint, id bigint, removed bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  deployment record;
  environment record;
  newest_over record;
  gone bigint;
begin
  removed := 0;
  for deployment in
    select d.tenant_id, d.id from public.deployments d
    where (d.tenant_id, d.id) > (p_after_tenant_id, p_after_id) order by d.tenant_id, d.id limit p_page
  loop
    tenant_id := deployment.tenant_id;
    id := deployment.id;
    select l.logged_at, l.id into newest_over from public.engine_logs l
    where l.tenant_id = deployment.tenant_id and l.deployment_id = deployment.id
    order by l.logged_at desc, l.id desc offset p_max_lines limit 1;
    if found then
      delete from public.engine_logs l where l.ctid = any (array(
        select o.ctid from public.engine_logs o
        where o.tenant_id = deployment.tenant_id and o.deployment_id = deployment.id and (o.logged_at, o.id) <= (newest_over.logged_at, newest_over.id)
        order by o.logged_at, o.id limit p_limit));
      get diagnostics gone = row_count;
      removed := removed + gone;
    end if;
    for environment in
      select e.id, e.build_id from public.environments e where e.tenant_id = deployment.tenant_id and e.deployment_id = deployment.id
    loop
      delete from public.builds b where b.tenant_id = deployment.tenant_id and b.id = any (array(
        select o.id from public.builds o where o.tenant_id = deployment.tenant_id and o.environment_id = environment.id
        order by o.id desc offset p_max_builds limit p_limit))
        and b.id is distinct from environment.build_id and b.status in ('built', 'failed', 'cancelled');
      get diagnostics gone = row_count;
      removed := removed + gone;
    end loop;
  end loop;
  if id is not null then return next; end if;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_unreference_artifact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' then
    insert into public.unreferenced_objects (tenant_id, key, due_at)
    select old.tenant_id, old.artifact_key, now() + public.facet_restore_period()
    where not exists (select from public.builds b where b.tenant_id = old.tenant_id and b.artifact_key = old.artifact_key)
    on conflict do nothing;
  else
    delete from public.unreferenced_objects o where o.tenant_id = new.tenant_id and o.key = new.artifact_key;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_unreference_dbt_object()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' then
    insert into public.unreferenced_objects (tenant_id, key, due_at)
    select old.tenant_id, old.object_key, now() + public.facet_restore_period()
    where not exists (select from public.dbt_sync_objects o where o.tenant_id = old.tenant_id and o.object_key = old.object_key)
      and not exists (select from public.dbt_manifests m where m.tenant_id = old.tenant_id and m.object_key = old.object_key)
      and not exists (select from public.dbt_catalogs c where c.tenant_id = old.tenant_id and c.object_key = old.object_key)
    on conflict do nothing;
  else
    delete from public.unreferenced_objects o where o.tenant_id = new.tenant_id and o.key = new.object_key;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_unreference_packs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into public.unreferenced_objects (tenant_id, key, due_at)
  select old.tenant_id, k.value, now() + public.facet_restore_period()
  from jsonb_array_elements(old.packs) p, lateral (values (p ->> 'key'), (p ->> 'indexKey')) k(value)
  where k.value is not null
  on conflict do nothing;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_unreference_upload_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into public.unreferenced_objects (tenant_id, key, due_at) values (old.tenant_id, old.object_key, now() + make_interval(hours => 1)) on conflict do nothing;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_use_catalog(p_tenant_id bigint, p_scope bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashint8extended(0, 0));
  perform pg_advisory_xact_lock_shared(hashint8extended(p_tenant_id, 0));
  if p_scope > 0 then perform pg_advisory_xact_lock_shared(hashint8extended(p_tenant_id, p_scope)); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.facet_walk_content(p_kinds text[], p_parent_id bigint, p_condition text, p_is_range boolean, p_sort text, p_is_descending boolean, p_is_behind boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when p_condition = 'true' or p_is_range then '' else format('with matched as materialized (select i.id, i.kind, i.parent_id, i.workbook_id, i.owner_id, i.has_grants, i.sort_name, i.sort_key, i.position, i.created_at, i.updated_at from public.content_items i
      where i.tenant_id = $1 and i.deployment_id = $2 and i.embed_tenant_id = $3 and i.kind = any (%L) and %s) ', p_kinds, p_condition) end
    || format('select w.* from (%s) w order by w.%s %s, w.id %s limit $9', string_agg(format(
      '(select i.id, i.kind, i.parent_id, i.workbook_id, i.owner_id, i.has_grants, i.sort_name, i.sort_key, i.position, i.created_at, i.updated_at from %s i where %si.kind = %L%s%s%s order by i.%s %s, i.id %s limit $9)',
      case when p_condition = 'true' or p_is_range then 'public.content_items' else 'matched' end,
      case when p_condition = 'true' or p_is_range then 'i.tenant_id = $1 and i.deployment_id = $2 and i.embed_tenant_id = $3 and ' else '' end, k,
      case when p_parent_id is null then '' when p_parent_id = 0 then ' and i.parent_id is null' else ' and i.parent_id = $4' end,
      case when p_is_range then ' and ' || p_condition else '' end,
      case when p_is_behind then format(' and (i.%s, i.id) %s (%s, $8)', s.key, case when p_is_descending then '<' else '>' end, s.behind) else '' end,
      s.key, s.direction, s.direction), ' union all '), s.key, s.direction, s.direction)
  from unnest(p_kinds) k, (select public.facet_content_key(p_sort) as key,
    public.facet_content_key_behind(p_sort) as behind, case when p_is_descending then 'desc' else 'asc' end as direction) s
  group by s.key, s.behind, s.direction
$function$;
