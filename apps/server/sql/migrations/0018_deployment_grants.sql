-- Policies on deployments: what a user, a service account, a group or the whole organization may do to one deployment, beside their roles.

-- Neither principal nor group: the whole organization. `actions` holds what the granted action includes.
create table deployment_grants (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  deployment_id bigint not null,
  principal_id bigint,
  group_id bigint,
  grantee_id bigint not null generated always as (coalesce(principal_id, group_id, 0)) stored,
  action text not null check (char_length(action) <= 100),
  actions text[] not null,
  granted_by bigint,
  granted_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint deployment_grants_grantee_check check (num_nonnulls(principal_id, group_id) <= 1),
  constraint deployment_grants_grantee_key unique (tenant_id, deployment_id, grantee_id),
  foreign key (tenant_id, deployment_id) references deployments on delete cascade,
  foreign key (tenant_id, principal_id) references principals on delete cascade,
  foreign key (tenant_id, group_id) references groups on delete cascade
);
create index deployment_grants_grantee_idx on deployment_grants (tenant_id, grantee_id);
call facet_protect('deployment_grants', p_function => 'select, delete');
