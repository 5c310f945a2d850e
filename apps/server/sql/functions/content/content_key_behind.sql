-- The value of that column to go on behind, from the parameters of facet_walk_content's statement.
create or replace function facet_content_key_behind(p_sort text) returns text language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select case when p_sort in ('created', 'updated') then '''epoch''::timestamptz + $7 * interval ''1 microsecond''' when p_sort = 'position' then '$7' when p_sort = 'id' then '$8'
    else '$6' end
$$;
call facet_protect_function('facet_content_key_behind(text)', 'facet_function');
