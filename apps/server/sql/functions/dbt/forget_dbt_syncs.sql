-- Removes runs that are over and too old, and manifests that are too old and that no run waits for, some of each at a time. Gives how many went.
create or replace function facet_forget_dbt_syncs(p_days int, p_limit int) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  runs int;
  manifests int;
begin
  delete from public.dbt_syncs s using (
    select o.tenant_id, o.id from public.dbt_syncs o
    where o.launched_at < now() - make_interval(days => p_days) and (o.closed_at is not null or o.lost_at is not null)
    order by o.launched_at limit p_limit for update skip locked
  ) due
  where s.tenant_id = due.tenant_id and s.id = due.id;
  get diagnostics runs = row_count;
  delete from public.dbt_manifests m using (
    select o.tenant_id, o.id from public.dbt_manifests o
    where o.created_at < now() - make_interval(days => p_days) and not exists (
      select from public.dbt_syncs s where s.tenant_id = o.tenant_id and s.manifest_id = o.id and s.closed_at is null and s.lost_at is null)
    order by o.created_at limit p_limit for update skip locked
  ) due
  where m.tenant_id = due.tenant_id and m.id = due.id;
  get diagnostics manifests = row_count;
  return greatest(runs, manifests);
end $$;
call facet_protect_function('facet_forget_dbt_syncs(int, int)', 'facet_service');
