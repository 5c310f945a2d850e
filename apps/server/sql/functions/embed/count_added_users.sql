-- Counts external users that were added.
create or replace function facet_count_added_users() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.external_user_counts (tenant_id, embed_tenant_id, slot, users)
  select tenant_id, coalesce(embed_tenant_id, 0), pg_backend_pid() % 16, count(*) from added
  group by grouping sets ((tenant_id, embed_tenant_id), (tenant_id)) having grouping(embed_tenant_id) = 1 or embed_tenant_id > 0
  order by 1, 2 on conflict (tenant_id, embed_tenant_id, slot) do update set users = external_user_counts.users + excluded.users;
  return null;
end $$;
call facet_protect_function('facet_count_added_users()', 'facet_service');

create or replace trigger external_users_counted after insert on external_users
  referencing new table as added for each statement execute function facet_count_added_users();
