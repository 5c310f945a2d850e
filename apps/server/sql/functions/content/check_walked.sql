-- The statement around facet_walk_content's that says which of the items that are walked meet a condition and are seen by the caller, up to a
-- limit, $13: the walk ends with the last of them. When there are fewer, it says how many were walked and where the walk ended.
create or replace function facet_check_walked(p_walk text, p_condition text, p_seen text, p_sort text) returns text
language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select format('with walked as materialized (select w.*, row_number() over () as place from (%s) w), seen as materialized (
      select w.id, w.place from walked w cross join lateral (select w.*) i where %s and %s limit $13
    ), ended as (select (select count(*) from seen) < $13 as is_short), last as (select w.* from walked w where (select e.is_short from ended e) order by w.place desc limit 1)
    select coalesce((select array_agg(s.id order by s.place) from seen s), ''{}'') as ids, (select l.place from last l)::int as walked,
      (select l.sort_key::text from last l) as last_name, (select public.facet_content_number(%L, l.position, l.created_at, l.updated_at) from last l) as last_number,
      (select l.id from last l) as last_id, $4::bigint, $5::text, $6::text, $7::bigint, $8::bigint, $10::bigint, $11::bigint[], $12::bigint[]', p_walk, p_condition, p_seen, p_sort)
$$;
call facet_protect_function('facet_check_walked(text, text, text, text)', 'facet_function');
