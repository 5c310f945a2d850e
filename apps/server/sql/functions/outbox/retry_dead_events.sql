-- Has dead events tried again, with all their attempts before them: the one that is named, or some of all. Answers how many.
create or replace function facet_retry_dead_events(p_id bigint, p_limit int)
returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  retried int;
begin
  update public.outbox_events o set dead_at = null, attempts = 0, due_at = now()
  from (
    select e.tenant_id, e.id from public.outbox_events e
    where e.dead_at is not null and (p_id is null or e.id = p_id) order by e.id limit p_limit for update skip locked) dead
  where o.tenant_id = dead.tenant_id and o.id = dead.id;
  get diagnostics retried = row_count;
  return retried;
end $$;
call facet_protect_function('facet_retry_dead_events(bigint, int)', 'facet_service');
