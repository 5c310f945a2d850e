-- Environments of deployments, their builds, the engine processes that serve them, what these log, and tokens for the data API.
-- facet: oldest reader 8

-- One of type production per deployment, made with it by a trigger; it repeats the slug, which never changes, to be found by it alone.
-- `build_id` is what is served: set by the build that ended well, and by nothing else.
create table environments (
  tenant_id bigint not null,
  deployment_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  type text not null check (type in ('production', 'staging', 'development')),
  slug text,
  branch_id bigint,
  principal_id bigint,
  build_id bigint,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, deployment_id) references deployments on delete cascade
);
create unique index environments_production_key on environments (tenant_id, deployment_id) where type = 'production';
create index environments_slug_idx on environments (slug) where type = 'production';
create index environments_deployment_idx on environments (tenant_id, deployment_id, type, id);
call facet_protect('environments');

-- The queue of builds and their outcomes. A build is asked for in the transaction of the change it follows; of several that wait for one
-- environment the newest runs. `content_hash` covers tree, engine version and variables: an equal one that was built is used again.
create table builds (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  deployment_id bigint not null,
  environment_id bigint not null,
  branch_name text not null,
  reason text not null,
  status text not null default 'queued' check (status in ('queued', 'building', 'warmup', 'built', 'failed', 'cancelled')),
  commit_hash text,
  files_hash text,
  content_hash text,
  engine_version text,
  error_text text,
  errors jsonb not null default '[]',
  report jsonb,
  artifact_key text,
  artifact_sha256 text,
  artifact_bytes bigint,
  workflow_started_at timestamptz,
  request_id text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, deployment_id) references deployments on delete cascade,
  foreign key (tenant_id, environment_id) references environments on delete cascade
);
create index builds_environment_idx on builds (tenant_id, environment_id, id);
create index builds_deployment_idx on builds (tenant_id, deployment_id, id);
create index builds_content_idx on builds (tenant_id, environment_id, content_hash) where status = 'built';
create index builds_artifact_idx on builds (tenant_id, artifact_key) where artifact_key is not null;
create index builds_open_idx on builds (created_at, id) where status in ('queued', 'building', 'warmup');
call facet_protect('builds');

-- Engine processes, as their nodes say. A node that is gone leaves its rows; they are removed when it is no longer among the live ones.
create table engine_processes (
  tenant_id bigint not null,
  name text not null,
  deployment_id bigint not null,
  environment_id bigint not null,
  build_id bigint not null,
  node_id text not null,
  status text not null check (status in ('starting', 'ready', 'draining', 'failed')),
  restarts int not null default 0,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, name),
  foreign key (tenant_id, environment_id) references environments on delete cascade
);
create index engine_processes_environment_idx on engine_processes (tenant_id, environment_id, name);
create index engine_processes_deployment_idx on engine_processes (tenant_id, deployment_id, name);
create index engine_processes_node_idx on engine_processes (node_id);
call facet_protect('engine_processes');
-- For whether the node of a process lives.
grant select on nodes to facet_function;

-- What builds and engine processes say. Kept for some days, and so many lines of a deployment.
create table engine_logs (
  tenant_id bigint not null,
  deployment_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  source text not null check (source in ('production', 'dev')),
  pod text not null,
  container text not null,
  build_id bigint,
  logged_at timestamptz not null,
  message text not null,
  primary key (tenant_id, deployment_id, id),
  foreign key (tenant_id, deployment_id) references deployments on delete cascade
);
create index engine_logs_time_idx on engine_logs (tenant_id, deployment_id, logged_at desc, id desc);
create index engine_logs_age_idx on engine_logs (logged_at);
call facet_protect('engine_logs');

-- Tokens for the data API that were made here: of an environment, of an environment for its metadata alone, or of a deployment for its caller.
-- The security context is sealed: it is the caller's text. One that a key's owner made for themselves has none of its own: it carries theirs,
-- as it is when it is used. What a token rests on is named, so that it ends with it.
create table data_tokens (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  deployment_id bigint not null,
  environment_id bigint not null,
  kind text not null check (kind in ('environment', 'meta_sync', 'deployment')),
  secret_hash bytea not null,
  token_sealed bytea not null,
  context_sealed bytea,
  scopes text[] not null default '{}',
  key_id bigint,
  principal_id bigint,
  grant_bucket int,
  grant_id bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((key_id is not null and principal_id is not null) or (grant_bucket is not null and grant_id is not null)),
  check ((context_sealed is null) = (kind = 'deployment' and grant_id is null)),
  primary key (tenant_id, id),
  foreign key (tenant_id, environment_id) references environments on delete cascade
);
create unique index data_tokens_secret_key on data_tokens (tenant_id, secret_hash);
create index data_tokens_environment_idx on data_tokens (tenant_id, environment_id, id);
create index data_tokens_expiry_idx on data_tokens (expires_at);
call facet_protect('data_tokens');

-- What a query of an embed session gets from a cube that has no access policy: nothing, rows and a warning, or rows.
alter table deployments add column embed_without_policy text not null default 'refuse';

insert into environments (tenant_id, deployment_id, type, slug)
select tenant_id, id, 'production', slug from deployments order by tenant_id, id;
