-- Members follow from the users that were added.
create or replace function facet_add_group_members() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.group_members (tenant_id, group_id, user_id)
  select n.tenant_id, g, n.id from added n, unnest(n.group_ids || n.embed_group_ids || n.tenant_group_ids) g
  order by 1, 2, 3 on conflict do nothing;
  return null;
end $$;
call facet_protect_function('facet_add_group_members()', 'facet_service');

create or replace trigger external_users_members_added after insert on external_users
  referencing new table as added for each statement execute function facet_add_group_members();
