-- Notes on items that they were granted to somebody; what is noted stays when the last grant goes, since a look that finds none costs little.
create or replace function facet_content_item_grants() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update public.content_items i set has_grants = true from (select distinct a.tenant_id, a.item_id from added a) a
  where i.tenant_id = a.tenant_id and i.id = a.item_id and not i.has_grants;
  return null;
end $$;
call facet_protect_function('facet_content_item_grants()', 'facet_service');

create or replace trigger content_grants_added after insert on content_grants
  referencing new table as added for each statement execute function facet_content_item_grants();
