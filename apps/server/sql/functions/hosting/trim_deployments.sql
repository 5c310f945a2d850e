-- Of each deployment of a page, what is too much: lines of its log beyond the newest, and builds of an environment beyond the newest, some of
-- each at a time. What is served, and what is not over yet, stays. Gives the last deployment of the page and whether more is left of any, or nothing at the end.
create or replace function facet_trim_deployments(p_after_tenant_id bigint, p_after_id bigint, p_page int, p_max_lines int, p_max_builds int, p_limit int)
returns table (tenant_id bigint, id bigint, removed bigint) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
    with listed as materialized (
      select d.tenant_id, d.id from public.deployments d
      where (d.tenant_id, d.id) > (p_after_tenant_id, p_after_id) order by d.tenant_id, d.id limit p_page
    ), lines as (
      delete from public.engine_logs l using listed d, lateral (
        select o.id from public.engine_logs o where o.tenant_id = d.tenant_id and o.deployment_id = d.id
        order by o.logged_at desc, o.id desc offset p_max_lines limit p_limit
      ) over_limit
      where l.tenant_id = d.tenant_id and l.deployment_id = d.id and l.id = over_limit.id
      returning 1
    ), old_builds as (
      delete from public.builds b using listed d, public.environments n, lateral (
        select o.id from public.builds o where o.tenant_id = n.tenant_id and o.environment_id = n.id
        order by o.id desc offset p_max_builds limit p_limit
      ) over_limit
      where n.tenant_id = d.tenant_id and n.deployment_id = d.id and b.tenant_id = n.tenant_id and b.id = over_limit.id
        and b.id is distinct from n.build_id and b.status in ('built', 'failed', 'cancelled')
      returning 1
    )
    select d.tenant_id, d.id, (select count(*) from lines) + (select count(*) from old_builds)
    from listed d order by d.tenant_id desc, d.id desc limit 1;
end $$;
call facet_protect_function('facet_trim_deployments(bigint, bigint, int, int, int, int)', 'facet_service');
