-- Mints a batch: position n of every array is one session, and p_documents[n - 1] what is frozen into it. Items of different
-- tenants share a batch: each carries its tenant and gets its own outcome. A user whose fingerprint matches at the same epochs
-- costs one row; only for the others is p_details read, which holds what they are brought up to date with, and users are locked in
-- one order, so that two batches never wait for each other. p_lock_… are the catalogs of all items and those above them, each once and
-- in order; without p_is_waiting an item whose catalog or user somebody else holds comes back as busy at once and keeps nobody waiting.
-- The planner is held to one plan of nested loops over indexes: a plan is kept as long as its connection, and one made while a
-- partition was empty must not go on reading the whole of it when it has filled.
create or replace function facet_mint_sessions(
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
      session_id := public.facet_add_session(p_tenant_id => p_tenant_ids[1], p_bucket => minted_bucket, p_secret_hash => p_secret_hashes[1],
        p_deployment_id => p_deployment_ids[1], p_user_id => visitor.id, p_is_internal => false, p_embed_tenant_id => p_embed_tenant_ids[1],
        p_api_key_id => p_api_key_ids[1], p_is_creator_mode => p_are_creators[1], p_group_ids => visitor.group_ids,
        p_attribute_values => visitor.attribute_values, p_document => p_documents -> 0, p_minted_at => minted_at, p_restore_epoch => current_restore_epoch);
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
        minted_at + public.facet_session_lifetime(), current_restore_epoch
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
      select p.id, array(select m.group_id from public.user_group_members m where m.tenant_id = p.tenant_id and m.user_id = p.id order by m.group_id) as group_ids,
        '{}'::jsonb as attribute_values into visitor from public.principals p
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

    session_id := public.facet_add_session(p_tenant_id => item.tenant_id, p_bucket => minted_bucket, p_secret_hash => item.secret_hash,
      p_deployment_id => item.deployment_id, p_user_id => visitor.id, p_is_internal => item."internalId" is not null,
      p_embed_tenant_id => item.embed_tenant_id, p_api_key_id => p_api_key_ids[place + 1], p_is_creator_mode => p_are_creators[place + 1],
      p_group_ids => visitor.group_ids, p_attribute_values => visitor.attribute_values, p_document => p_documents -> place, p_minted_at => minted_at,
      p_restore_epoch => current_restore_epoch);
    session_bucket := minted_bucket;
    outcome := 'minted';
    return next;
  end loop;
end $$;
call facet_protect_function('facet_mint_sessions(bigint[], bigint[], bigint[], bigint[], text[], bytea[], bigint[], bigint[], bytea[], bigint[], bigint[], boolean[], jsonb, text, boolean)', 'facet_service');
