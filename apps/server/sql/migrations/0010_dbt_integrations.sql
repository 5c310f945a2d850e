-- The dbt project of each deployment: where it is, how it is reached, and what a sync makes of it.

-- `revision` is another after every change: whoever acted on an older one changes nothing. `settings` holds what is no secret and no part of
-- the connection.
create table dbt_integrations (
  tenant_id bigint not null,
  deployment_id bigint not null,
  revision bigint not null default nextval('facet_ids'),
  url text not null,
  username text,
  token_sealed bytea,
  ssh_key_sealed bytea,
  ssh_public_key text,
  host_keys text[] not null default '{}',
  webhook_secret_sealed bytea not null,
  settings jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, deployment_id),
  foreign key (tenant_id, deployment_id) references deployments on delete cascade
);
call facet_protect('dbt_integrations');
