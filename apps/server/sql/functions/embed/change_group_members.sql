-- Members follow from the users that were changed, and only where their groups were.
create or replace function facet_change_group_members() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  with moved as (
    select n.tenant_id, n.id, n.group_ids || n.embed_group_ids || n.tenant_group_ids as now_in, o.group_ids || o.embed_group_ids || o.tenant_group_ids as was_in
    from changed_to n join changed_from o on o.tenant_id = n.tenant_id and o.id = n.id
    where (n.group_ids, n.embed_group_ids, n.tenant_group_ids) is distinct from (o.group_ids, o.embed_group_ids, o.tenant_group_ids)
  ), gone as (
    delete from public.group_members m using moved, unnest(moved.was_in) g
    where m.tenant_id = moved.tenant_id and m.user_id = moved.id and m.group_id = g and not g = any (moved.now_in)
  )
  insert into public.group_members (tenant_id, group_id, user_id)
  select moved.tenant_id, g, moved.id from moved, unnest(moved.now_in) g where not g = any (moved.was_in)
  order by 1, 2, 3 on conflict do nothing;
  return null;
end $$;
call facet_protect_function('facet_change_group_members()', 'facet_service');

create or replace trigger external_users_members_changed after update on external_users
  referencing old table as changed_from new table as changed_to for each statement execute function facet_change_group_members();
