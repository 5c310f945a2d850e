-- What the caller sees of some kinds, found from what is theirs and what was granted: these and all below them, and the folders that lead there. Only such in
-- one place when that is given: one that the caller does not reach, so that what is seen there is granted by itself or leads somewhere. The
-- statement begins with this; its parameters are those of facet_walk_content's, and $10 the caller's own id, $11 all that grants to the caller
-- name, $14 a limit. The rows of `own` are all of them when `few` says so of what is
-- owned and granted, and `reached` has no more than the limit. Columns that
-- are in an index of what a folder contains, and no others, save a look at every item.
create or replace function facet_own_content(p_kinds text[], p_parent_id bigint, p_is_loose boolean, p_columns text) returns text
language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select format('with recursive owned as materialized (
      select i.parent_id, i.workbook_id, %1$s from public.content_items i
      where i.tenant_id = $1 and i.deployment_id = $2 and i.embed_tenant_id = $3 and i.owner_id = $10 limit $14 + 1
    ), granted as materialized (
      select g.item_id from public.content_grants g where g.tenant_id = $1 and g.deployment_id = $2 and g.item_embed_tenant_id = $3 and g.grantee_id = any ($11) limit $14 + 1
    ), few as materialized (
      select case when $14 is null then true when (select count(*) from granted) > $14 then false else (select count(*) from granted) + (select count(*) from owned) <= $14 end as are_few
    ), own_sources as materialized (
      select * from owned
      union
      select i.parent_id, i.workbook_id, %1$s from granted g
      cross join lateral (select i.* from public.content_items i where i.tenant_id = $1 and i.id = g.item_id limit 1) i where (select f.are_few from few f)
    ), %2$s, own as (select %1$s from reached i %3$s)', p_columns,
    case when p_parent_id is null then format('reach as (
        select %1$s from own_sources i%2$s
        union
        select %1$s from reach r cross join lateral (select %1$s from public.content_items i where i.tenant_id = $1 and i.parent_id = r.id and i.kind = any (%3$L) limit 10000000) i where r.kind = any (%4$L)
      ), reached as materialized (select %1$s from reach i limit $14 + 1)', p_columns, case when p_is_loose then ' where i.workbook_id is null' else '' end,
      case when 'report' = any (p_kinds) then '{folder,workbook,report}' when 'workbook' = any (p_kinds) then '{folder,workbook}' else '{folder}' end,
      case when 'report' = any (p_kinds) and not p_is_loose then '{folder,workbook}' else '{folder}' end)
      else format('reached as materialized (select %s from own_sources i where %s%s)', p_columns, case when p_parent_id = 0 then 'i.parent_id is null' else 'i.parent_id = $4' end,
        case when p_is_loose then ' and i.workbook_id is null' else '' end) end,
    case when 'folder' = any (p_kinds) then format('union select %s from (with recursive way as (
        select i.parent_id as id from own_sources i where i.parent_id is not null
        union
        select i.parent_id from way w cross join lateral (select i.parent_id from public.content_items i where i.tenant_id = $1 and i.id = w.id limit 1) i where i.parent_id is not null
      ) select w.id from way w) w cross join lateral (select i.* from public.content_items i where i.tenant_id = $1 and i.id = w.id limit 1) i where i.kind = ''folder''%s', p_columns,
      case when p_parent_id is null then '' when p_parent_id = 0 then ' and i.parent_id is null' else ' and i.parent_id = $4' end) else '' end)
$$;
call facet_protect_function('facet_own_content(text[], bigint, boolean, text)', 'facet_function');
