-- The statement that reads items of some kinds in their order, behind a place, at most so many: along one index per kind, merged. With a
-- condition, only those that meet it, which are found before they are sorted. Its parameters: $1 tenant, $2 deployment, $3 embed tenant,
-- $4 parent, $5 text looked for, $6 name, $7 number (a time in microseconds, or a position) and $8 id to go on behind, $9 limit.
create or replace function facet_walk_content(p_kinds text[], p_parent_id bigint, p_condition text, p_is_range boolean, p_sort text, p_is_descending boolean, p_is_behind boolean)
returns text language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select case when p_condition = 'true' or p_is_range then '' else format('with matched as materialized (select i.id, i.kind, i.parent_id, i.workbook_id, i.owner_id, i.has_grants, i.sort_name, i.sort_key, i.position, i.created_at, i.updated_at from public.content_items i
      where i.tenant_id = $1 and i.deployment_id = $2 and i.embed_tenant_id = $3 and i.kind = any (%L) and %s) ', p_kinds, p_condition) end
    || format('select w.* from (%s) w order by w.%s %s, w.id %s limit $9', string_agg(format(
      '(select i.id, i.kind, i.parent_id, i.workbook_id, i.owner_id, i.has_grants, i.sort_name, i.sort_key, i.position, i.created_at, i.updated_at from %s i where %si.kind = %L%s%s%s order by i.%s %s, i.id %s limit $9)',
      case when p_condition = 'true' or p_is_range then 'public.content_items' else 'matched' end,
      case when p_condition = 'true' or p_is_range then 'i.tenant_id = $1 and i.deployment_id = $2 and i.embed_tenant_id = $3 and ' else '' end, k,
      case when p_parent_id is null then '' when p_parent_id = 0 then ' and i.parent_id is null' else ' and i.parent_id = $4' end,
      case when p_is_range then ' and ' || p_condition else '' end,
      case when p_is_behind then format(' and (i.%s, i.id) %s (%s, $8)', s.key, case when p_is_descending then '<' else '>' end, s.behind) else '' end,
      s.key, s.direction, s.direction), ' union all '), s.key, s.direction, s.direction)
  from unnest(p_kinds) k, (select public.facet_content_key(p_sort) as key,
    public.facet_content_key_behind(p_sort) as behind, case when p_is_descending then 'desc' else 'asc' end as direction) s
  group by s.key, s.behind, s.direction
$$;
call facet_protect_function('facet_walk_content(text[], bigint, text, boolean, text, boolean, boolean)', 'facet_function');
