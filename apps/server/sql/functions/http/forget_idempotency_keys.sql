-- Removes answers that were kept for repeated requests and have expired, some at a time.
create or replace function facet_forget_idempotency_keys(p_limit int) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  gone int;
begin
  delete from public.idempotency_keys where ctid = any (array(select ctid from public.idempotency_keys where expires_at < now() limit p_limit));
  get diagnostics gone = row_count;
  return gone;
end $$;
call facet_protect_function('facet_forget_idempotency_keys(int)', 'facet_service');
