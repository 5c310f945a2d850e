-- Exchanges a batch, each session once: rows are locked in one order and judged as they are then. The grant holds who the user is
-- to a query, resolved here: names of the frozen groups, and the trusted attributes of the catalog the session was minted from.
-- Nothing on the way of a page view is compiled at run time: with a day of partitions the estimates ask for it, and it takes a second.
create or replace function facet_exchange_sessions(p_items jsonb)
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
      when f.id is null then case when f.asked_bucket < floor(extract(epoch from f.judged_at - public.facet_session_lifetime()) / 3600)::int then 'expired' else 'unknown' end
      when f.grant_bucket is not null then 'used'
      when v.state = 'valid' then 'exchanged'
      else v.state end as outcome,
      -- Nobody gives more than they hold: no token outlives the key that minted it.
      least(f.judged_at + public.facet_token_lifetime(), v.key_expires_at) as ends_at,
      floor(extract(epoch from f.judged_at) / 3600)::int as judged_bucket
    from found f cross join lateral public.facet_judge_embedding(p_is_exchanged => false, p_tenant_id => f.tenant_id, p_session_id => f.id,
      p_deployment_id => f.deployment_id, p_user_id => f.user_id, p_is_internal => f.is_internal, p_embed_tenant_id => f.embed_tenant_id,
      p_api_key_id => f.api_key_id, p_group_ids => coalesce(f.group_ids, '{}'), p_minted_at => f.created_at, p_expires_at => f.expires_at,
      p_restore_epoch => f.restore_epoch) v
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
call facet_protect_function('facet_exchange_sessions(jsonb)', 'facet_service');
