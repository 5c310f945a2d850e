-- Made with what they are of, so that looking a name up writes nothing.
create or replace function facet_add_catalog_epochs() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_table_name = 'tenants' then
    insert into public.catalog_epochs (tenant_id, scope) select id, 0 from added order by 1 on conflict do nothing;
  else
    insert into public.catalog_epochs (tenant_id, scope) select tenant_id, id from added order by 1, 2 on conflict do nothing;
  end if;
  return null;
end $$;
call facet_protect_function('facet_add_catalog_epochs()', 'facet_service');

create or replace trigger tenants_epochs after insert on tenants
  referencing new table as added for each statement execute function facet_add_catalog_epochs();
create or replace trigger embed_tenants_epochs after insert on embed_tenants
  referencing new table as added for each statement execute function facet_add_catalog_epochs();
