-- Months, ahead on the database's clock. There is no default to take the rows of a month that is missing: attaching beside one would wait
-- for every dump. One that cannot be made now is left for the next turn, and there are many turns before it is needed.
create or replace function facet_make_audit_partitions(p_months_ahead int default 3) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  made int := 0;
  month timestamptz;
  partition text;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('facet audit partitions', 0)) then return 0; end if;
  for step in 0 .. least(p_months_ahead, 24) loop
    month := date_trunc('month', now() at time zone 'utc') at time zone 'utc' + make_interval(months => step);
    partition := 'audit_entries_' || to_char(month at time zone 'utc', 'YYYYMM');
    continue when to_regclass('public.' || partition) is not null;
    begin
      perform public.facet_make_partition('audit_entries', partition, format('for values from (%L) to (%L)', month, month + interval '1 month'), 'select, insert');
      made := made + 1;
    exception when lock_not_available or duplicate_table then null;
    end;
  end loop;
  return made;
end $$;
call facet_protect_function('facet_make_audit_partitions(int)', 'facet_service');
