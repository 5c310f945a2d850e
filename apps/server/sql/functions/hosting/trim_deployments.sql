-- Of each deployment of a page, what is too much: lines of its log beyond the newest, and builds of an environment beyond the newest, some of
-- each at a time. What is served, and what is not over yet, stays. Gives the last deployment of the page and how much went, or nothing at the end.
create or replace function facet_trim_deployments(p_after_tenant_id bigint, p_after_id bigint, p_page int, p_max_lines int, p_max_builds int, p_limit int)
returns table (tenant_id bigint, id bigint, removed bigint) language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  deployment record;
  environment record;
  newest_over record;
  gone bigint;
begin
  removed := 0;
  for deployment in
    select d.tenant_id, d.id from public.deployments d
    where (d.tenant_id, d.id) > (p_after_tenant_id, p_after_id) order by d.tenant_id, d.id limit p_page
  loop
    tenant_id := deployment.tenant_id;
    id := deployment.id;
    select l.logged_at, l.id into newest_over from public.engine_logs l
    where l.tenant_id = deployment.tenant_id and l.deployment_id = deployment.id
    order by l.logged_at desc, l.id desc offset p_max_lines limit 1;
    if found then
      delete from public.engine_logs l where l.ctid = any (array(
        select o.ctid from public.engine_logs o
        where o.tenant_id = deployment.tenant_id and o.deployment_id = deployment.id and (o.logged_at, o.id) <= (newest_over.logged_at, newest_over.id)
        order by o.logged_at, o.id limit p_limit));
      get diagnostics gone = row_count;
      removed := removed + gone;
    end if;
    for environment in
      select e.id, e.build_id from public.environments e where e.tenant_id = deployment.tenant_id and e.deployment_id = deployment.id
    loop
      delete from public.builds b where b.tenant_id = deployment.tenant_id and b.id = any (array(
        select o.id from public.builds o where o.tenant_id = deployment.tenant_id and o.environment_id = environment.id
        order by o.id desc offset p_max_builds limit p_limit))
        and b.id is distinct from environment.build_id and b.status in ('built', 'failed', 'cancelled');
      get diagnostics gone = row_count;
      removed := removed + gone;
    end loop;
  end loop;
  if id is not null then return next; end if;
end $$;
call facet_protect_function('facet_trim_deployments(bigint, bigint, int, int, int, int)', 'facet_service');
