-- Whom sessions are minted for: embed tenants, external users, and the catalogs their groups and attributes are named in.

-- A removed one keeps its row, unreachable by name, until its users are gone: those are deleted in steps, however many there are.
create table embed_tenants (
  tenant_id bigint not null references tenants on delete cascade,
  id bigint not null default nextval('facet_ids'),
  name text not null check (name ~ '^[a-z][a-z0-9-]{3,34}[a-z0-9]$'),
  display_name text,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (tenant_id, id)
);
create unique index embed_tenants_name_key on embed_tenants (tenant_id, name) where removed_at is null;
create index embed_tenants_removed_idx on embed_tenants (removed_at) where removed_at is not null;
call facet_protect('embed_tenants');

-- Without an embed tenant: the tenant-wide catalog. `namespace` is the field of a session request that the name is looked up for.
-- The check is the last of several: a name that looks like one of the platform's own would be believed by an access policy.
create table groups (
  tenant_id bigint not null references tenants on delete cascade,
  id bigint not null default nextval('facet_ids'),
  embed_tenant_id bigint,
  namespace text not null check (namespace = 'groups' or (namespace = 'tenantGroups' and embed_tenant_id is not null)),
  name text not null check (char_length(name) between 1 and 100 and lower(normalize(name, nfkc)) !~ '^\s*(system|group):'),
  description text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, embed_tenant_id) references embed_tenants on delete cascade
);
create unique index groups_name_key on groups (tenant_id, embed_tenant_id, namespace, name) nulls not distinct;
create index groups_newest_idx on groups (tenant_id, embed_tenant_id, id desc);
call facet_protect('groups');

-- Only trusted ones reach the security context; what users can edit themselves must not decide what they see.
create table user_attributes (
  tenant_id bigint not null references tenants on delete cascade,
  id bigint not null default nextval('facet_ids'),
  embed_tenant_id bigint,
  name text not null check (char_length(name) between 1 and 100),
  type text not null check (type in ('string', 'number', 'boolean', 'string_array', 'number_array')),
  display_name text,
  description text,
  default_value text,
  is_trusted boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, embed_tenant_id) references embed_tenants on delete cascade
);
create unique index user_attributes_name_key on user_attributes (tenant_id, embed_tenant_id, name) nulls not distinct;
create index user_attributes_list_idx on user_attributes (tenant_id, embed_tenant_id, id);
call facet_protect('user_attributes');

-- Values of internal users; an external user carries its own.
create table user_attribute_values (
  tenant_id bigint not null,
  user_id bigint not null,
  user_attribute_id bigint not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, user_id, user_attribute_id),
  foreign key (tenant_id, user_id) references users on delete cascade,
  foreign key (tenant_id, user_attribute_id) references user_attributes on delete cascade
);
create index user_attribute_values_attribute_idx on user_attribute_values (tenant_id, user_attribute_id);
call facet_protect('user_attribute_values');

-- One row per user with everything a session needs, so that a changed user is one write. Embed tenant 0 is none: a number, so that
-- one index finds every user. Ids of groups and attributes that no longer exist may remain in it: whoever reads it joins the
-- catalog. The fingerprint is of the last request applied, at those epochs of the catalogs; every other writer clears it.
create table external_users (
  tenant_id bigint not null references tenants on delete cascade,
  id bigint not null default nextval('facet_ids'),
  embed_tenant_id bigint not null default 0,
  external_id text not null,
  email text,
  display_name text,
  picture text,
  group_ids bigint[] not null default '{}',
  embed_group_ids bigint[] not null default '{}',
  tenant_group_ids bigint[] not null default '{}',
  attribute_values jsonb not null default '{}',
  fingerprint bytea,
  fingerprint_epochs bigint[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
) with (fillfactor = 85);
create unique index external_users_external_id_key on external_users (tenant_id, embed_tenant_id, external_id);
-- Not coalesce: under row security PostgreSQL takes it for something that could tell, and keeps a page's start from the index.
create index external_users_email_idx on external_users (tenant_id, embed_tenant_id, (case when email is null then '' else email end), id);
call facet_protect('external_users');

-- Who is in a group, newest first: written by triggers from the users' rows, and only when those change.
create table group_members (
  tenant_id bigint not null,
  group_id bigint not null,
  user_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  primary key (tenant_id, group_id, user_id),
  foreign key (tenant_id, user_id) references external_users on delete cascade
);
create index group_members_newest_idx on group_members (tenant_id, group_id, id desc);
create index group_members_user_idx on group_members (tenant_id, user_id);
call facet_protect('group_members');

-- How many external users there are, by embed tenant and (as 0) in all. Several rows share each count, chosen by connection,
-- so that first visits do not wait for one another.
create table external_user_counts (
  tenant_id bigint not null references tenants on delete cascade,
  embed_tenant_id bigint not null,
  slot int not null,
  users bigint not null,
  primary key (tenant_id, embed_tenant_id, slot)
) with (fillfactor = 50);
call facet_protect('external_user_counts');

-- The version of each catalog: 0 for the tenant-wide one, otherwise the embed tenant's id. Raised when something in it changes or
-- goes. What is added makes nothing untrue that anyone remembers: nobody remembers that a name is missing.
create table catalog_epochs (
  tenant_id bigint not null references tenants on delete cascade,
  scope bigint not null,
  epoch bigint not null default 1,
  primary key (tenant_id, scope)
);
call facet_protect('catalog_epochs');

-- What was minted for a subject up to then has ended: for the tenant, a session by itself, a user, an embed tenant, a group, a
-- deployment, a key, or by the keys of an owner. Kept beside the rows it ends and never written on them, so it cannot miss one that is
-- being written. Taken from the clock and not from the transaction's start, after the lock of the catalog where there is one: whatever
-- the lock waited for is older.
create table embed_watermarks (
  tenant_id bigint not null references tenants on delete cascade,
  kind text not null check (kind in ('tenant', 'session', 'user', 'embed_tenant', 'group', 'deployment', 'key', 'owner')),
  subject_id bigint not null,
  revoked_before timestamptz not null default clock_timestamp(),
  primary key (tenant_id, kind, subject_id)
);
create index embed_watermarks_age_idx on embed_watermarks (revoked_before);
call facet_protect('embed_watermarks');
