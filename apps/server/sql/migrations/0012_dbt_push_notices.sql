-- Pushes to dbt repositories that a sync was started for, so that none is taken for another.

-- The default branch as the last clone found it, for hosts that do not tell it.
alter table dbt_integrations add column default_branch text;

-- The newest of a branch are kept. `sync_id` is the run that took the push in; it may be gone.
create table dbt_push_notices (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  deployment_id bigint not null,
  branch text not null,
  before_sha text,
  after_sha text not null,
  sync_id bigint not null,
  received_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, deployment_id) references dbt_integrations on delete cascade
);
create index dbt_push_notices_branch_idx on dbt_push_notices (tenant_id, deployment_id, branch, id);
call facet_protect('dbt_push_notices');
