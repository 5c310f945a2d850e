-- Whether somewhere below one folder lies an item that is the caller's or was granted, as facet_content_leads says it.
create or replace function facet_leads_to_content(p_tenant_id bigint, p_folder_id bigint, p_owner_id bigint, p_grantee_ids bigint[])
returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set jit = off
as $$
declare
  leads boolean;
begin
  execute format('select %s from (select $2::bigint as id, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text) w', public.facet_content_leads())
    into leads using p_tenant_id, p_folder_id, null::text, null::text, null::text, null::text, null::text, null::text, null::text, p_owner_id, p_grantee_ids;
  return leads;
end $$;
call facet_protect_function('facet_leads_to_content(bigint, bigint, bigint, bigint[])', 'facet_service');
