-- The hours around now. One that cannot be made, because rows of it are in the default already or someone holds the table, is left
-- for the next turn: the default takes its rows.
create or replace function facet_make_embed_partitions(p_hours_ahead int default 4) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
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
call facet_protect_function('facet_make_embed_partitions(int)', 'facet_service');
