-- The ledger: what was ended, told to the object store as it happens, so that a database brought back from a copy can learn of it.

-- One row: how far this database has come. Entry n is the object of that number in the store, so a database whose number is below
-- the store's newest is a copy from before it. `timeline_id` is one life of the database: bringing back a copy starts another.
-- `given_ids` is the highest id that the newest entry knows of; `ending_number` the newest entry that holds more than a marker, null
-- when that is not known; `unread_after` is set while entries behind it were given up unread.
create table ledger (
  is_only boolean primary key default true check (is_only),
  installation_id uuid not null default gen_random_uuid(),
  timeline_id uuid not null default gen_random_uuid(),
  number bigint not null default 0,
  ending_number bigint default 0,
  given_ids bigint not null default 0,
  numbered_at timestamptz not null default now(),
  unread_after bigint
);
insert into ledger default values;

-- What was ended and has no number yet; written by triggers, so in the transaction that ends it.
create table endings (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  kind text not null,
  subject_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id)
);

-- The entries as the store has them or will. The body is fixed with the number: whoever stores it, and however often, stores the
-- same. A marker holds no ending and is there for its number and its ids.
create table ledger_entries (
  number bigint primary key,
  body text not null,
  is_marker boolean not null,
  at timestamptz not null default clock_timestamp(),
  stored_at timestamptz
);
create index ledger_entries_waiting_idx on ledger_entries (number) where stored_at is null;

create function facet_record_ending() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  ended jsonb := to_jsonb(old);
begin
  insert into public.endings (tenant_id, kind, subject_id)
  values (coalesce(ended ->> 'tenant_id', ended ->> 'id')::bigint, tg_argv[0], (ended ->> 'id')::bigint);
  return null;
end $$;

create trigger api_keys_ending after delete on api_keys for each row execute function facet_record_ending('api_key');
create trigger principals_ending after delete on principals for each row execute function facet_record_ending('principal');
create trigger principals_deactivated_ending after update of is_deactivated on principals for each row
  when (new.is_deactivated and not old.is_deactivated) execute function facet_record_ending('principal_deactivated');
create trigger principals_activated_ending after update of is_deactivated on principals for each row
  when (old.is_deactivated and not new.is_deactivated) execute function facet_record_ending('principal_activated');
create trigger role_grants_ending after delete on role_grants for each row execute function facet_record_ending('role_grant');
create trigger embed_tenants_removed_ending after update of removed_at on embed_tenants for each row
  when (new.removed_at is not null and old.removed_at is null) execute function facet_record_ending('embed_tenant');
create trigger embed_tenants_ending after delete on embed_tenants for each row
  when (old.removed_at is null) execute function facet_record_ending('embed_tenant');
create trigger tenants_frozen_ending after update of embed_frozen_at on tenants for each row
  when (new.embed_frozen_at is not null and old.embed_frozen_at is null) execute function facet_record_ending('embedding_frozen');
create trigger tenants_thawed_ending after update of embed_frozen_at on tenants for each row
  when (new.embed_frozen_at is null and old.embed_frozen_at is not null) execute function facet_record_ending('embedding_thawed');
create trigger tenants_suspended_ending after update of suspended_at on tenants for each row
  when (new.suspended_at is not null and old.suspended_at is null) execute function facet_record_ending('tenant_suspended');
create trigger tenants_resumed_ending after update of suspended_at on tenants for each row
  when (new.suspended_at is null and old.suspended_at is not null) execute function facet_record_ending('tenant_resumed');

-- The next entry. Its number is given under the lock of the one row, so numbers have no gaps and commit in their order.
create function facet_number_entry(p_endings jsonb, p_is_marker boolean) returns bigint language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  was public.ledger;
  ids bigint;
begin
  select * into was from public.ledger for update;
  ids := (select last_value from public.facet_ids);
  insert into public.ledger_entries (number, body, is_marker)
  values (was.number + 1, jsonb_build_object('installation', was.installation_id, 'timeline', was.timeline_id, 'number', was.number + 1,
    'previous', was.ending_number, 'isMarker', p_is_marker, 'ids', ids, 'restoreEpoch', (select i.restore_epoch from public.installation i),
    'at', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'endings', p_endings)::text, p_is_marker);
  update public.ledger set number = was.number + 1, given_ids = ids, numbered_at = clock_timestamp(),
    ending_number = case when p_is_marker then was.ending_number else was.number + 1 end;
  return was.number + 1;
end $$;

-- Whether ids were given out since the last entry, that is older than this, and the store has it: while it is away markers do not pile up.
create function facet_is_marker_due(p_mark_after_ms int) returns boolean language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
  select exists (select from public.ledger l, public.facet_ids i
      where i.last_value > l.given_ids and l.numbered_at <= clock_timestamp() - make_interval(secs => p_mark_after_ms / 1000.0))
    and not exists (select from public.ledger_entries e where e.stored_at is null)
$$;

-- Gives numbers to what waits for one, and to a marker when one is due.
create function facet_number_endings(p_mark_after_ms int) returns void language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  batch jsonb;
begin
  -- Asked without the lock first: nearly always there is nothing to do.
  if not exists (select from public.endings) and not public.facet_is_marker_due(p_mark_after_ms) then return; end if;
  perform from public.ledger for update;
  loop
    with taken as (
      delete from public.endings e where e.ctid = any (array(select n.ctid from public.endings n order by n.id limit 1000))
      returning e.tenant_id, e.id, e.kind, e.subject_id
    )
    select jsonb_agg(jsonb_build_array(t.tenant_id, t.kind, t.subject_id) order by t.id) into batch from taken t;
    exit when batch is null;
    perform public.facet_number_entry(batch, false);
  end loop;
  -- Another node may have been first.
  if public.facet_is_marker_due(p_mark_after_ms) then
    perform public.facet_number_entry('[]', true);
  end if;
end $$;

create function facet_find_ledger()
returns table (installation_id uuid, timeline_id uuid, number bigint, stored_number bigint, ending_number bigint, unread_after bigint, restore_epoch int,
  given_ids bigint, last_id bigint, waiting bigint, waiting_seconds float8)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select l.installation_id, l.timeline_id, l.number,
    coalesce((select max(s.number) from public.ledger_entries s where s.stored_at is not null), 0), l.ending_number, l.unread_after,
    (select i.restore_epoch from public.installation i), l.given_ids, (select i.last_value from public.facet_ids i),
    w.waiting, coalesce(extract(epoch from clock_timestamp() - w.since), 0)::float8
  from public.ledger l, (
    select count(*) as waiting, min(u.at) as since
    from (select e.at from public.endings e union all select s.at from public.ledger_entries s where s.stored_at is null and not s.is_marker) u
  ) w
$$;

create function facet_list_waiting_entries(p_limit int) returns table (number bigint, body text) language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$ select e.number, e.body from public.ledger_entries e where e.stored_at is null order by e.number limit p_limit $$;

-- Entries are stored in their order, so those before it are stored as well.
create function facet_note_stored_entry(p_number bigint) returns void language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$ update public.ledger_entries set stored_at = clock_timestamp() where number <= p_number and stored_at is null $$;

-- What the store need not keep: markers that have a successor, and entries older than any copy that could be brought back. The newest
-- entry stays whatever its age: it is how a copy is known.
create function facet_list_old_entries(p_days int, p_limit int) returns table (number bigint) language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
  select e.number from public.ledger_entries e
  where e.stored_at is not null and e.number < (select max(n.number) from public.ledger_entries n where n.stored_at is not null)
    and (e.is_marker or e.at < now() - make_interval(days => p_days))
  order by e.number limit p_limit
$$;

create function facet_forget_entries(p_numbers bigint[]) returns void language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$ delete from public.ledger_entries where number = any (p_numbers) and stored_at is not null $$;

-- For a database brought back from a copy. Forward only: an id that was given out is never given again.
create function facet_move_ids(p_to bigint) returns bigint language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$ select setval('public.facet_ids', greatest((select i.last_value from public.facet_ids i), p_to)) $$;

-- Another life of the database begins behind everything the store knows of: what was issued before is refused, and the entry says so
-- to whoever still serves the life before. Refused when another did this meanwhile. What waited under numbers of that life is told again.
create function facet_begin_timeline(p_timeline_id uuid, p_from bigint, p_restore_epoch int, p_is_complete boolean,
  p_unread_after bigint, p_known jsonb)
returns table (number bigint, restore_epoch int) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  epoch int;
  told jsonb[];
  part jsonb;
begin
  perform from public.ledger l where l.timeline_id = p_timeline_id for update;
  if not found then raise exception 'another facet restored was quicker'; end if;
  update public.installation i set restore_epoch = greatest(i.restore_epoch, p_restore_epoch) + 1 returning i.restore_epoch into epoch;
  told := array(select e.body::jsonb -> 'endings' from public.ledger_entries e
    where e.stored_at is null and jsonb_array_length(e.body::jsonb -> 'endings') > 0 order by e.number);
  delete from public.ledger_entries e where e.stored_at is null;
  -- Objects of other lives, for whoever removes old ones.
  insert into public.ledger_entries (number, body, is_marker, at, stored_at)
  select k.number, '', k."isMarker", k.at, clock_timestamp() from jsonb_to_recordset(p_known) as k(number bigint, "isMarker" boolean, at timestamptz)
  on conflict do nothing;
  update public.ledger l set timeline_id = gen_random_uuid(), number = greatest(l.number, p_from), unread_after = p_unread_after,
    ending_number = case when p_is_complete then coalesce((select max(e.number) from public.ledger_entries e where not e.is_marker), 0) end;
  -- Before what this copy learnt and ended again, which waits for its numbers: that came later, and may be what ended it for good.
  foreach part in array told loop
    perform public.facet_number_entry(part, false);
  end loop;
  insert into public.audit_entries (tenant_id, operation, outcome, actor_kind, actor_name, targets)
  select t.id, 'facet restored', 'done', 'operator', 'operator',
    jsonb_build_array(jsonb_build_object('kind', 'tenant', 'id', t.id::text, 'did', 'sessions_ended')) from public.tenants t;
  return query select public.facet_number_entry('[]', false), epoch;
end $$;

alter table endings enable row level security;
alter table endings force row level security;
create policy service on endings to facet_service using (tenant_id = facet_current_tenant()) with check (tenant_id = facet_current_tenant());
create policy function on endings to facet_function using (true) with check (true);
grant select on endings to facet_service;
grant select, insert, update, delete on ledger, endings, ledger_entries to facet_function;
grant select, update on sequence facet_ids to facet_function;

do $$
declare
  signature text;
begin
  foreach signature in array array[
    'facet_record_ending()', 'facet_number_entry(jsonb, boolean)', 'facet_is_marker_due(int)', 'facet_number_endings(int)', 'facet_find_ledger()', 'facet_list_waiting_entries(int)',
    'facet_note_stored_entry(bigint)', 'facet_list_old_entries(int, int)', 'facet_forget_entries(bigint[])', 'facet_move_ids(bigint)',
    'facet_begin_timeline(uuid, bigint, int, boolean, bigint, jsonb)'
  ] loop
    execute format('alter function %s owner to facet_function', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to facet_service', signature);
  end loop;
end $$;
revoke all on function facet_number_entry(jsonb, boolean), facet_is_marker_due(int) from facet_service;
