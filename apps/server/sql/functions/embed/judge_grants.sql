-- Whether grants of one tenant still hold, by the rule of one; null where there is none. For streams that are told when theirs ends: one
-- statement for many of them.
-- facet: after embed/find_grant
create or replace function facet_judge_grants(p_tenant_id bigint, p_buckets int[], p_ids bigint[])
returns table (place int, state text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set jit = off
as $$
#variable_conflict use_column
begin
  return query
    select w.place::int, f.state
    from unnest(p_buckets, p_ids) with ordinality as w(bucket, id, place)
    left join lateral public.facet_find_grant(p_tenant_id, w.bucket, w.id) f on true;
end $$;
call facet_protect_function('facet_judge_grants(bigint, int[], bigint[])', 'facet_service');
