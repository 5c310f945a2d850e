-- Syncs of dbt projects: what was launched, what came of it, what it said, what it made, and manifests that were pushed.

-- What somebody sent who ran dbt themselves. The object is in the store.
create table dbt_manifests (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  deployment_id bigint not null,
  object_key text not null,
  sha256 text not null,
  size_bytes bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, deployment_id) references deployments on delete cascade
);
create index dbt_manifests_deployment_idx on dbt_manifests (tenant_id, deployment_id, id);
create index dbt_manifests_object_idx on dbt_manifests (tenant_id, object_key);
create index dbt_manifests_age_idx on dbt_manifests (created_at);
call facet_protect('dbt_manifests');

-- The launch of a run: all that a list must tell of it, and how far it is. `started_at` is of the clock of whoever launched it, `launched_at` of
-- the database's, by which durations are told. `closed_at` is kept by the database: set while the run has an outcome. `lost_at`: nothing says
-- what became of it. `committed_at` is set by the transaction that moves the branch: from then on nobody cancels the run.
create table dbt_syncs (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  deployment_id bigint not null,
  trigger text not null check (trigger in ('manual', 'api', 'webhook', 'agent', 'unknown')),
  branch_name text not null,
  is_branch_generated boolean not null default false,
  is_preview boolean not null default false,
  git_ref text,
  manifest_id bigint,
  trigger_context jsonb,
  user_id bigint,
  author jsonb not null,
  request_id text,
  started_at timestamptz not null,
  launched_at timestamptz not null default now(),
  workflow_started_at timestamptz,
  begun_at timestamptz,
  cancelled_at timestamptz,
  committed_at timestamptz,
  closed_at timestamptz,
  lost_at timestamptz,
  stage text not null default 'INITIALIZING',
  message text,
  head_sha text,
  content_hash text,
  generated jsonb,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, deployment_id) references deployments on delete cascade
);
create index dbt_syncs_deployment_idx on dbt_syncs (tenant_id, deployment_id, id);
create index dbt_syncs_content_idx on dbt_syncs (tenant_id, deployment_id, content_hash, id) where content_hash is not null;
create index dbt_syncs_manifest_idx on dbt_syncs (tenant_id, manifest_id) where manifest_id is not null;
create index dbt_syncs_open_idx on dbt_syncs (tenant_id, deployment_id, branch_name, id) where closed_at is null and lost_at is null;
create index dbt_syncs_silent_idx on dbt_syncs (updated_at, id) where closed_at is null and lost_at is null;
create index dbt_syncs_age_idx on dbt_syncs (launched_at);
call facet_protect('dbt_syncs');

-- The outcome of a run, written once by whoever ran it. `completed_at` is of that process's clock.
create table dbt_sync_outcomes (
  tenant_id bigint not null,
  sync_id bigint not null,
  deployment_id bigint not null,
  status text not null check (status in ('COMPLETED', 'FAILED', 'CANCELLED')),
  completed_at timestamptz not null,
  duration_ms bigint not null check (duration_ms >= 0),
  error_message text,
  failed_phase text,
  problem jsonb,
  last_stage text not null,
  phases jsonb not null default '[]',
  stats jsonb,
  commit_hash text,
  generated_files text[] not null default '{}',
  primary key (tenant_id, sync_id),
  foreign key (tenant_id, sync_id) references dbt_syncs on delete cascade
);
call facet_protect('dbt_sync_outcomes');

-- What a run made, in the store: generated files, the report of decisions, the semantic diff in its forms.
create table dbt_sync_objects (
  tenant_id bigint not null,
  sync_id bigint not null,
  kind text not null,
  object_key text not null,
  sha256 text not null,
  size_bytes bigint not null,
  primary key (tenant_id, sync_id, kind),
  foreign key (tenant_id, sync_id) references dbt_syncs on delete cascade
);
create index dbt_sync_objects_object_idx on dbt_sync_objects (tenant_id, object_key);
call facet_protect('dbt_sync_objects');

create table dbt_sync_log_lines (
  tenant_id bigint not null,
  sync_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  logged_at timestamptz not null,
  message text not null,
  primary key (tenant_id, sync_id, id),
  foreign key (tenant_id, sync_id) references dbt_syncs on delete cascade
);
call facet_protect('dbt_sync_log_lines');
