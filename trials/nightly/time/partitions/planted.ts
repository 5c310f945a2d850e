import type { Installation } from '../../../harness/installation.ts'

/**
 * The same drop with the locks taken the other way round, each partition before its table, and given up one by one: every one
 * of them then keeps those waiting who hold the table and come to the partition.
 */
export const plantPartitionFirst = (installation: Installation): Promise<unknown> =>
  installation.sql(`create or replace function facet_drop_embed_partitions(p_session_hours int, p_grant_hours int default 0) returns int
    language plpgsql volatile security definer set search_path = pg_catalog, public as $$
    declare
      dropped int := 0;
      old record;
    begin
      set local lock_timeout = '50ms';
      for old in
        select c.relname as partition from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent in ('public.embed_sessions'::regclass, 'public.embed_grants'::regclass) and c.relname ~ '_[0-9]+$'
          and substring(c.relname from '_([0-9]+)$')::int < 2000 order by 1
      loop
        begin
          execute format('lock table public.%I in access exclusive mode nowait', old.partition);
          execute format('drop table public.%I', old.partition);
          dropped := dropped + 1;
        exception when lock_not_available then null;
        end;
      end loop;
      return dropped;
    end $$`)
