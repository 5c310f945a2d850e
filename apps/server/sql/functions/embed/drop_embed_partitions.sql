-- Whole hours older than this many are dropped, and never fewer than a token can live: no row is visited. The table is locked before its partitions, in the order every
-- statement does, and once for all of them: whoever uses it waits once, for a moment, and then finds none of them locked. A table
-- that someone reads for long is left for the next turn, and so is a partition that is held by itself.
create or replace function facet_drop_embed_partitions(p_session_hours int, p_grant_hours int default 0) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  -- One for clocks that differ, and one for the hour that is not over.
  token_hours constant int := extract(epoch from public.facet_token_lifetime()) / 3600 + 2;
  dropped int := 0;
  kept record;
  old record;
begin
  p_session_hours := greatest(p_session_hours, token_hours);
  p_grant_hours := greatest(p_grant_hours, token_hours);
  if not pg_try_advisory_xact_lock(hashtextextended('facet embed partitions', 0)) then return 0; end if;
  -- First, while nobody waits.
  delete from public.embed_sessions_default where bucket < public.facet_bucket(now()) - p_session_hours;
  delete from public.embed_grants_default where bucket < public.facet_bucket(now()) - p_grant_hours;
  delete from public.embed_watermarks where revoked_before < now() - make_interval(hours => greatest(p_session_hours, p_grant_hours));
  -- Longer than a statement and its commit take on a busy disk, or the table would never be had.
  set local lock_timeout = '200ms';
  for kept in select * from (values ('embed_sessions', p_session_hours), ('embed_grants', p_grant_hours)) as t(parent, hours) loop
    begin
      for old in
        select c.relname as partition from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
        where i.inhparent = format('public.%I', kept.parent)::regclass and c.relname ~ '_[0-9]+$'
          and substring(c.relname from '_([0-9]+)$')::int < public.facet_bucket(now()) - kept.hours
        order by 1 limit 25
      loop
        execute format('lock table only public.%I in access exclusive mode', kept.parent);
        begin
          execute format('lock table public.%I in access exclusive mode nowait', old.partition);
          execute format('drop table public.%I', old.partition);
          dropped := dropped + 1;
        exception when lock_not_available then null;
        end;
      end loop;
    exception when lock_not_available then null;
    end;
  end loop;
  return dropped;
end $$;
call facet_protect_function('facet_drop_embed_partitions(int, int)', 'facet_service');
