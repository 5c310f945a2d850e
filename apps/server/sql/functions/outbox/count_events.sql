-- How many events wait for reactions, and how many are dead, over all tenants; neither is counted beyond p_limit.
create or replace function facet_count_events(p_limit int)
returns table (waiting int, dead int) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select (select count(*)::int from (select from public.outbox_events o where o.dead_at is null limit p_limit) w),
    (select count(*)::int from (select from public.outbox_events o where o.dead_at is not null limit p_limit) d)
$$;
call facet_protect_function('facet_count_events(int)', 'facet_service');
