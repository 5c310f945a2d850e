-- What a cursor keeps of an item's place in its order, where that is a number: a time in microseconds, or a position.
create or replace function facet_content_number(p_sort text, p_position int, p_created_at timestamptz, p_updated_at timestamptz) returns bigint
language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select case p_sort when 'created' then (extract(epoch from p_created_at) * 1000000)::bigint when 'updated' then (extract(epoch from p_updated_at) * 1000000)::bigint
    when 'position' then p_position::bigint else 0 end
$$;
call facet_protect_function('facet_content_number(text, int, timestamptz, timestamptz)', 'facet_function');
