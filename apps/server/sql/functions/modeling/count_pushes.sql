-- How many pushes wait and how many were given up, over all tenants.
create or replace function facet_count_pushes() returns table (pending bigint, failed bigint) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select count(*) filter (where p.state = 'pending'), count(*) filter (where p.state = 'failed') from public.remote_pushes p where p.state <> 'pushed'
$$;
call facet_protect_function('facet_count_pushes()', 'facet_service');
