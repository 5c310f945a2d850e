-- The column that items are sorted by.
create or replace function facet_content_key(p_sort text) returns text language sql immutable set search_path = pg_catalog, pg_temp
as $$ select case p_sort when 'created' then 'created_at' when 'updated' then 'updated_at' when 'position' then 'position' when 'id' then 'id' else 'sort_key' end $$;
call facet_protect_function('facet_content_key(text)', 'facet_function');
