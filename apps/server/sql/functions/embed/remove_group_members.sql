-- A foreign key would do this too, and cost every first visit a look-up for each of its groups.
create or replace function facet_remove_group_members() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.group_members where tenant_id = old.tenant_id and group_id = old.id;
  return null;
end $$;
call facet_protect_function('facet_remove_group_members()', 'facet_service');

create or replace trigger groups_members after delete on groups for each row execute function facet_remove_group_members();
