-- Embed sessions: minted by one statement, exchanged once for a token, known and revocable for as long as the token lives.

-- Hours since 1970 on the database's clock. Sessions and grants are partitioned by it and carry it in their ids.
create function facet_bucket(p_at timestamptz) returns int language sql immutable parallel safe
as $$ select floor(extract(epoch from p_at) / 3600)::int $$;

-- The record of a mint: what was frozen for whom, by which key. It is its own audit entry and stays when the session is used.
create table embed_sessions (
  tenant_id bigint not null,
  bucket int not null,
  id bigint not null,
  secret_hash bytea not null,
  deployment_id bigint not null,
  user_id bigint not null,
  is_internal boolean not null,
  embed_tenant_id bigint not null,
  api_key_id bigint not null,
  is_creator_mode boolean not null,
  group_ids bigint[] not null,
  attribute_values jsonb not null,
  document jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  restore_epoch int not null,
  grant_bucket int,
  second_use_at timestamptz,
  primary key (tenant_id, bucket, id)
) partition by range (bucket);

-- One row per token: the live registry. Its id is the session's. The token also carries `token_id`, 128 random bits of the service:
-- a number can come a second time, after a restore for one, and must not make one user another.
create table embed_grants (
  tenant_id bigint not null,
  bucket int not null,
  id bigint not null,
  token_id bytea not null check (length(token_id) = 16),
  session_bucket int not null,
  deployment_id bigint not null,
  user_id bigint not null,
  is_internal boolean not null,
  embed_tenant_id bigint not null,
  api_key_id bigint not null,
  is_creator_mode boolean not null,
  group_ids bigint[] not null,
  identity jsonb not null,
  document jsonb not null,
  minted_at timestamptz not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  restore_epoch int not null,
  primary key (tenant_id, bucket, id)
) partition by range (bucket);
create index embed_grants_newest_idx on embed_grants (tenant_id, id desc);
create index embed_grants_user_idx on embed_grants (tenant_id, user_id, id desc);
create index embed_grants_embed_tenant_idx on embed_grants (tenant_id, embed_tenant_id, id desc);
create index embed_grants_key_idx on embed_grants (tenant_id, api_key_id, id desc);
create index embed_grants_deployment_idx on embed_grants (tenant_id, deployment_id, id desc);

-- `next` is published before it signs, `retired` for as long as a token it signed can live.
create table embed_signing_keys (
  tenant_id bigint not null references tenants on delete cascade,
  id bigint not null default nextval('facet_ids'),
  state text not null check (state in ('next', 'active', 'retired')),
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  primary key (tenant_id, id)
);
create unique index embed_signing_keys_one_active on embed_signing_keys (tenant_id) where state = 'active';
create unique index embed_signing_keys_one_next on embed_signing_keys (tenant_id) where state = 'next';
create constraint trigger embed_signing_keys_revocation after insert or update or delete on embed_signing_keys deferrable initially deferred for each row execute function facet_raise_revocation_epoch();

-- The operator's switch: while set, nothing is minted or exchanged for the tenant.
alter table tenants add column embed_frozen_at timestamptz;
-- The tenant's own switch, out of the document that may be large.
alter table tenant_settings add column embedding_enabled boolean generated always as (coalesce((settings ->> 'embeddingEnabled')::boolean, true)) stored;
create constraint trigger tenant_settings_revocation after insert or update on tenant_settings deferrable initially deferred for each row execute function facet_raise_revocation_epoch();

alter table audit_entries drop constraint audit_entries_actor_kind_check;
alter table audit_entries add constraint audit_entries_actor_kind_check check (actor_kind in ('user', 'service_account', 'operator', 'external_user')) not valid;

-- An hour of one of the two tables, or without an hour the default: rows that find no hour of their own go there.
create function facet_make_embed_partition(p_parent text, p_bucket int) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  partition text := p_parent || coalesce('_' || p_bucket, '_default');
begin
  if to_regclass('public.' || partition) is not null then return false; end if;
  perform public.facet_make_partition(p_parent, partition,
    case when p_bucket is null then 'default' else format('for values from (%L) to (%L)', p_bucket, p_bucket + 1) end, 'select, update');
  if p_parent = 'embed_sessions' then execute format('alter table public.%I set (fillfactor = 80)', partition); end if;
  return true;
end $$;

-- The hours around now. One that cannot be made, because rows of it are in the default already or someone holds the table, is left
-- for the next turn: the default takes its rows.
create function facet_make_embed_partitions(p_hours_ahead int) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  made int := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('facet embed partitions', 0)) then return 0; end if;
  for hour in public.facet_bucket(now()) .. public.facet_bucket(now()) + least(p_hours_ahead, 48) loop
    for parent in 0 .. 1 loop
      begin
        made := made + public.facet_make_embed_partition((array['embed_sessions', 'embed_grants'])[parent + 1], hour)::int;
      exception when lock_not_available or check_violation or duplicate_table then null;
      end;
    end loop;
  end loop;
  return made;
end $$;

-- Whole hours older than this many are dropped, and never fewer than a token can live: no row is visited. The table is locked before its partitions, in the order every
-- statement does, and once for all of them: whoever uses it waits once, for a moment, and then finds none of them locked. A table
-- that someone reads for long is left for the next turn, and so is a partition that is held by itself.
create function facet_drop_embed_partitions(p_session_hours int, p_grant_hours int) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  dropped int := 0;
  kept record;
  old record;
begin
  p_session_hours := greatest(p_session_hours, 26);
  p_grant_hours := greatest(p_grant_hours, 26);
  if not pg_try_advisory_xact_lock(hashtextextended('facet embed partitions', 0)) then return 0; end if;
  -- First, while nobody waits.
  delete from public.embed_sessions_default where bucket < public.facet_bucket(now()) - p_session_hours;
  delete from public.embed_grants_default where bucket < public.facet_bucket(now()) - p_grant_hours;
  delete from public.embed_watermarks where revoked_before < now() - make_interval(hours => greatest(p_session_hours, p_grant_hours));
  -- Longer than a statement and its commit take on a busy disk, or the table would never be had.
  set local lock_timeout = '200ms';
  for kept in select * from (values ('embed_sessions', p_session_hours), ('embed_grants', p_grant_hours)) as t(parent, hours) loop
    begin
      for old in
        select c.relname as partition from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
        where i.inhparent = format('public.%I', kept.parent)::regclass and c.relname ~ '_[0-9]+$'
          and substring(c.relname from '_([0-9]+)$')::int < public.facet_bucket(now()) - kept.hours
        order by 1 limit 25
      loop
        execute format('lock table only public.%I in access exclusive mode', kept.parent);
        begin
          execute format('lock table public.%I in access exclusive mode nowait', old.partition);
          execute format('drop table public.%I', old.partition);
          dropped := dropped + 1;
        exception when lock_not_available then null;
        end;
      end loop;
    exception when lock_not_available then null;
    end;
  end loop;
  return dropped;
end $$;

-- Names to ids, with the epochs they hold at. The lock lets whoever takes something from a catalog finish first, so what is read is
-- whole. Without p_is_waiting there is no answer while somebody does, and nobody behind this call waits for it.
create function facet_resolve_catalog(
  p_tenant_id bigint, p_embed_tenant_name text, p_is_embed_scope boolean, p_groups text[], p_tenant_groups text[], p_attributes text[], p_is_waiting boolean)
returns table (epoch bigint, embed_tenant_id bigint, embed_display_name text, embed_epoch bigint, groups jsonb, attributes jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  embed bigint;
  scope bigint;
begin
  if p_is_waiting then
    perform public.facet_use_catalog(p_tenant_id, 0);
  elsif not (pg_try_advisory_xact_lock_shared(hashint8extended(0, 0)) and pg_try_advisory_xact_lock_shared(hashint8extended(p_tenant_id, 0))) then
    return;
  end if;
  select e.id into embed from public.embed_tenants e where e.tenant_id = p_tenant_id and e.name = p_embed_tenant_name and e.removed_at is null;
  if embed is not null then
    if p_is_waiting then
      perform public.facet_use_catalog(p_tenant_id, embed);
    elsif not pg_try_advisory_xact_lock_shared(hashint8extended(p_tenant_id, embed)) then
      return;
    end if;
    -- It may have been removed while this waited.
    select e.id into embed from public.embed_tenants e where e.tenant_id = p_tenant_id and e.id = embed and e.removed_at is null;
  end if;
  scope := case when p_is_embed_scope then coalesce(embed, -1) end;
  return query
    select
      (select c.epoch from public.catalog_epochs c where c.tenant_id = p_tenant_id and c.scope = 0),
      e.id, e.display_name,
      coalesce((select c.epoch from public.catalog_epochs c where c.tenant_id = p_tenant_id and c.scope = e.id), 0),
      coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'namespace', g.namespace, 'name', g.name, 'description', g.description))
        from public.groups g where g.tenant_id = p_tenant_id and (
          (g.namespace = 'groups' and g.embed_tenant_id is not distinct from scope and g.name = any (p_groups))
          or (g.namespace = 'tenantGroups' and g.embed_tenant_id = embed and g.name = any (p_tenant_groups)))), '[]'),
      coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'type', a.type, 'displayName', a.display_name,
          'description', a.description, 'defaultValue', a.default_value, 'trusted', a.is_trusted))
        from public.user_attributes a
        where a.tenant_id = p_tenant_id and a.embed_tenant_id is not distinct from scope and a.name = any (p_attributes)), '[]')
    from (select 1) one left join public.embed_tenants e on e.tenant_id = p_tenant_id and e.id = embed;
end $$;

-- Mints a batch: position n of every array is one session, and p_documents[n - 1] what is frozen into it. Items of different
-- tenants share a batch: each carries its tenant and gets its own outcome. A user whose fingerprint matches at the same epochs
-- costs one row; only for the others is p_details read, which holds what they are brought up to date with, and users are locked in
-- one order, so that two batches never wait for each other. p_lock_… are the catalogs of all items and those above them, each once and
-- in order; without p_is_waiting an item whose catalog or user somebody else holds comes back as busy at once and keeps nobody waiting.
-- The planner is held to one plan of nested loops over indexes: a plan is kept as long as its connection, and one made while a
-- partition was empty must not go on reading the whole of it when it has filled.
create function facet_mint_sessions(
  p_lock_tenant_ids bigint[], p_lock_scopes bigint[], p_tenant_ids bigint[], p_embed_tenant_ids bigint[], p_external_ids text[], p_fingerprints bytea[],
  p_epochs bigint[], p_embed_epochs bigint[], p_secret_hashes bytea[], p_deployment_ids bigint[], p_api_key_ids bigint[], p_are_creators boolean[],
  p_documents jsonb, p_details text, p_is_waiting boolean)
returns table (place int, outcome text, session_id bigint, session_bucket int)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  are_held boolean[] := '{}';
  are_free boolean[];
  minted_at timestamptz;
  minted_bucket int;
  current_restore_epoch int := (select i.restore_epoch from public.installation i where i.is_only);
  ids bigint[];
  hashes bytea[];
  item record;
  visitor record;
begin
  for n in 1 .. cardinality(p_lock_scopes) loop
    if p_is_waiting then
      perform pg_advisory_xact_lock_shared(hashint8extended(p_lock_tenant_ids[n], p_lock_scopes[n]));
      are_held[n] := true;
    else
      are_held[n] := pg_try_advisory_xact_lock_shared(hashint8extended(p_lock_tenant_ids[n], p_lock_scopes[n]));
    end if;
  end loop;
  -- One that is held keeps its own items waiting and no others.
  if false = any (are_held) then
    select array_agg(not exists (select from unnest(p_lock_tenant_ids, p_lock_scopes, are_held) as l(tenant_id, scope, is_held)
      where not l.is_held and l.tenant_id in (0, i.tenant_id) and l.scope in (0, i.embed_tenant_id)) order by i.n) into are_free
    from unnest(p_tenant_ids, p_embed_tenant_ids) with ordinality as i(tenant_id, embed_tenant_id, n);
  end if;
  minted_at := clock_timestamp();
  -- Written out: PostgreSQL would plan facet_bucket anew for every call.
  minted_bucket := floor(extract(epoch from minted_at) / 3600);

  -- Alone, as most are while it is quiet: simple statements, since the join below takes longer to set up than to run.
  if cardinality(p_tenant_ids) = 1 and are_free is null then
    select u.id, u.group_ids || u.embed_group_ids || u.tenant_group_ids as group_ids, u.attribute_values into visitor from public.external_users u
    where u.tenant_id = p_tenant_ids[1] and u.embed_tenant_id = p_embed_tenant_ids[1] and u.external_id = p_external_ids[1]
      and u.fingerprint = p_fingerprints[1] and u.fingerprint_epochs = array[p_epochs[1], p_embed_epochs[1]]
      and exists (select from public.catalog_epochs c where c.tenant_id = p_tenant_ids[1] and c.scope = 0 and c.epoch = p_epochs[1])
      and (p_embed_tenant_ids[1] = 0
        or exists (select from public.catalog_epochs c where c.tenant_id = p_tenant_ids[1] and c.scope = p_embed_tenant_ids[1] and c.epoch = p_embed_epochs[1]))
      and exists (select from public.deployments d where d.tenant_id = p_tenant_ids[1] and d.id = p_deployment_ids[1]);
    if found then
      insert into public.embed_sessions (tenant_id, bucket, id, secret_hash, deployment_id, user_id, is_internal, embed_tenant_id, api_key_id,
        is_creator_mode, group_ids, attribute_values, document, created_at, expires_at, restore_epoch)
      values (p_tenant_ids[1], minted_bucket, nextval('public.facet_ids'), p_secret_hashes[1], p_deployment_ids[1], visitor.id, false, p_embed_tenant_ids[1],
        p_api_key_ids[1], p_are_creators[1], visitor.group_ids, visitor.attribute_values, p_documents -> 0, minted_at, minted_at + interval '5 minutes',
        current_restore_epoch)
      returning id into session_id;
      place := 0;
      outcome := 'minted';
      session_bucket := minted_bucket;
      return next;
      return;
    end if;
  elsif cardinality(p_tenant_ids) > 1 then
    with minted as (
      insert into public.embed_sessions (tenant_id, bucket, id, secret_hash, deployment_id, user_id, is_internal, embed_tenant_id, api_key_id,
        is_creator_mode, group_ids, attribute_values, document, created_at, expires_at, restore_epoch)
      select i.tenant_id, minted_bucket, nextval('public.facet_ids'), i.secret_hash, i.deployment_id, u.id, false, i.embed_tenant_id, i.api_key_id,
        i.is_creator, u.group_ids || u.embed_group_ids || u.tenant_group_ids, u.attribute_values, p_documents -> (i.n - 1)::int, minted_at,
        minted_at + interval '5 minutes', current_restore_epoch
      from unnest(p_tenant_ids, p_embed_tenant_ids, p_external_ids, p_fingerprints, p_epochs, p_embed_epochs, p_secret_hashes, p_deployment_ids,
        p_api_key_ids, p_are_creators) with ordinality
        as i(tenant_id, embed_tenant_id, external_id, fingerprint, epoch, embed_epoch, secret_hash, deployment_id, api_key_id, is_creator, n)
      join public.catalog_epochs c on c.tenant_id = i.tenant_id and c.scope = 0 and c.epoch = i.epoch
      join public.external_users u on u.tenant_id = i.tenant_id and u.embed_tenant_id = i.embed_tenant_id and u.external_id = i.external_id
        and u.fingerprint = i.fingerprint and u.fingerprint_epochs = array[i.epoch, i.embed_epoch]
      join public.deployments d on d.tenant_id = i.tenant_id and d.id = i.deployment_id
      where (are_free is null or are_free[i.n]) and (i.embed_tenant_id = 0
        or exists (select from public.catalog_epochs e where e.tenant_id = i.tenant_id and e.scope = i.embed_tenant_id and e.epoch = i.embed_epoch))
      returning id, secret_hash
    )
    select array_agg(m.id), array_agg(m.secret_hash) into ids, hashes from minted m;
    outcome := 'minted';
    session_bucket := minted_bucket;
    for n in 1 .. coalesce(cardinality(ids), 0) loop
      place := array_position(p_secret_hashes, hashes[n]) - 1;
      session_id := ids[n];
      return next;
    end loop;
    if cardinality(ids) = cardinality(p_tenant_ids) then return; end if;
  end if;

  for item in
    select i.*, p_tenant_ids[i.place + 1] as tenant_id, p_embed_tenant_ids[i.place + 1] as embed_tenant_id, p_external_ids[i.place + 1] as external_id,
      p_fingerprints[i.place + 1] as fingerprint, array[p_epochs[i.place + 1], p_embed_epochs[i.place + 1]] as epochs,
      p_secret_hashes[i.place + 1] as secret_hash, p_deployment_ids[i.place + 1] as deployment_id
    from jsonb_to_recordset(p_details::jsonb) as i(place int, "internalId" bigint, email text, "displayName" text, picture text, "groupIds" bigint[],
      "embedGroupIds" bigint[], "tenantGroupIds" bigint[], "attributeValues" jsonb, "userLimit" bigint)
    where hashes is null or not p_secret_hashes[i.place + 1] = any (hashes)
    order by p_tenant_ids[i.place + 1], p_embed_tenant_ids[i.place + 1], p_external_ids[i.place + 1]
  loop
    place := item.place;
    session_id := null;
    session_bucket := null;
    if not are_free[place + 1] then outcome := 'busy'; return next; continue; end if;
    if not exists (select from public.catalog_epochs c where c.tenant_id = item.tenant_id and c.scope = 0 and c.epoch = item.epochs[1])
      or (item.embed_tenant_id > 0 and not exists (select from public.catalog_epochs c
        where c.tenant_id = item.tenant_id and c.scope = item.embed_tenant_id and c.epoch = item.epochs[2])) then
      outcome := 'stale'; return next; continue;
    end if;
    if not exists (select from public.deployments d where d.tenant_id = item.tenant_id and d.id = item.deployment_id) then
      outcome := 'no deployment'; return next; continue;
    end if;

    -- A row that somebody holds is waited for by a mint alone, and not by a batch of everybody's.
    if not p_is_waiting then
      if item."internalId" is not null then
        perform from public.principals p where p.tenant_id = item.tenant_id and p.id = item."internalId" for share skip locked;
        if not found and exists (select from public.principals p where p.tenant_id = item.tenant_id and p.id = item."internalId") then
          outcome := 'busy'; return next; continue;
        end if;
      else
        perform from public.external_users u
        where u.tenant_id = item.tenant_id and u.embed_tenant_id = item.embed_tenant_id and u.external_id = item.external_id for no key update skip locked;
        if not found and exists (select from public.external_users u
          where u.tenant_id = item.tenant_id and u.embed_tenant_id = item.embed_tenant_id and u.external_id = item.external_id) then
          outcome := 'busy'; return next; continue;
        end if;
      end if;
    end if;
    if item."internalId" is not null then
      select p.id, '{}'::bigint[] as group_ids, '{}'::jsonb as attribute_values into visitor from public.principals p
      where p.tenant_id = item.tenant_id and p.id = item."internalId" and p.kind = 'user' and not p.is_deactivated for share;
      if not found then outcome := 'no user'; return next; continue; end if;
    else
      outcome := null;
      loop
        update public.external_users u set
          email = coalesce(item.email, u.email), display_name = coalesce(item."displayName", u.display_name), picture = coalesce(item.picture, u.picture),
          group_ids = coalesce(item."groupIds", u.group_ids), embed_group_ids = coalesce(item."embedGroupIds", u.embed_group_ids),
          tenant_group_ids = coalesce(item."tenantGroupIds", u.tenant_group_ids),
          attribute_values = jsonb_strip_nulls(u.attribute_values || coalesce(item."attributeValues", '{}')),
          fingerprint = item.fingerprint, fingerprint_epochs = item.epochs, updated_at = minted_at
        where u.tenant_id = item.tenant_id and u.embed_tenant_id = item.embed_tenant_id and u.external_id = item.external_id
        returning u.id, u.group_ids || u.embed_group_ids || u.tenant_group_ids as group_ids, u.attribute_values into visitor;
        exit when found;
        if (select coalesce(sum(c.users), 0) >= item."userLimit" from public.external_user_counts c where c.tenant_id = item.tenant_id and c.embed_tenant_id = 0) then
          outcome := 'limit';
          exit;
        end if;
        insert into public.external_users as u (tenant_id, embed_tenant_id, external_id, email, display_name, picture, group_ids, embed_group_ids,
          tenant_group_ids, attribute_values, fingerprint, fingerprint_epochs)
        values (item.tenant_id, item.embed_tenant_id, item.external_id, item.email, item."displayName", item.picture, coalesce(item."groupIds", '{}'),
          coalesce(item."embedGroupIds", '{}'), coalesce(item."tenantGroupIds", '{}'), jsonb_strip_nulls(coalesce(item."attributeValues", '{}')),
          item.fingerprint, item.epochs)
        on conflict (tenant_id, embed_tenant_id, external_id) do nothing
        returning u.id, u.group_ids || u.embed_group_ids || u.tenant_group_ids as group_ids, u.attribute_values into visitor;
        exit when found;
        -- Someone else made the user this very moment: the next look finds it, here or in the next batch.
        if not p_is_waiting then
          outcome := 'busy';
          exit;
        end if;
      end loop;
      if outcome is not null then return next; continue; end if;
    end if;

    insert into public.embed_sessions (tenant_id, bucket, id, secret_hash, deployment_id, user_id, is_internal, embed_tenant_id, api_key_id,
      is_creator_mode, group_ids, attribute_values, document, created_at, expires_at, restore_epoch)
    values (item.tenant_id, minted_bucket, nextval('public.facet_ids'), item.secret_hash, item.deployment_id, visitor.id,
      item."internalId" is not null, item.embed_tenant_id, p_api_key_ids[place + 1], p_are_creators[place + 1], visitor.group_ids,
      visitor.attribute_values, p_documents -> place, minted_at, minted_at + interval '5 minutes', current_restore_epoch)
    returning id into session_id;
    session_bucket := minted_bucket;
    outcome := 'minted';
    return next;
  end loop;
end $$;

-- The one rule of validity, asked of a session that waits and of the grant of one that was exchanged alike, by everyone who asks:
-- exchange, look-up and registry. A session holds while all it stands on does: the restore epoch, the deployment, the key and its
-- owner, the user, the embed tenant; and while no watermark has passed it. What has ended stays ended, so an end that can be taken back,
-- as a deactivation can, leaves a watermark too. It has expired with its own time or that of the key, whichever comes first. The
-- tenant's switch refuses what would hold until it is on again; the operator's freeze keeps sessions from being exchanged and leaves
-- tokens alone.
-- A function that gives rows, with names bound when it is made: such a one PostgreSQL writes out where it is used. Any other it would
-- plan and run anew for every row.
create function facet_judge_embedding(
  p_is_exchanged boolean, p_tenant_id bigint, p_session_id bigint, p_deployment_id bigint, p_user_id bigint, p_is_internal boolean,
  p_embed_tenant_id bigint, p_api_key_id bigint, p_group_ids bigint[], p_minted_at timestamptz, p_expires_at timestamptz, p_restore_epoch int)
returns table (state text, revoked_at timestamptz, key_expires_at timestamptz) language sql stable
begin atomic
  select case
      when ended.at is not null or coalesce(o.is_deactivated, true)
        or not exists (select from public.installation i where i.is_only and i.restore_epoch = p_restore_epoch)
        or not exists (select from public.deployments d where d.tenant_id = p_tenant_id and d.id = p_deployment_id)
        or (p_embed_tenant_id > 0 and not exists (select from public.embed_tenants e
          where e.tenant_id = p_tenant_id and e.id = p_embed_tenant_id and e.removed_at is null))
        or not case
          when p_is_internal then exists (select from public.principals u where u.tenant_id = p_tenant_id and u.id = p_user_id and not u.is_deactivated)
          else exists (select from public.external_users u where u.tenant_id = p_tenant_id and u.id = p_user_id) end
        then 'revoked'
      when least(p_expires_at, k.expires_at) <= clock_timestamp() then 'expired'
      when exists (select from public.tenant_settings s where s.tenant_id = p_tenant_id and not s.embedding_enabled) then 'disabled'
      when not p_is_exchanged and exists (select from public.tenants t where t.id = p_tenant_id and t.embed_frozen_at is not null) then 'frozen'
      else 'valid' end,
    ended.at, k.expires_at
  from (select p_api_key_id as api_key_id) minted_by
  left join public.api_keys k on k.tenant_id = p_tenant_id and k.id = minted_by.api_key_id
  left join public.principals o on o.tenant_id = p_tenant_id and o.id = k.principal_id
  cross join lateral (
    select min(w.revoked_before) as at
    from unnest(
      array['tenant', 'session', 'user', 'embed_tenant', 'deployment', 'key', 'owner'] || array_fill('group'::text, array[cardinality(p_group_ids)]),
      array[0, p_session_id, p_user_id, p_embed_tenant_id, p_deployment_id, p_api_key_id, k.principal_id] || p_group_ids) as stands(kind, id)
    join public.embed_watermarks w on w.tenant_id = p_tenant_id and w.kind = stands.kind and w.subject_id = stands.id and w.revoked_before >= p_minted_at
  ) ended;
end;

-- Nothing on the way of a page view is compiled at run time: with a day of partitions the estimates ask for it, and it takes a second.
-- Exchanges a batch, each session once: rows are locked in one order and judged as they are then. The grant holds who the user is
-- to a query, resolved here: names of the frozen groups, and the trusted attributes of the catalog the session was minted from.
create function facet_exchange_sessions(p_items jsonb)
returns table (place int, outcome text, id bigint, bucket int, user_id bigint, deployment_id bigint, issued_at_seconds bigint, expires_at_seconds bigint)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set jit = off
as $$
-- Not language sql: that would be planned anew for every call, and the functions it calls too, which is why those are written out.
#variable_conflict use_column
declare
  partition regclass;
  hour int;
  rows public.embed_sessions[];
  sessions public.embed_sessions[] := '{}';
  judgement record;
  tenants bigint[] := '{}';
  hours int[] := '{}';
  ids bigint[] := '{}';
  grant_buckets int[] := '{}';
begin
  -- Each hour from its own partition, by name: a plan over all of them would lock and open every hour that is kept.
  for hour in select distinct i.bucket from jsonb_to_recordset(p_items) as i(bucket int) order by 1 loop
    partition := coalesce(to_regclass('public.embed_sessions_' || hour), 'public.embed_sessions_default'::regclass);
    execute format('select array_agg(f.s) from (
        select s::public.embed_sessions as s from jsonb_to_recordset($1) as i("tenantId" bigint, bucket int, id bigint, "secretHash" text)
        join %s s on s.tenant_id = i."tenantId" and s.bucket = i.bucket and s.id = i.id and s.secret_hash = decode(i."secretHash", ''base64'')
        where i.bucket = $2 order by s.tenant_id, s.id for update of s) f', partition) into rows using p_items, hour;
    sessions := sessions || coalesce(rows, '{}');
  end loop;

  for judgement in with item as materialized (
    select i.* from jsonb_to_recordset(p_items) as i(place int, "tenantId" bigint, bucket int, id bigint, "secretHash" text, "tokenId" text)
  ), found as materialized (
    select i.place, i.bucket as asked_bucket, decode(i."tokenId", 'base64') as token_id, s.*, clock_timestamp() as judged_at
    from item i left join unnest(sessions) s on s.tenant_id = i."tenantId" and s.bucket = i.bucket and s.id = i.id
      and s.secret_hash = decode(i."secretHash", 'base64')
  ), judged as materialized (
    select f.*, case
      when f.id is null then case when f.asked_bucket < floor(extract(epoch from f.judged_at - interval '5 minutes') / 3600)::int then 'expired' else 'unknown' end
      when f.grant_bucket is not null then 'used'
      when v.state = 'valid' then 'exchanged'
      else v.state end as outcome,
      -- Nobody gives more than they hold: no token outlives the key that minted it.
      least(f.judged_at + interval '24 hours', v.key_expires_at) as ends_at,
      floor(extract(epoch from f.judged_at) / 3600)::int as judged_bucket
    from found f cross join lateral public.facet_judge_embedding(false, f.tenant_id, f.id, f.deployment_id, f.user_id, f.is_internal, f.embed_tenant_id,
      f.api_key_id, coalesce(f.group_ids, '{}'), f.created_at, f.expires_at, f.restore_epoch) v
  ), granted as (
    insert into public.embed_grants (tenant_id, bucket, id, token_id, session_bucket, deployment_id, user_id, is_internal, embed_tenant_id, api_key_id,
      is_creator_mode, group_ids, identity, document, minted_at, issued_at, expires_at, restore_epoch)
    select j.tenant_id, j.judged_bucket, j.id, j.token_id, j.bucket, j.deployment_id, j.user_id, j.is_internal, j.embed_tenant_id, j.api_key_id,
      j.is_creator_mode, j.group_ids, jsonb_build_object(
        'username', coalesce(u.external_id, p.name), 'email', coalesce(u.email, iu.email), 'displayName', coalesce(u.display_name, iu.first_name),
        'picture', coalesce(u.picture, iu.picture), 'embedTenantName', e.name,
        'groups', (select coalesce(jsonb_agg(case
            when g.embed_tenant_id is null then g.name
            when g.namespace = 'groups' then 'system:tenant:' || e.name || ':' || g.name
            else 'system:tenant:' || e.name || ':group:' || g.name end order by g.id), '[]')
          from public.groups g where g.tenant_id = j.tenant_id and g.id = any (j.group_ids)),
        'attributes', (select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'type', a.type, 'default', a.default_value,
            'value', coalesce(j.attribute_values -> a.id::text, (select v.value from public.user_attribute_values v
              where j.is_internal and v.tenant_id = j.tenant_id and v.user_id = j.user_id and v.user_attribute_id = a.id))) order by a.id), '[]')
          -- Either half starts from the index; "is not distinct from" would read the attributes of every embed tenant.
          from (
            select a.id, a.name, a.type, a.default_value from public.user_attributes a
            where j.is_creator_mode and j.embed_tenant_id > 0 and a.tenant_id = j.tenant_id and a.embed_tenant_id = j.embed_tenant_id and a.is_trusted
            union all
            select a.id, a.name, a.type, a.default_value from public.user_attributes a
            where not (j.is_creator_mode and j.embed_tenant_id > 0) and a.tenant_id = j.tenant_id and a.embed_tenant_id is null and a.is_trusted
          ) a)),
      case when j.is_internal and iu.security_context is not null then j.document || jsonb_build_object('securityContext', iu.security_context) else j.document end,
      j.created_at, j.judged_at, j.ends_at, j.restore_epoch
    from judged j
    left join public.external_users u on not j.is_internal and u.tenant_id = j.tenant_id and u.id = j.user_id
    left join public.principals p on j.is_internal and p.tenant_id = j.tenant_id and p.id = j.user_id
    left join public.users iu on j.is_internal and iu.tenant_id = j.tenant_id and iu.id = j.user_id
    left join public.embed_tenants e on e.tenant_id = j.tenant_id and e.id = j.embed_tenant_id
    where j.outcome = 'exchanged'
  )
  select j.*, floor(extract(epoch from j.judged_at))::bigint as issued, floor(extract(epoch from j.ends_at))::bigint as expires
  from judged j
  loop
    place := judgement.place;
    outcome := judgement.outcome;
    id := judgement.id;
    bucket := judgement.judged_bucket;
    user_id := judgement.user_id;
    deployment_id := judgement.deployment_id;
    issued_at_seconds := judgement.issued;
    expires_at_seconds := judgement.expires;
    return next;
    if outcome = 'exchanged' then
      tenants := tenants || judgement.tenant_id;
      hours := hours || judgement.asked_bucket;
      ids := ids || judgement.id;
      grant_buckets := grant_buckets || judgement.judged_bucket;
    end if;
  end loop;

  for hour in select distinct h from unnest(hours) h order by 1 loop
    partition := coalesce(to_regclass('public.embed_sessions_' || hour), 'public.embed_sessions_default'::regclass);
    execute format('update %s s set grant_bucket = u.grant_bucket from unnest($1, $2, $3, $4) as u(tenant_id, hour, id, grant_bucket)
      where u.hour = $5 and s.tenant_id = u.tenant_id and s.bucket = $5 and s.id = u.id', partition) using tenants, hours, ids, grant_buckets, hour;
  end loop;
end $$;

-- A second use is noted where the first was; the token of the first ends only where the tenant asks for it.
create function facet_note_second_use(p_tenant_id bigint, p_bucket int, p_id bigint, p_is_revoking boolean) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  with noted as (
    update public.embed_sessions s set second_use_at = coalesce(s.second_use_at, clock_timestamp())
    where s.tenant_id = p_tenant_id and s.bucket = p_bucket and s.id = p_id returning s.tenant_id, s.id, s.created_at
  )
  insert into public.embed_watermarks (tenant_id, kind, subject_id, revoked_before)
  select n.tenant_id, 'session', n.id, greatest(clock_timestamp(), n.created_at) from noted n where p_is_revoking on conflict do nothing
$$;

-- A grant, what its token says, and whether it still holds, with the epoch of the same snapshot for the cache.
create function facet_find_grant(p_tenant_id bigint, p_bucket int, p_id bigint)
returns table (state text, token_id bytea, deployment_id bigint, user_id bigint, is_internal boolean, embed_tenant_id bigint, is_creator_mode boolean,
  identity jsonb, document jsonb, issued_at_seconds bigint, expires_at_seconds bigint, remaining_ms bigint, epoch bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set jit = off
as $$
#variable_conflict use_variable
declare
  partition regclass := coalesce(to_regclass('public.embed_grants_' || p_bucket), 'public.embed_grants_default'::regclass);
  g public.embed_grants;
begin
  execute format('select (g::public.embed_grants).* from %s g where g.tenant_id = $1 and g.bucket = $2 and g.id = $3', partition) into g using p_tenant_id, p_bucket, p_id;
  return query
    select v.state, g.token_id, g.deployment_id, g.user_id, g.is_internal, g.embed_tenant_id, g.is_creator_mode, g.identity, g.document,
      floor(extract(epoch from g.issued_at))::bigint, floor(extract(epoch from g.expires_at))::bigint,
      (extract(epoch from least(g.expires_at, v.key_expires_at) - clock_timestamp()) * 1000)::bigint, r.epoch
    from public.revocation_epoch r
    cross join lateral public.facet_judge_embedding(true, g.tenant_id, g.id, g.deployment_id, g.user_id, g.is_internal, g.embed_tenant_id, g.api_key_id,
      g.group_ids, g.minted_at, g.expires_at, g.restore_epoch) v
    where g.id is not null;
end $$;

create function facet_find_embed_settings(p_tenant_id bigint)
returns table (settings jsonb, is_frozen boolean, epoch bigint) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(s.settings, '{}'), t.embed_frozen_at is not null, r.epoch
  from public.revocation_epoch r join public.tenants t on t.id = p_tenant_id left join public.tenant_settings s on s.tenant_id = t.id
$$;

create function facet_list_signing_keys(p_tenant_id bigint)
returns table (id bigint, state text, public_jwk jsonb, private_sealed bytea, epoch bigint) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select k.id, k.state, k.public_jwk, k.private_sealed, r.epoch
  from public.revocation_epoch r left join public.embed_signing_keys k on k.tenant_id = p_tenant_id
    and (k.state <> 'retired' or k.retired_at > now() - interval '25 hours')
  order by k.id
$$;

-- The operator's switches: one tenant, or every one.
-- The operator's switches, over one tenant or all (null). What they do and the trail of it are one statement, in each tenant they touch.
create function facet_freeze_embedding(p_tenant_id bigint, p_is_frozen boolean) returns bigint language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  with changed as (
    update public.tenants t set embed_frozen_at = case when p_is_frozen then clock_timestamp() end
    where (p_tenant_id is null or t.id = p_tenant_id) and (t.embed_frozen_at is not null) <> p_is_frozen returning t.id),
  recorded as (
    insert into public.audit_entries (tenant_id, operation, outcome, actor_kind, actor_name, targets)
    select named.id, case when p_is_frozen then 'facet embed freeze' else 'facet embed thaw' end, 'done', 'operator', 'operator',
      jsonb_build_array(jsonb_build_object('kind', 'tenant', 'id', named.id::text, 'did', case when changed.id is null then 'unchanged' else 'updated' end))
    from (select id from changed union select p_tenant_id where p_tenant_id is not null) as named left join changed on changed.id = named.id)
  select count(*) from changed
$$;

create function facet_revoke_all_embedding(p_tenant_id bigint) returns bigint language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  with ended as (
    insert into public.embed_watermarks (tenant_id, kind, subject_id)
    select t.id, 'tenant', 0 from public.tenants t where p_tenant_id is null or t.id = p_tenant_id order by t.id
    on conflict (tenant_id, kind, subject_id) do update set revoked_before = clock_timestamp() returning tenant_id),
  recorded as (
    insert into public.audit_entries (tenant_id, operation, outcome, actor_kind, actor_name, targets)
    select ended.tenant_id, 'facet embed revoke-all', 'done', 'operator', 'operator',
      jsonb_build_array(jsonb_build_object('kind', 'tenant', 'id', ended.tenant_id::text, 'did', 'sessions_ended'))
    from ended)
  select count(*) from ended
$$;

do $$
declare
  name text;
begin
  foreach name in array array['embed_sessions', 'embed_grants', 'embed_signing_keys'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy service on %I to facet_service using (tenant_id = facet_current_tenant()) with check (tenant_id = facet_current_tenant())', name);
    execute format('create policy function on %I to facet_function using (true) with check (true)', name);
    execute format('grant select, update on %I to facet_service', name);
    execute format('grant select, insert, update, delete on %I to facet_function', name);
  end loop;
end $$;
grant insert, delete on embed_signing_keys to facet_service;
alter table embed_sessions owner to facet_function;
alter table embed_grants owner to facet_function;

do $$
declare
  signature text;
begin
  foreach signature in array array[
    'facet_make_embed_partition(text, int)', 'facet_make_embed_partitions(int)', 'facet_drop_embed_partitions(int, int)',
    'facet_resolve_catalog(bigint, text, boolean, text[], text[], text[], boolean)', 'facet_mint_sessions(bigint[], bigint[], bigint[], bigint[], text[], bytea[], bigint[], bigint[], bytea[], bigint[], bigint[], boolean[], jsonb, text, boolean)', 'facet_exchange_sessions(jsonb)',
    'facet_note_second_use(bigint, int, bigint, boolean)', 'facet_find_grant(bigint, int, bigint)', 'facet_find_embed_settings(bigint)',
    'facet_list_signing_keys(bigint)', 'facet_freeze_embedding(bigint, boolean)', 'facet_revoke_all_embedding(bigint)'
  ] loop
    execute format('alter function %s owner to facet_function', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to facet_service', signature);
  end loop;
end $$;
revoke all on function facet_make_embed_partition(text, int) from facet_service;
revoke all on function facet_judge_embedding from public;
grant execute on function facet_judge_embedding to facet_service, facet_function;

select facet_make_embed_partition('embed_sessions', null);
select facet_make_embed_partition('embed_grants', null);
select facet_make_embed_partitions(4);
