-- The condition that an item, called so in a statement, was granted by itself to one of $11. `limit` keeps the look-up from becoming a join, and
-- `+ 0` keeps the grantee out of the index: one look at an item's few grants is less than one for each of five hundred groups.
create or replace function facet_content_granted(p_item text) returns text language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select format('case when %1$s.has_grants then (select true from public.content_grants g
    where g.tenant_id = $1 and g.item_id = %1$s.id and g.grantee_id + 0 = any ($11) limit 1) is true else false end', p_item)
$$;
call facet_protect_function('facet_content_granted(text)', 'facet_function');
