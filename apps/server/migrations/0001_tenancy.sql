-- Tenants, the two walls around them, and who may act in them.

-- Members of facet_service are held by row security. facet_function owns the few functions that cross it, each taking the
-- tenant as an argument: under forced row security even the tables' owner would see nothing.
do $$ begin
  create role facet_service nologin;
exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  create role facet_function nologin;
exception when duplicate_object or unique_violation then null; end $$;
grant facet_function to current_user;
grant usage on schema public to facet_service, facet_function;

-- One sequence for every id. A cell moves its start, so ids of two cells never meet and tenants can change cells.
create sequence facet_ids as bigint minvalue 1 maxvalue 9007199254740991;
grant usage on sequence facet_ids to facet_service, facet_function;

create function facet_current_tenant() returns bigint language sql stable parallel safe
as $$ select nullif(current_setting('facet.tenant_id', true), '')::bigint $$;

create table tenants (
  id bigint primary key default nextval('facet_ids'),
  name text not null unique,
  suspended_at timestamptz,
  created_at timestamptz not null default now()
);

create table tenant_hosts (
  tenant_id bigint not null references tenants on delete cascade,
  host text not null unique check (host = lower(host)),
  primary key (tenant_id, host)
);

create table tenant_settings (
  tenant_id bigint primary key references tenants on delete cascade,
  settings jsonb not null default '{}',
  updated_at timestamptz not null default now()
);

-- Users and service accounts are one kind of thing to everything that asks who is acting.
create table principals (
  tenant_id bigint not null references tenants on delete cascade,
  id bigint not null default nextval('facet_ids'),
  kind text not null check (kind in ('user', 'service_account')),
  name text not null,
  is_deactivated boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index principals_name_key on principals (tenant_id, kind, lower(name));

create table users (
  tenant_id bigint not null,
  id bigint not null,
  email text not null,
  first_name text,
  title text,
  picture text,
  external_id text,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references principals on delete cascade
);
create unique index users_email_key on users (tenant_id, lower(email));

create table roles (
  tenant_id bigint not null references tenants on delete cascade,
  id bigint not null default nextval('facet_ids'),
  name text not null,
  actions text[] not null check (cardinality(actions) > 0),
  primary key (tenant_id, id)
);
create unique index roles_name_key on roles (tenant_id, lower(name));

-- A grant without deployments holds for the whole tenant.
create table role_grants (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  principal_id bigint not null,
  role_id bigint not null,
  deployment_ids bigint[] check (cardinality(deployment_ids) > 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, principal_id) references principals on delete cascade,
  foreign key (tenant_id, role_id) references roles on delete cascade
);
create index role_grants_principal_idx on role_grants (tenant_id, principal_id);
create index role_grants_role_idx on role_grants (tenant_id, role_id);

create table api_keys (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  principal_id bigint not null,
  name text not null,
  secret_hash bytea not null,
  hint text not null,
  scope jsonb not null default '{}',
  created_by_key_id bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, principal_id) references principals on delete cascade
);
create unique index api_keys_secret_hash_key on api_keys (tenant_id, secret_hash);
create index api_keys_principal_idx on api_keys (tenant_id, principal_id, id);

-- One row, raised by everything that narrows what a cached credential may do. A row and not a sequence: its lock makes the
-- new number visible only with the change it stands for. The triggers that raise it are deferred: its lock is everyone's, so it is taken
-- last, when a transaction waits for nothing else, and held for no longer than a commit.
create table revocation_epoch (
  is_only boolean primary key default true check (is_only),
  epoch bigint not null default 1
);
insert into revocation_epoch default values;
grant select on revocation_epoch to facet_service;
grant select, update on revocation_epoch to facet_function;

create function facet_raise_revocation_epoch() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  raised bigint;
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  update public.revocation_epoch set epoch = epoch + 1 returning epoch into raised;
  perform pg_notify('facet_revocation', jsonb_build_object('epoch', raised, 'tenantId', coalesce(changed -> 'tenant_id', changed -> 'id'))::text);
  return null;
end $$;

create constraint trigger api_keys_revocation after update or delete on api_keys deferrable initially deferred for each row execute function facet_raise_revocation_epoch();
create constraint trigger principals_revocation after update or delete on principals deferrable initially deferred for each row execute function facet_raise_revocation_epoch();
create constraint trigger roles_revocation after update or delete on roles deferrable initially deferred for each row execute function facet_raise_revocation_epoch();
create constraint trigger role_grants_revocation after insert or update or delete on role_grants deferrable initially deferred for each row execute function facet_raise_revocation_epoch();
create constraint trigger tenants_revocation after insert or update or delete on tenants deferrable initially deferred for each row execute function facet_raise_revocation_epoch();
create constraint trigger tenant_hosts_revocation after insert or update or delete on tenant_hosts deferrable initially deferred for each row execute function facet_raise_revocation_epoch();

-- What is true of the installation as a whole, in one row. The restore epoch is raised whenever the database is brought back from a
-- copy: embed sessions and grants carry the one they were made under and hold only while it is the current one, so that nothing from
-- before a restore holds after it, whatever clocks and sequences say.
create table installation (
  is_only boolean primary key default true check (is_only),
  restore_epoch int not null default 1
);
insert into installation default values;
grant select on installation to facet_service;
grant select, update on installation to facet_function;
create constraint trigger installation_revocation after update on installation deferrable initially deferred for each row execute function facet_raise_revocation_epoch();

-- An exact host, or the only tenant there is. The epoch is of the same snapshot, so a cache can tell whether the answer is still good.
create function facet_find_tenant(p_host text)
returns table (tenant_id bigint, tenant_name text, epoch bigint) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select t.id, t.name, e.epoch
  from public.revocation_epoch e
  join public.tenants t on t.suspended_at is null and (
    t.id = (select h.tenant_id from public.tenant_hosts h where h.host = p_host)
    or (not exists (select from public.tenant_hosts h where h.host = p_host) and 1 = (select count(*) from (select from public.tenants limit 2) few))
  )
$$;

create function facet_find_credential(p_tenant_id bigint, p_secret_hash bytea)
returns table (
  api_key_id bigint, expires_at timestamptz, scope jsonb, principal_id bigint, principal_kind text, principal_name text, grants jsonb, epoch bigint
) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select k.id, k.expires_at, k.scope, p.id, p.kind, p.name,
    coalesce((
      select jsonb_agg(jsonb_build_object('role', r.name, 'actions', to_jsonb(r.actions), 'deploymentIds', to_jsonb(g.deployment_ids)) order by g.id)
      from public.role_grants g
      join public.roles r on r.tenant_id = g.tenant_id and r.id = g.role_id
      where g.tenant_id = k.tenant_id and g.principal_id = k.principal_id
    ), '[]'::jsonb),
    e.epoch
  from public.revocation_epoch e
  join public.api_keys k on k.tenant_id = p_tenant_id and k.secret_hash = p_secret_hash
  join public.principals p on p.tenant_id = k.tenant_id and p.id = k.principal_id and not p.is_deactivated
  where k.expires_at is null or k.expires_at > now()
$$;

create function facet_list_tenants(p_after bigint, p_limit int)
returns table (tenant_id bigint, tenant_name text, hosts text[]) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select t.id, t.name, coalesce((select array_agg(h.host order by h.host) from public.tenant_hosts h where h.tenant_id = t.id), '{}')
  from public.tenants t where t.id > p_after order by t.id limit p_limit
$$;

-- Live processes: they share the rate limits between them and say which encryption keys they hold.
create table nodes (
  id text primary key,
  roles text[] not null,
  version text not null,
  encryption_key_id bigint,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
grant select, insert, update, delete on nodes to facet_service;
