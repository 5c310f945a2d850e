-- Tenants, the two walls around them, and who may act in them.

-- One sequence for every id. A cell moves its start, so ids of two cells never meet and tenants can change cells.
create sequence facet_ids as bigint minvalue 1 maxvalue 9007199254740991;
grant usage on sequence facet_ids to facet_service;
grant usage, select, update on sequence facet_ids to facet_function;

-- `embed_frozen_at` is the operator's switch: while set, nothing is minted or exchanged for the tenant.
create table tenants (
  id bigint primary key default nextval('facet_ids'),
  name text not null unique,
  suspended_at timestamptz,
  created_at timestamptz not null default now(),
  embed_frozen_at timestamptz
);
call facet_protect('tenants', p_function => 'select, update, delete');

create table tenant_hosts (
  tenant_id bigint not null references tenants on delete cascade,
  host text not null unique check (host = lower(host)),
  primary key (tenant_id, host)
);
call facet_protect('tenant_hosts', p_function => 'select, update, delete');

-- `embedding_enabled` is the tenant's own switch, out of the document that may be large.
create table tenant_settings (
  tenant_id bigint primary key references tenants on delete cascade,
  settings jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  embedding_enabled boolean generated always as (coalesce((settings ->> 'embeddingEnabled')::boolean, true)) stored
);
call facet_protect('tenant_settings', p_function => 'select, update, delete');

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
call facet_protect('principals', p_function => 'select, update, delete');

create table users (
  tenant_id bigint not null,
  id bigint not null,
  email text not null,
  first_name text,
  title text,
  picture text,
  external_id text,
  settings jsonb not null default '{}',
  notifications jsonb not null default '{}',
  tos_accepted jsonb not null default '{}',
  security_context jsonb,
  embed_theme jsonb,
  last_login_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references principals on delete cascade
);
create unique index users_email_key on users (tenant_id, lower(email));
call facet_protect('users', p_function => 'select, update, delete');

create table roles (
  tenant_id bigint not null references tenants on delete cascade,
  id bigint not null default nextval('facet_ids'),
  name text not null,
  actions text[] not null check (cardinality(actions) > 0),
  primary key (tenant_id, id)
);
create unique index roles_name_key on roles (tenant_id, lower(name));
call facet_protect('roles', p_function => 'select, update, delete');

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
call facet_protect('role_grants', p_function => 'select, update, delete');

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
call facet_protect('api_keys', p_function => 'select, update, delete');

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

-- Live processes: they share the rate limits between them and say which encryption keys they hold. `address` is where the other nodes
-- reach this one; a node without an address is never an owner.
create table nodes (
  id text primary key,
  roles text[] not null,
  version text not null,
  encryption_key_id bigint,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  address text
);
grant select, insert, update, delete on nodes to facet_service;
