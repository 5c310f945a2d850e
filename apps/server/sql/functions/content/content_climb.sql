-- The condition that something that contains an item w is the caller's, $10, or was granted to one of $11. Ends at the first that is.
create or replace function facet_content_climb() returns text language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select format('(with recursive up as (
      select i.parent_id, case when i.owner_id = $10 then true else %1$s end as is_source from public.content_items i where i.tenant_id = $1 and i.id = w.parent_id
      union all
      select i.parent_id, i.is_source from up u cross join lateral (
        select i.parent_id, case when i.owner_id = $10 then true else %1$s end as is_source from public.content_items i where i.tenant_id = $1 and i.id = u.parent_id limit 1) i
      where not u.is_source
    ) select true from up u where u.is_source limit 1) is true', public.facet_content_granted('i'))
$$;
call facet_protect_function('facet_content_climb()', 'facet_function');
