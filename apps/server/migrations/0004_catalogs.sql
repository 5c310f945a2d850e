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
  -- A tenant that is going takes its counts along. In a row that nobody adds to: many go at once, and no first visit waits for that.
  insert into public.external_user_counts (tenant_id, embed_tenant_id, slot, users)
  select r.tenant_id, coalesce(r.embed_tenant_id, 0), 16, -count(*)
  from removed r join public.tenants t on t.id = r.tenant_id
  group by grouping sets ((r.tenant_id, r.embed_tenant_id), (r.tenant_id)) having grouping(r.embed_tenant_id) = 1 or r.embed_tenant_id > 0
  order by 1, 2 on conflict (tenant_id, embed_tenant_id, slot) do update set users = external_user_counts.users + excluded.users;
  return null;
end $$;

create trigger external_users_counted after insert on external_users
  referencing new table as added for each statement execute function facet_count_added_users();
create trigger external_users_discounted after delete on external_users
  referencing old table as removed for each statement execute function facet_count_removed_users();

-- The version of each catalog: 0 for the tenant-wide one, otherwise the embed tenant's id. Raised when something in it changes or
-- goes. What is added makes nothing untrue that anyone remembers: nobody remembers that a name is missing.
create table catalog_epochs (
  tenant_id bigint not null references tenants on delete cascade,
  scope bigint not null,
  epoch bigint not null default 1,
  primary key (tenant_id, scope)
);

-- Made with what they are of, so that looking a name up writes nothing.
create function facet_add_catalog_epochs() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_table_name = 'tenants' then
    insert into public.catalog_epochs (tenant_id, scope) select id, 0 from added order by 1 on conflict do nothing;
  else
    insert into public.catalog_epochs (tenant_id, scope) select tenant_id, id from added order by 1, 2 on conflict do nothing;
  end if;
  return null;
end $$;
create trigger tenants_epochs after insert on tenants referencing new table as added for each statement execute function facet_add_catalog_epochs();
create trigger embed_tenants_epochs after insert on embed_tenants referencing new table as added for each statement execute function facet_add_catalog_epochs();

-- The lock of a catalog: shared by those who use what is in it, alone for those who take something from it. From the top down, each
-- holds the locks above its own shared: that of all catalogs (0, 0), that of the tenant, which is the tenant-wide catalog's, and
-- that of the embed tenant. An advisory lock queues fairly: with row locks a stream of overlapping readers would keep a writer
-- out for ever.
create function facet_use_catalog(p_tenant_id bigint, p_scope bigint) returns void language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_advisory_xact_lock_shared(hashint8extended(0, 0));
  perform pg_advisory_xact_lock_shared(hashint8extended(p_tenant_id, 0));
  if p_scope > 0 then perform pg_advisory_xact_lock_shared(hashint8extended(p_tenant_id, p_scope)); end if;
end $$;

-- For those who add to a catalog or change its texts: one at a time, beside any number who use it.
create function facet_extend_catalog(p_tenant_id bigint, p_scope bigint) returns void language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform public.facet_use_catalog(p_tenant_id, p_scope);
  perform pg_advisory_xact_lock(hashint8extended(p_tenant_id, -1 - p_scope));
end $$;

-- Alone. However many catalogs a transaction comes to, it takes a bounded number of locks, since those of the whole server are:
-- beyond the first ones it takes the tenant's in place of its embed tenants', and beyond those the one of all. What it holds is kept in
-- a setting, which a savepoint undoes as it does the locks.
create function facet_lock_catalogs(p_tenant_ids bigint[], p_scopes bigint[]) returns void language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  max_catalogs constant int := 64;
  max_tenants constant int := 64;
  held text[] := coalesce(string_to_array(nullif(current_setting('facet.locked_catalogs', true), ''), ' '), '{}');
  tenants bigint[];
  scopes bigint[];
begin
  select array_agg(w.tenant_id order by w.tenant_id, w.scope), array_agg(w.scope order by w.tenant_id, w.scope) into tenants, scopes
  from (select distinct c.tenant_id, c.scope from unnest(p_tenant_ids, p_scopes) as c(tenant_id, scope)) w
  where not array['0/0', w.tenant_id || '/0', w.tenant_id || '/' || w.scope] && held;
  if tenants is null then return; end if;
  if cardinality(held) + cardinality(tenants) > max_catalogs then
    select array_agg(w.tenant_id order by w.tenant_id), array_agg(0) into tenants, scopes from (select distinct t as tenant_id from unnest(tenants) t) w;
    if cardinality(held) + cardinality(tenants) > max_catalogs + max_tenants then
      tenants := '{0}';
      scopes := '{0}';
    end if;
  end if;
  for n in 1 .. cardinality(tenants) loop
    if tenants[n] > 0 then perform pg_advisory_xact_lock_shared(hashint8extended(0, 0)); end if;
    if scopes[n] > 0 then perform pg_advisory_xact_lock_shared(hashint8extended(tenants[n], 0)); end if;
    perform pg_advisory_xact_lock(hashint8extended(tenants[n], scopes[n]));
    held := held || (tenants[n] || '/' || scopes[n]);
  end loop;
  perform set_config('facet.locked_catalogs', array_to_string(held, ' '), true);
end $$;

create function facet_lock_catalog(p_tenant_id bigint, p_scope bigint) returns void language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform public.facet_lock_catalogs(array[p_tenant_id], array[p_scope]);
end $$;

-- Once for a statement, however many rows it changed. The first argument is the column that says which catalog a row is in, the second
-- the columns that sessions are minted by: whoever changes one of those, or takes a row away, does so alone. A row that was
-- written as it was is no change.
create function facet_change_catalogs() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  catalogs constant text := 'select array_agg(c.tenant_id), array_agg(c.scope) from (select distinct tenant_id, coalesce(%I, 0) as scope from %s r order by 1, 2) c';
  differing constant text := '(select %1$s from changed_from except select %1$s from changed_to union all (select %1$s from changed_to except select %1$s from changed_from))';
  is_removal constant boolean := tg_op = 'DELETE';
  tenants bigint[];
  scopes bigint[];
begin
  execute format(catalogs, tg_argv[0], case when is_removal then 'changed_from' else format(differing, tg_argv[1]) end) into tenants, scopes;
  if tenants is not null then perform public.facet_lock_catalogs(tenants, scopes); end if;
  if not is_removal then execute format(catalogs, tg_argv[0], format(differing, '*')) into tenants, scopes; end if;
  if tenants is null then return null; end if;
  if is_removal and tg_table_name = 'embed_tenants' then
    delete from public.catalog_epochs e using unnest(tenants, scopes) as c(tenant_id, scope) where e.tenant_id = c.tenant_id and e.scope = c.scope;
    return null;
  end if;
  -- In one order: those who change texts do not exclude each other here.
  perform from public.catalog_epochs e join unnest(tenants, scopes) as c(tenant_id, scope) on e.tenant_id = c.tenant_id and e.scope = c.scope
  order by e.tenant_id, e.scope for update of e;
  update public.catalog_epochs e set epoch = e.epoch + 1 from unnest(tenants, scopes) as c(tenant_id, scope)
  where e.tenant_id = c.tenant_id and e.scope = c.scope;
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

create trigger groups_changed after update on groups referencing old table as changed_from new table as changed_to for each statement
  execute function facet_change_catalogs('embed_tenant_id', 'tenant_id, id, embed_tenant_id, namespace, name');
create trigger groups_removed after delete on groups referencing old table as changed_from for each statement
  execute function facet_change_catalogs('embed_tenant_id');
create trigger user_attributes_changed after update on user_attributes referencing old table as changed_from new table as changed_to for each statement
  execute function facet_change_catalogs('embed_tenant_id', 'tenant_id, id, embed_tenant_id, name, type, is_trusted');
create trigger user_attributes_removed after delete on user_attributes referencing old table as changed_from for each statement
  execute function facet_change_catalogs('embed_tenant_id');
create trigger embed_tenants_changed after update on embed_tenants referencing old table as changed_from new table as changed_to for each statement
  execute function facet_change_catalogs('id', 'tenant_id, id, name, removed_at');
create trigger embed_tenants_removed after delete on embed_tenants referencing old table as changed_from for each statement
  execute function facet_change_catalogs('id');

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
create constraint trigger embed_watermarks_revocation after insert or update on embed_watermarks deferrable initially deferred for each row execute function facet_raise_revocation_epoch();

-- Users of removed embed tenants, some at a time; the tenant's own row goes with the last of them, and with it its catalogs. Few
-- rows of embed tenants at a time: each holds the lock of its catalogs. Answers how many rows went; none is left when none went.
create function facet_purge_embed_tenants(p_limit int) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  max_embed_tenants constant int := 32;
  users_gone int;
  embed_tenants_gone int;
begin
  delete from public.external_users where (tenant_id, id) in (
    select u.tenant_id, u.id from public.embed_tenants e
    join public.external_users u on u.tenant_id = e.tenant_id and u.embed_tenant_id = e.id
    where e.removed_at is not null limit p_limit);
  get diagnostics users_gone = row_count;
  delete from public.embed_tenants where (tenant_id, id) in (
    select e.tenant_id, e.id from public.embed_tenants e where e.removed_at is not null
      and not exists (select from public.external_users u where u.tenant_id = e.tenant_id and u.embed_tenant_id = e.id)
    order by 1, 2 limit max_embed_tenants);
  get diagnostics embed_tenants_gone = row_count;
  return users_gone + embed_tenants_gone;
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
    'facet_add_catalog_epochs()', 'facet_change_catalogs()', 'facet_remove_group_members()', 'facet_purge_embed_tenants(int)', 'facet_find_host(text)'
  ] loop
    execute format('alter function %s owner to facet_function', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to facet_service', signature);
  end loop;
end $$;

-- With the rights of the caller: they touch no table.
do $$
declare
  signature text;
begin
  foreach signature in array array[
    'facet_use_catalog(bigint, bigint)', 'facet_extend_catalog(bigint, bigint)', 'facet_lock_catalogs(bigint[], bigint[])', 'facet_lock_catalog(bigint, bigint)'
  ] loop
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to facet_service, facet_function', signature);
  end loop;
end $$;
