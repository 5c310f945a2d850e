-- What people make with the data: folders, workbooks and reports in one tree, dashboards, and whom they are shared with.

-- Search inside names needs trigrams, and one index over those and a number. Both come with PostgreSQL (contrib) and need no superuser.
create schema facet_extensions;
create extension if not exists pg_trgm schema facet_extensions;
create extension if not exists btree_gin schema facet_extensions;

-- One tree for folders, workbooks and reports. `parent_id` is what contains it: a folder, or the workbook of a report; none at the root.
-- Embed tenant 0 is the console's workspace, any other number that of the embed tenant's creators. `owner_id` is a principal's there and an
-- external user's here; it may be of somebody who is gone, and then nobody is the owner: an id is never given twice. `sort_name` is the
-- name folded by the service, which knows every script; `sort_key` is as much of it as fits into a cursor. `has_grants` may be true of an item that has none any more, never the other way round.
create table content_items (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  deployment_id bigint not null,
  embed_tenant_id bigint not null default 0,
  kind text not null check (kind in ('folder', 'workbook', 'report')),
  parent_id bigint check (parent_id <> id),
  workbook_id bigint,
  owner_id bigint,
  name text not null check (char_length(name) between 1 and 255),
  sort_name text collate "C" not null check (char_length(sort_name) <= 255),
  sort_key text collate "C" not null generated always as (left(sort_name, 100)) stored,
  position int not null default 0,
  has_grants boolean not null default false,
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint content_items_workbook_check check (workbook_id is null or (kind = 'report' and workbook_id = parent_id)),
  foreign key (tenant_id, deployment_id) references deployments on delete cascade,
  foreign key (tenant_id, parent_id) references content_items
);
create unique index content_items_folder_name_key on content_items (tenant_id, deployment_id, embed_tenant_id, parent_id, sort_name)
  nulls not distinct where kind = 'folder';
-- With what says who sees an item, so that counting those of a text looks at nothing else.
create index content_items_name_idx on content_items (tenant_id, deployment_id, embed_tenant_id, kind, sort_key, id) include (parent_id, owner_id, has_grants);
create index content_items_created_idx on content_items (tenant_id, deployment_id, embed_tenant_id, kind, created_at, id);
create index content_items_updated_idx on content_items (tenant_id, deployment_id, embed_tenant_id, kind, updated_at, id);
create index content_items_root_idx on content_items (tenant_id, deployment_id, embed_tenant_id, kind, sort_key, id) where parent_id is null;
create index content_items_root_updated_idx on content_items (tenant_id, deployment_id, embed_tenant_id, kind, updated_at, id) where parent_id is null;
create index content_items_parent_idx on content_items (tenant_id, parent_id, kind, sort_key, id) where parent_id is not null;
create index content_items_parent_updated_idx on content_items (tenant_id, parent_id, kind, updated_at, id) where parent_id is not null;
create index content_items_position_idx on content_items (tenant_id, deployment_id, embed_tenant_id, position, id) where kind = 'folder';
create index content_items_folder_idx on content_items (tenant_id, deployment_id, embed_tenant_id, parent_id, position, id) where kind = 'folder';
create index content_items_owner_idx on content_items (tenant_id, deployment_id, embed_tenant_id, owner_id, kind, id) where owner_id is not null;
-- For the purge of an embed tenant.
create index content_items_embed_tenant_idx on content_items (tenant_id, embed_tenant_id, kind) where embed_tenant_id <> 0;
create index content_items_search_idx on content_items using gin (deployment_id facet_extensions.int8_ops, sort_name facet_extensions.gin_trgm_ops);
call facet_protect('content_items');

create table content_workbooks (
  tenant_id bigint not null,
  id bigint not null,
  deployment_id bigint not null,
  embed_tenant_id bigint not null default 0,
  slug text check (slug ~ '^[a-z0-9][a-z0-9_-]{0,99}$'),
  meta jsonb not null default '{}' check (octet_length(meta::text) <= 4194304),
  calculated_fields jsonb not null default '{}' check (octet_length(calculated_fields::text) <= 1048576),
  dashboard_draft jsonb check (octet_length(dashboard_draft::text) <= 8388608),
  -- Its name among exported files, the same in every place that the workbook was imported to.
  file_key text not null
    default substr(translate(encode(sha256(gen_random_uuid()::text::bytea), 'base64'), '+/=', ''), 1, 12) check (file_key ~ '^[0-9A-Za-z]{12}$'),
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references content_items on delete cascade
);
create unique index content_workbooks_slug_key on content_workbooks (tenant_id, deployment_id, embed_tenant_id, slug);
create unique index content_workbooks_file_key on content_workbooks (tenant_id, deployment_id, embed_tenant_id, file_key);
call facet_protect('content_workbooks');

create table content_reports (
  tenant_id bigint not null,
  id bigint not null,
  public_id text not null check (public_id ~ '^[0-9A-Za-z]{12}$'),
  title text check (char_length(title) <= 1000),
  description text check (char_length(description) <= 10000),
  json_query text check (octet_length(json_query) <= 1048576),
  sql_query text check (octet_length(sql_query) <= 1048576),
  pivot_items jsonb check (octet_length(pivot_items::text) <= 1048576),
  meta jsonb check (octet_length(meta::text) <= 4194304),
  source text check (source in ('GOOGLE_SHEETS', 'EXCEL', 'PLAYGROUND', 'D3')),
  version int not null default 1,
  refreshed_by bigint,
  refreshed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references content_items on delete cascade
);
create unique index content_reports_public_id_key on content_reports (tenant_id, public_id);
call facet_protect('content_reports');

-- Where a report was put in a spreadsheet.
create table report_placements (
  tenant_id bigint not null,
  report_id bigint not null,
  external_workbook_id text not null check (char_length(external_workbook_id) between 1 and 255),
  result_location text not null check (char_length(result_location) <= 1000),
  end_result_cell text check (char_length(end_result_cell) <= 1000),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, report_id, external_workbook_id),
  foreign key (tenant_id, report_id) references content_reports on delete cascade
);
create index report_placements_workbook_idx on report_placements (tenant_id, external_workbook_id, report_id);
call facet_protect('report_placements');

-- What of a workbook is published; the newest version is what is shown.
create table dashboards (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  deployment_id bigint not null,
  workbook_id bigint not null,
  public_id text not null check (public_id ~ '^[0-9A-Za-z]{12}$'),
  status text not null default 'published' check (status in ('draft', 'published', 'archived')),
  allow_embed boolean not null default false,
  version_number int not null,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, workbook_id) references content_workbooks on delete cascade
);
create unique index dashboards_workbook_key on dashboards (tenant_id, workbook_id);
create unique index dashboards_public_id_key on dashboards (tenant_id, public_id);
call facet_protect('dashboards');

create table dashboard_versions (
  tenant_id bigint not null,
  dashboard_id bigint not null,
  number int not null,
  id bigint not null default nextval('facet_ids'),
  title text check (char_length(title) <= 1000),
  description text check (char_length(description) <= 10000),
  config jsonb not null check (octet_length(config::text) <= 8388608),
  snapshots jsonb not null default '[]' check (octet_length(snapshots::text) <= 67108864),
  published_by bigint,
  published_at timestamptz not null default now(),
  primary key (tenant_id, dashboard_id, number),
  foreign key (tenant_id, dashboard_id) references dashboards on delete cascade
);
create unique index dashboard_versions_id_key on dashboard_versions (tenant_id, id);
call facet_protect('dashboard_versions');

-- Whom an item is shared with, and how far: 1 view, 2 edit, 3 full. One number says who it is, whatever the kind, since ids of all kinds
-- come from one sequence: of a person, of a group, of an embed tenant (its creators as an organisation in their own workspace, its users in
-- the console's), 0 for the organisation in the console's workspace, -1 for all embed users. Deployment, workspace and kind are the item's, which
-- never change: what was granted to somebody is found by them. The workspace is written by a trigger.
create table content_grants (
  tenant_id bigint not null,
  item_id bigint not null,
  deployment_id bigint not null,
  item_embed_tenant_id bigint not null default 0,
  item_kind text not null check (item_kind in ('folder', 'workbook', 'report')),
  grantee_kind text not null check (grantee_kind in ('user', 'group', 'organisation', 'external_user', 'all_embed_users', 'embed_tenant')),
  principal_id bigint,
  group_id bigint,
  external_user_id bigint,
  embed_tenant_id bigint,
  grantee_id bigint not null generated always as (case when principal_id is not null then principal_id when group_id is not null then group_id
    when external_user_id is not null then external_user_id when embed_tenant_id is not null then embed_tenant_id
    when grantee_kind = 'all_embed_users' then -1 else 0 end) stored,
  level int not null check (level between 1 and 3),
  granted_by bigint,
  granted_at timestamptz not null default now(),
  primary key (tenant_id, item_id, grantee_id),
  constraint content_grants_grantee_check check (num_nonnulls(principal_id, group_id, external_user_id, embed_tenant_id) <= 1 and case grantee_kind
    when 'user' then principal_id is not null when 'group' then group_id is not null when 'external_user' then external_user_id is not null
    when 'embed_tenant' then embed_tenant_id is not null when 'all_embed_users' then grantee_id = -1 else num_nonnulls(principal_id, group_id, external_user_id) = 0 end),
  constraint content_grants_view_only_check check (level = 1 or grantee_kind not in ('all_embed_users', 'embed_tenant')),
  foreign key (tenant_id, item_id) references content_items on delete cascade,
  foreign key (tenant_id, principal_id) references principals on delete cascade,
  foreign key (tenant_id, group_id) references groups on delete cascade,
  foreign key (tenant_id, external_user_id) references external_users on delete cascade,
  foreign key (tenant_id, embed_tenant_id) references embed_tenants on delete cascade
);
create index content_grants_grantee_idx on content_grants (tenant_id, deployment_id, item_embed_tenant_id, grantee_id, item_kind, item_id);
create index content_grants_principal_idx on content_grants (tenant_id, principal_id) where principal_id is not null;
create index content_grants_group_idx on content_grants (tenant_id, group_id) where group_id is not null;
create index content_grants_external_user_idx on content_grants (tenant_id, external_user_id) where external_user_id is not null;
create index content_grants_embed_tenant_idx on content_grants (tenant_id, embed_tenant_id) where embed_tenant_id is not null;
call facet_protect('content_grants');

-- Who may see a dashboard alone, without what it was made of; 0 is the whole organisation.
create table dashboard_grants (
  tenant_id bigint not null,
  dashboard_id bigint not null,
  principal_id bigint,
  group_id bigint,
  grantee_id bigint not null generated always as (case when principal_id is not null then principal_id when group_id is not null then group_id else 0 end) stored,
  granted_by bigint,
  granted_at timestamptz not null default now(),
  primary key (tenant_id, dashboard_id, grantee_id),
  constraint dashboard_grants_grantee_check check (num_nonnulls(principal_id, group_id) <= 1),
  foreign key (tenant_id, dashboard_id) references dashboards on delete cascade,
  foreign key (tenant_id, principal_id) references principals on delete cascade,
  foreign key (tenant_id, group_id) references groups on delete cascade
);
create index dashboard_grants_principal_idx on dashboard_grants (tenant_id, principal_id) where principal_id is not null;
create index dashboard_grants_group_idx on dashboard_grants (tenant_id, group_id) where group_id is not null;
call facet_protect('dashboard_grants');

-- When somebody last looked at an item. Of a viewer who is gone rows remain until their items go: an id is never given twice.
create table content_views (
  tenant_id bigint not null,
  viewer_id bigint not null,
  item_id bigint not null,
  viewed_at timestamptz not null default now(),
  primary key (tenant_id, viewer_id, item_id),
  foreign key (tenant_id, item_id) references content_items on delete cascade
);
create index content_views_newest_idx on content_views (tenant_id, viewer_id, viewed_at desc, item_id desc);
create index content_views_item_idx on content_views (tenant_id, item_id);
call facet_protect('content_views');

create table content_favorites (
  tenant_id bigint not null,
  viewer_id bigint not null,
  item_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, viewer_id, item_id),
  foreign key (tenant_id, item_id) references content_items on delete cascade
);
create index content_favorites_item_idx on content_favorites (tenant_id, item_id);
call facet_protect('content_favorites');

-- Users and service accounts in groups of the whole tenant; external users carry theirs themselves.
create table user_group_members (
  tenant_id bigint not null,
  group_id bigint not null,
  user_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  added_at timestamptz not null default now(),
  primary key (tenant_id, group_id, user_id),
  foreign key (tenant_id, group_id) references groups on delete cascade,
  foreign key (tenant_id, user_id) references principals on delete cascade
);
create index user_group_members_newest_idx on user_group_members (tenant_id, group_id, id desc);
create index user_group_members_user_idx on user_group_members (tenant_id, user_id, group_id);
call facet_protect('user_group_members');

-- How the pages of a tenant look and behave.
create table app_config (
  tenant_id bigint primary key references tenants on delete cascade,
  config jsonb not null default '{}' check (octet_length(config::text) <= 1048576),
  updated_at timestamptz not null default now()
);
call facet_protect('app_config');

-- Whether a change of the data model that breaks content reaches the deploy branch unasked.
alter table deployments add column breaking_merges text not null default 'allow';
