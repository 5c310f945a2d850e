-- What every operation stands on: keys for secrets at rest, the audit trail, answers kept for repeated requests.

-- Each is wrapped by the root key, which never enters the database.
create table encryption_keys (
  id bigint primary key default nextval('facet_ids'),
  state text not null check (state in ('distributed', 'active', 'retired')),
  root_key_id text not null,
  wrapped bytea not null,
  created_at timestamptz not null default now(),
  activated_at timestamptz,
  retired_at timestamptz
);
create unique index encryption_keys_one_active on encryption_keys (state) where state = 'active';
grant select, insert, update on encryption_keys to facet_service;

-- In one transaction, so that there is never a moment without an active key.
create function facet_activate_encryption_key(p_id bigint) returns void language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  update public.encryption_keys set state = 'retired', retired_at = now() where state = 'active' and id <> p_id;
  update public.encryption_keys set state = 'active', activated_at = now() where id = p_id;
end $$;
revoke all on function facet_activate_encryption_key(bigint) from public;
grant execute on function facet_activate_encryption_key(bigint) to facet_service;

-- One data key per tenant at a time, wrapped by an encryption key: rotating the latter rewraps these and no ciphertext.
create table data_keys (
  tenant_id bigint not null references tenants on delete cascade,
  id bigint not null default nextval('facet_ids'),
  encryption_key_id bigint not null references encryption_keys,
  wrapped bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index data_keys_encryption_key_idx on data_keys (encryption_key_id);

create table audit_entries (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  at timestamptz not null default now(),
  operation text not null,
  outcome text not null check (outcome in ('done', 'refused')),
  actor_kind text not null check (actor_kind in ('user', 'service_account', 'operator')),
  actor_id bigint,
  actor_name text not null,
  credential_id bigint,
  -- [{kind, id, did}], the first the one it is mostly about. As many as one request may touch, which is a thousand or so.
  targets jsonb not null check (jsonb_typeof(targets) = 'array'),
  request_id text,
  failure_code text,
  primary key (tenant_id, id, at)
) partition by range (at);
create index audit_entries_newest_idx on audit_entries (tenant_id, at desc, id desc);
create index audit_entries_operation_idx on audit_entries (tenant_id, operation, at desc, id desc);
alter table audit_entries enable row level security;
alter table audit_entries force row level security;
create policy service on audit_entries to facet_service using (tenant_id = facet_current_tenant()) with check (tenant_id = facet_current_tenant());
create policy function on audit_entries to facet_function using (true) with check (true);
grant select, insert on audit_entries to facet_service;

-- A partition is a table of its own, so it gets walls of its own. It is made beside its table and then attached, which keeps nobody from
-- reading or writing it; whoever holds the table all the same is waited for only for a moment.
create function facet_make_partition(p_parent text, p_partition text, p_bounds text, p_rights text) returns void language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  set local lock_timeout = '200ms';
  execute format('create table public.%I (like public.%I including defaults including constraints)', p_partition, p_parent);
  execute format('alter table public.%I enable row level security', p_partition);
  execute format('alter table public.%I force row level security', p_partition);
  execute format('create policy service on public.%I to facet_service using (tenant_id = public.facet_current_tenant()) with check (tenant_id = public.facet_current_tenant())', p_partition);
  execute format('create policy function on public.%I to facet_function using (true) with check (true)', p_partition);
  execute format('grant %s on public.%I to facet_service', p_rights, p_partition);
  execute format('alter table public.%I attach partition public.%I %s', p_parent, p_partition, p_bounds);
end $$;
revoke all on function facet_make_partition(text, text, text, text) from public;
grant execute on function facet_make_partition(text, text, text, text) to facet_function;

-- Months, ahead on the database's clock. There is no default to take the rows of a month that is missing: attaching beside one would wait
-- for every dump. One that cannot be made now is left for the next turn, and there are many turns before it is needed.
create function facet_make_audit_partitions(p_months_ahead int) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  made int := 0;
  month timestamptz;
  partition text;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('facet audit partitions', 0)) then return 0; end if;
  for step in 0 .. least(p_months_ahead, 24) loop
    month := date_trunc('month', now() at time zone 'utc') at time zone 'utc' + make_interval(months => step);
    partition := 'audit_entries_' || to_char(month at time zone 'utc', 'YYYYMM');
    continue when to_regclass('public.' || partition) is not null;
    begin
      perform public.facet_make_partition('audit_entries', partition, format('for values from (%L) to (%L)', month, month + interval '1 month'), 'select, insert');
      made := made + 1;
    exception when lock_not_available or duplicate_table then null;
    end;
  end loop;
  return made;
end $$;
grant create on schema public to facet_function;
alter table audit_entries owner to facet_function;
alter function facet_make_audit_partitions(int) owner to facet_function;
revoke all on function facet_make_audit_partitions(int) from public;
grant execute on function facet_make_audit_partitions(int) to facet_service;
select facet_make_audit_partitions(3);

create table idempotency_keys (
  tenant_id bigint not null references tenants on delete cascade,
  credential_id bigint not null,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  -- Each taking of the key has an id: an effect that comes after another request took the key over finds that it is not its own any more.
  claim_id bigint not null default nextval('facet_ids'),
  -- Of an operation that goes in steps, while nothing is settled: past it, whoever repeats the request takes the key over.
  claimed_until timestamptz,
  response text,
  response_sealed bytea,
  expires_at timestamptz not null default now() + interval '24 hours',
  primary key (tenant_id, credential_id, operation, key)
);
create index idempotency_keys_expiry_idx on idempotency_keys (expires_at);

-- False when the claim is not there any more: another has taken the key over, or it is settled. A row that is being written is
-- passed over: this runs on a connection that others wait for.
create function facet_renew_idempotency_claim(p_tenant_id bigint, p_credential_id bigint, p_operation text, p_key text, p_claim_id bigint, p_seconds int)
returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  with claim as (
    select k.ctid from public.idempotency_keys k
    where k.tenant_id = p_tenant_id and k.credential_id = p_credential_id and k.operation = p_operation and k.key = p_key
      and k.claim_id = p_claim_id and k.claimed_until is not null
  ), free as (
    select k.ctid from public.idempotency_keys k where k.ctid = any (array(select c.ctid from claim c)) for update skip locked
  ), renewed as (
    update public.idempotency_keys k set claimed_until = now() + make_interval(secs => p_seconds) where k.ctid = any (array(select f.ctid from free f))
  )
  select exists (select from claim)
$$;

create function facet_forget_idempotency_keys(p_limit int) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  gone int;
begin
  delete from public.idempotency_keys where ctid = any (array(select ctid from public.idempotency_keys where expires_at < now() limit p_limit));
  get diagnostics gone = row_count;
  return gone;
end $$;

-- Data keys still wrapped by another encryption key than the named one: what a rotation has left to do.
create function facet_list_data_keys_to_rewrap(p_encryption_key_id bigint, p_limit int)
returns table (tenant_id bigint, id bigint, encryption_key_id bigint, wrapped bytea) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select d.tenant_id, d.id, d.encryption_key_id, d.wrapped from public.data_keys d where d.encryption_key_id <> p_encryption_key_id limit p_limit
$$;

create function facet_rewrap_data_key(p_tenant_id bigint, p_id bigint, p_from bigint, p_to bigint, p_wrapped bytea) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  update public.data_keys set encryption_key_id = p_to, wrapped = p_wrapped where tenant_id = p_tenant_id and id = p_id and encryption_key_id = p_from
$$;
