-- The statement around facet_walk_content's that says which of the items that were walked meet a condition and may be seen by the caller, how
-- many were walked, and where the walk ended. Three parameters more: $10 the caller's own id, $11 all that grants to the caller name,
-- $12 the folders that the caller reaches, where these are known. Where all
-- is seen nothing is asked; in a folder that the caller does not reach, nothing is seen by way of it.
create or replace function facet_check_walked(p_walk text, p_condition text, p_sees_all boolean, p_parent_id bigint, p_sort text) returns text
language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select format('with walked as materialized (select w.*, row_number() over () as place from (%s) w), fit as materialized (
      select i.* from walked i where %s
    ), %s, last as (select * from walked w order by w.place desc limit 1)
    select coalesce((select array_agg(s.id order by s.place) from seen s), ''{}'') as ids, (select count(*) from walked)::int as walked,
      (select l.sort_key::text from last l) as last_name, (select public.facet_content_number(%L, l.position, l.created_at, l.updated_at) from last l) as last_number, (select l.id from last l) as last_id, $5::text, $10::bigint, $11::bigint[], $12::bigint[]', p_walk, p_condition,
    case when p_sees_all then 'seen as (select f.id, f.place from fit f)' else format('own as materialized (
      select w.id from fit w where w.owner_id = $10 or (w.has_grants and (select true from public.content_grants g
        where g.tenant_id = $1 and g.item_id = w.id and g.grantee_id + 0 = any ($11) limit 1))
    ), reached as materialized (%s), seen as (
      select w.id, w.place from fit w where case when w.id in (select o.id from own o) then true when w.parent_id = any ($12) then true when w.parent_id in (select r.id from reached r) then true
        when w.kind = ''folder'' then public.facet_leads_to_content($1, w.id, $10, $11) else false end
    )', case when p_parent_id is null then 'select r.id from public.facet_reached_content($1, array(select distinct w.parent_id from fit w
      where case when $12 is null then w.parent_id else w.workbook_id end is not null and w.id not in (select o.id from own o)), $10, $11, $12) r(id)' else 'select null::bigint as id where false' end) end, p_sort)
$$;
call facet_protect_function('facet_check_walked(text, text, boolean, bigint, text)', 'facet_function');
