-- Removes tokens for the data API that have expired, some at a time. For an hour more they are known, so that who sends one is told why.
create or replace function facet_forget_data_tokens(p_limit int) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  gone int;
begin
  delete from public.data_tokens t using (
    select o.tenant_id, o.id from public.data_tokens o where o.expires_at < now() - interval '1 hour' order by o.expires_at limit p_limit for update skip locked
  ) due
  where t.tenant_id = due.tenant_id and t.id = due.id;
  get diagnostics gone = row_count;
  return gone;
end $$;
call facet_protect_function('facet_forget_data_tokens(int)', 'facet_service');
