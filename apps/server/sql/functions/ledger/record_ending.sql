-- Notes what was ended, in the transaction that ends it. The argument is the kind of ending.
create or replace function facet_record_ending() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  ended jsonb := to_jsonb(old);
begin
  insert into public.endings (tenant_id, kind, subject_id)
  values (coalesce(ended ->> 'tenant_id', ended ->> 'id')::bigint, tg_argv[0], (ended ->> 'id')::bigint);
  return null;
end $$;
call facet_protect_function('facet_record_ending()', 'facet_service');
