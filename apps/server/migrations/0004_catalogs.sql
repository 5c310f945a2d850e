-- Whom sessions are minted for: embed tenants, external users, and the catalogs their groups and attributes are named in.

alter table users
  add column settings jsonb not null default '{}',
  add column notifications jsonb not null default '{}',
  add column tos_accepted jsonb not null default '{}',
  add column security_context jsonb,
  add column embed_theme jsonb,
  add column last_login_at timestamptz;

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

create function facet_add_group_members() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.group_members (tenant_id, group_id, user_id)
  select n.tenant_id, g, n.id from added n, unnest(n.group_ids || n.embed_group_ids || n.tenant_group_ids) g
  order by 1, 2, 3 on conflict do nothing;
  return null;
end $$;

create function facet_change_group_members() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  with moved as (
    select n.tenant_id, n.id, n.group_ids || n.embed_group_ids || n.tenant_group_ids as now_in, o.group_ids || o.embed_group_ids || o.tenant_group_ids as was_in
    from changed_to n join changed_from o on o.tenant_id = n.tenant_id and o.id = n.id
    where (n.group_ids, n.embed_group_ids, n.tenant_group_ids) is distinct from (o.group_ids, o.embed_group_ids, o.tenant_group_ids)
  ), gone as (
    delete from public.group_members m using moved, unnest(moved.was_in) g
    where m.tenant_id = moved.tenant_id and m.user_id = moved.id and m.group_id = g and not g = any (moved.now_in)
  )
  insert into public.group_members (tenant_id, group_id, user_id)
  select moved.tenant_id, g, moved.id from moved, unnest(moved.now_in) g where not g = any (moved.was_in)
  order by 1, 2, 3 on conflict do nothing;
  return null;
end $$;

create trigger external_users_members_added after insert on external_users
  referencing new table as added for each statement execute function facet_add_group_members();
create trigger external_users_members_changed after update on external_users
  referencing old table as changed_from new table as changed_to for each statement execute function facet_change_group_members();

-- How many external users there are, by embed tenant and (as 0) in all. Several rows share each count, chosen by connection,
-- so that first visits do not wait for one another.
create table external_user_counts (
  tenant_id bigint not null references tenants on delete cascade,
  embed_tenant_id bigint not null,
  slot int not null,
  users bigint not null,
  primary key (tenant_id, embed_tenant_id, slot)
) with (fillfactor = 50);

create function facet_count_added_users() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.external_user_counts (tenant_id, embed_tenant_id, slot, users)
  select tenant_id, coalesce(embed_tenant_id, 0), pg_backend_pid() % 16, count(*) from added
  group by grouping sets ((tenant_id, embed_tenant_id), (tenant_id)) having grouping(embed_tenant_id) = 1 or embed_tenant_id > 0
  order by 1, 2 on conflict (tenant_id, embed_tenant_id, slot) do update set users = external_user_counts.users + excluded.users;
  return null;
end $$;

create function facet_count_removed_users() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  -- A tenant that is going takes its counts along.
  insert into public.external_user_counts (tenant_id, embed_tenant_id, slot, users)
  select r.tenant_id, coalesce(r.embed_tenant_id, 0), pg_backend_pid() % 16, -count(*)
  from removed r join public.tenants t on t.id = r.tenant_id
  group by grouping sets ((r.tenant_id, r.embed_tenant_id), (r.tenant_id)) having grouping(r.embed_tenant_id) = 1 or r.embed_tenant_id > 0
  order by 1, 2 on conflict (tenant_id, embed_tenant_id, slot) do update set users = external_user_counts.users + excluded.users;
  return null;
end $$;

create trigger external_users_counted after insert on external_users
  referencing new table as added for each statement execute function facet_count_added_users();
create trigger external_users_discounted after delete on external_users
  referencing old table as removed for each statement execute function facet_count_removed_users();

-- The version of each catalog: 0 for the tenant-wide one, otherwise the embed tenant's id. A row is made by the first reader;
-- before that nobody can hold anything older.
create table catalog_epochs (
  tenant_id bigint not null references tenants on delete cascade,
  scope bigint not null,
  epoch bigint not null default 1,
  primary key (tenant_id, scope)
);

-- Shared by those who use a catalog, alone for those who change it. An advisory lock queues fairly: with row locks a stream of
-- overlapping readers would keep a writer out for ever.
create function facet_lock_catalog(p_tenant_id bigint, p_scope bigint) returns void language sql volatile set search_path = pg_catalog, pg_temp
as $$ select pg_advisory_xact_lock(hashint8extended(p_tenant_id, p_scope)) $$;

create function facet_raise_catalog_epoch() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
  of_tenant bigint := (changed ->> 'tenant_id')::bigint;
  of_scope bigint := coalesce((changed ->> case tg_table_name when 'embed_tenants' then 'id' else 'embed_tenant_id' end)::bigint, 0);
begin
  perform public.facet_lock_catalog(of_tenant, of_scope);
  update public.catalog_epochs set epoch = epoch + 1 where tenant_id = of_tenant and scope = of_scope;
  return null;
end $$;

-- A foreign key would do this too, and cost every first visit a look-up for each of its groups.
create function facet_remove_group_members() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.group_members where tenant_id = old.tenant_id and group_id = old.id;
  return null;
end $$;
create trigger groups_members after delete on groups for each row execute function facet_remove_group_members();

create trigger groups_epoch after insert or update or delete on groups for each row execute function facet_raise_catalog_epoch();
create trigger user_attributes_epoch after insert or update or delete on user_attributes for each row execute function facet_raise_catalog_epoch();
create trigger embed_tenants_epoch after insert or update or delete on embed_tenants for each row execute function facet_raise_catalog_epoch();

-- What was minted for a subject up to then has ended. Taken from the clock and not from the transaction's start, after the lock of
-- the catalog where there is one: whatever the lock waited for is older.
create table embed_watermarks (
  tenant_id bigint not null references tenants on delete cascade,
  kind text not null check (kind in ('tenant', 'user', 'embed_tenant', 'group', 'deployment', 'key')),
  subject_id bigint not null,
  revoked_before timestamptz not null default clock_timestamp(),
  primary key (tenant_id, kind, subject_id)
);
create index embed_watermarks_age_idx on embed_watermarks (revoked_before);
create trigger embed_watermarks_revocation after insert or update on embed_watermarks for each row execute function facet_raise_revocation_epoch();

-- Users of removed embed tenants, some at a time; the tenant's own row goes with the last of them, and with it its catalogs.
create function facet_purge_embed_tenants(p_limit int) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  gone int;
begin
  delete from public.external_users where (tenant_id, id) in (
    select u.tenant_id, u.id from public.embed_tenants e
    join public.external_users u on u.tenant_id = e.tenant_id and u.embed_tenant_id = e.id
    where e.removed_at is not null limit p_limit);
  get diagnostics gone = row_count;
  delete from public.embed_tenants e where e.removed_at is not null
    and not exists (select from public.external_users u where u.tenant_id = e.tenant_id and u.embed_tenant_id = e.id);
  return gone;
end $$;

-- One look finds the tenant and says whether the host is its own.
create function facet_find_host(p_host text)
returns table (tenant_id bigint, tenant_name text, is_own_host boolean, epoch bigint) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select t.id, t.name, h.host is not null, e.epoch
  from public.revocation_epoch e
  left join public.tenant_hosts h on h.host = p_host
  join public.tenants t on t.suspended_at is null and (t.id = h.tenant_id
    or (h.host is null and 1 = (select count(*) from (select from public.tenants limit 2) few)))
$$;

do $$
declare
  name text;
begin
  foreach name in array array['embed_tenants', 'groups', 'user_attributes', 'user_attribute_values', 'external_users', 'group_members', 'external_user_counts', 'catalog_epochs', 'embed_watermarks'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy service on %I to facet_service using (tenant_id = facet_current_tenant()) with check (tenant_id = facet_current_tenant())', name);
    execute format('create policy function on %I to facet_function using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on %I to facet_service', name);
    execute format('grant select, insert, update, delete on %I to facet_function', name);
  end loop;
end $$;

do $$
declare
  signature text;
begin
  foreach signature in array array[
    'facet_add_group_members()', 'facet_change_group_members()', 'facet_count_added_users()', 'facet_count_removed_users()',
    'facet_raise_catalog_epoch()', 'facet_remove_group_members()', 'facet_purge_embed_tenants(int)', 'facet_find_host(text)'
  ] loop
    execute format('alter function %s owner to facet_function', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to facet_service', signature);
  end loop;
end $$;
revoke all on function facet_lock_catalog(bigint, bigint) from public;
grant execute on function facet_lock_catalog(bigint, bigint) to facet_service, facet_function;
