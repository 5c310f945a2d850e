-- The condition that somewhere below a folder w lies an item that is the caller's, $10, or was granted to one of $11: the folder is shown then,
-- as a way there. Ends at the first that is found.
create or replace function facet_content_leads() returns text language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select format('exists (with recursive below as (
      select i.id, i.kind, i.owner_id, i.has_grants from public.content_items i where i.tenant_id = $1 and i.parent_id = w.id
      union all
      select i.id, i.kind, i.owner_id, i.has_grants from below b cross join lateral (
        select i.id, i.kind, i.owner_id, i.has_grants from public.content_items i where i.tenant_id = $1 and i.parent_id = b.id limit 10000000) i
      where b.kind <> ''report''
    ) select from below b where case when b.owner_id = $10 then true else %s end)', public.facet_content_granted('b'))
$$;
call facet_protect_function('facet_content_leads()', 'facet_function');
