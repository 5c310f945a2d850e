-- What is left of a removed embed tenant, some at a time: its workspace from the leaves up, then its users; its own row goes with the last of
-- them, and with it its catalog and what was granted to it. Answers how many rows went; none is left when none went.
create or replace function facet_purge_embed_tenant(p_tenant_id bigint, p_embed_tenant_id bigint, p_limit int)
returns int language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  items_gone int;
  users_gone int;
  embed_tenants_gone int;
begin
  if not exists (select from public.embed_tenants e where e.tenant_id = p_tenant_id and e.id = p_embed_tenant_id and e.removed_at is not null) then return 0; end if;
  delete from public.content_items where tenant_id = p_tenant_id and id in (
    select i.id from public.content_items i where i.tenant_id = p_tenant_id and i.embed_tenant_id = p_embed_tenant_id and i.embed_tenant_id <> 0
      and not exists (select from public.content_items c where c.tenant_id = i.tenant_id and c.parent_id = i.id) limit p_limit);
  get diagnostics items_gone = row_count;
  if items_gone > 0 then return items_gone; end if;
  delete from public.external_users where tenant_id = p_tenant_id and id in (
    select u.id from public.embed_tenants e
    join public.external_users u on u.tenant_id = e.tenant_id and u.embed_tenant_id = e.id
    where e.tenant_id = p_tenant_id and e.id = p_embed_tenant_id and e.removed_at is not null limit p_limit);
  get diagnostics users_gone = row_count;
  delete from public.embed_tenants e where e.tenant_id = p_tenant_id and e.id = p_embed_tenant_id and e.removed_at is not null
    and not exists (select from public.external_users u where u.tenant_id = e.tenant_id and u.embed_tenant_id = e.id);
  get diagnostics embed_tenants_gone = row_count;
  return users_gone + embed_tenants_gone;
end $$;
call facet_protect_function('facet_purge_embed_tenant(bigint, bigint, int)', 'facet_service');
