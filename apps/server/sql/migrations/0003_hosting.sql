-- Deployments and what belongs to them.

create table deployments (
  tenant_id bigint not null references tenants on delete cascade,
  id bigint not null default nextval('facet_ids'),
  name text not null,
  slug text not null,
  creation_step text not null,
  creation_method text,
  cloud_provider text not null,
  region text not null,
  target_platform text not null,
  is_managed boolean not null,
  deploy_mode text,
  deploy_branch_name text not null default 'main',
  deploy_branch_read_only boolean not null default false,
  deploy_branch_merge_allowed boolean not null default true,
  deploy_project_root text not null default '',
  custom_domain text,
  template text not null default 'single',
  template_variables jsonb not null default '{}',
  release_channel text not null default 'latest',
  release_channel_version text not null,
  release_channel_version_hold boolean not null default false,
  launchpad_tabs text[] not null default '{}',
  default_launchpad_view_group text,
  csps_config jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  widening_merges text not null default 'allow',
  model_code_edits text not null default 'model',
  primary key (tenant_id, id)
);
create unique index deployments_name_key on deployments (tenant_id, lower(name));
create unique index deployments_slug_key on deployments (tenant_id, slug);
create index deployments_step_idx on deployments (tenant_id, creation_step, id);
-- A domain routes to one deployment of the whole installation, whoever owns it.
create unique index deployments_custom_domain_key on deployments (lower(custom_domain));
call facet_protect('deployments', p_function => 'select, update, delete');

create table env_variables (
  tenant_id bigint not null,
  deployment_id bigint not null,
  name text not null,
  value_sealed bytea not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, deployment_id, name),
  foreign key (tenant_id, deployment_id) references deployments on delete cascade
);
call facet_protect('env_variables', p_function => 'select, update, delete');

-- Versions the tenant has run: it can go back to them after the channel moved on.
create table engine_versions_run (
  tenant_id bigint not null references tenants on delete cascade,
  release_channel text not null,
  version text not null,
  first_run_at timestamptz not null default now(),
  primary key (tenant_id, release_channel, version)
);
call facet_protect('engine_versions_run', p_function => 'select, update, delete');
