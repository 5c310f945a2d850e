-- A name and every name it lies below: a.b.c, b.c, c.
create or replace function facet_names_above(p_name text) returns setof text language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select array_to_string(labels[place:], '.') from string_to_array(lower(p_name), '.') labels, generate_subscripts(labels, 1) place
$$;
call facet_protect_function('facet_names_above(text)', 'facet_function');
