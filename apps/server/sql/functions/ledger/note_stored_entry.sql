-- Entries are stored in their order, so those before it are stored as well.
create or replace function facet_note_stored_entry(p_number bigint) returns void language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$ update public.ledger_entries set stored_at = clock_timestamp() where number <= p_number and stored_at is null $$;
call facet_protect_function('facet_note_stored_entry(bigint)', 'facet_service');
