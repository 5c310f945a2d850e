-- Entries whose objects were removed from the store.
create or replace function facet_forget_entries(p_numbers bigint[]) returns void language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$ delete from public.ledger_entries where number = any (p_numbers) and stored_at is not null $$;
call facet_protect_function('facet_forget_entries(bigint[])', 'facet_service');
