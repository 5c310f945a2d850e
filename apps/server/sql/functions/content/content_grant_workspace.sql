-- Writes to a grant which workspace its item is in.
create or replace function facet_content_grant_workspace() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  new.item_embed_tenant_id := coalesce((select i.embed_tenant_id from public.content_items i where i.tenant_id = new.tenant_id and i.id = new.item_id), 0);
  return new;
end $$;
call facet_protect_function('facet_content_grant_workspace()', 'facet_service');

create or replace trigger content_grants_adding before insert on content_grants for each row execute function facet_content_grant_workspace();
