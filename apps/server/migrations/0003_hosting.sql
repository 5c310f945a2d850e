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
  primary key (tenant_id, id)
);
create unique index deployments_name_key on deployments (tenant_id, lower(name));
create unique index deployments_slug_key on deployments (tenant_id, slug);
create index deployments_step_idx on deployments (tenant_id, creation_step, id);
-- A domain routes to one deployment of the whole installation, whoever owns it.
create unique index deployments_custom_domain_key on deployments (lower(custom_domain));

create table env_variables (
  tenant_id bigint not null,
  deployment_id bigint not null,
  name text not null,
  value_sealed bytea not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, deployment_id, name),
  foreign key (tenant_id, deployment_id) references deployments on delete cascade
);

-- Versions the tenant has run: it can go back to them after the channel moved on.
create table engine_versions_run (
  tenant_id bigint not null references tenants on delete cascade,
  release_channel text not null,
  version text not null,
  first_run_at timestamptz not null default now(),
  primary key (tenant_id, release_channel, version)
);

-- Whoever claims a name waits for others who claim one that ends alike: two that lie one below the other end in the same two labels.
create function facet_lock_names(p_name text) returns void language sql volatile set search_path = pg_catalog, pg_temp
as $$ select pg_advisory_xact_lock(hashtextextended('names ' || substring(lower(p_name) from '[^.]+(?:\.[^.]+)?$'), 0)) $$;

-- A name and every name it lies below: a.b.c, b.c, c.
create function facet_names_above(p_name text) returns setof text language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select array_to_string(labels[place:], '.') from string_to_array(lower(p_name), '.') labels, generate_subscripts(labels, 1) place
$$;

-- The host of a tenant is no custom domain, and what lies below it is for that tenant alone.
create function facet_hold_custom_domain() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform public.facet_lock_names(new.custom_domain);
  if exists (select from public.tenant_hosts h where h.host in (select public.facet_names_above(new.custom_domain))
      and (h.host = lower(new.custom_domain) or h.tenant_id <> new.tenant_id)) then
    raise unique_violation using constraint = 'deployments_custom_domain_key', message = 'the name belongs to a host of a tenant';
  end if;
  return new;
end $$;
create trigger deployments_custom_domain before insert or update of custom_domain on deployments
  for each row when (new.custom_domain is not null) execute function facet_hold_custom_domain();

create function facet_hold_tenant_host() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform public.facet_lock_names(new.host);
  if exists (select from public.deployments d where lower(d.custom_domain) = new.host
      or (d.tenant_id <> new.tenant_id and right(lower(d.custom_domain), length(new.host) + 1) = '.' || new.host)) then
    raise unique_violation using constraint = 'deployments_custom_domain_key', message = 'the name belongs to a deployment';
  end if;
  return new;
end $$;
create trigger tenant_hosts_custom_domain before insert or update of host on tenant_hosts
  for each row execute function facet_hold_tenant_host();

-- The deployment that has a domain, for the operator, who settles to whom it belongs.
create function facet_find_domain(p_domain text)
returns table (tenant_id bigint, deployment_id bigint) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select d.tenant_id, d.id from public.deployments d where lower(d.custom_domain) = lower(p_domain) $$;

-- The second wall, on every table so far: forced, so that not even an owner passes, and closed while no tenant is set.
do $$
declare
  name text;
  key text;
begin
  foreach name in array array['tenants', 'tenant_hosts', 'tenant_settings', 'principals', 'users', 'roles', 'role_grants', 'api_keys', 'data_keys', 'idempotency_keys', 'deployments', 'env_variables', 'engine_versions_run'] loop
    key := case name when 'tenants' then 'id' else 'tenant_id' end;
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy service on %I to facet_service using (%I = facet_current_tenant()) with check (%I = facet_current_tenant())', name, key, key);
    execute format('create policy function on %I to facet_function using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on %I to facet_service', name);
    execute format('grant select, update, delete on %I to facet_function', name);
  end loop;
end $$;

do $$
declare
  signature text;
begin
  foreach signature in array array[
    'facet_raise_revocation_epoch()', 'facet_find_tenant(text)', 'facet_find_credential(bigint, bytea)', 'facet_list_tenants(bigint, int)',
    'facet_forget_idempotency_keys(int)', 'facet_renew_idempotency_claim(bigint, bigint, text, text, bigint, int)', 'facet_list_data_keys_to_rewrap(bigint, int)', 'facet_rewrap_data_key(bigint, bigint, bigint, bigint, bytea)',
    'facet_hold_custom_domain()', 'facet_hold_tenant_host()', 'facet_find_domain(text)'
  ] loop
    execute format('alter function %s owner to facet_function', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to facet_service', signature);
  end loop;
end $$;
revoke all on function facet_lock_names(text), facet_names_above(text) from public;
grant execute on function facet_lock_names(text), facet_names_above(text) to facet_function;
