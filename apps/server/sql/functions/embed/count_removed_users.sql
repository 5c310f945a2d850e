-- Discounts external users that were removed.
create or replace function facet_count_removed_users() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  -- A tenant that is going takes its counts along. In a row that nobody adds to: many go at once, and no first visit waits for that.
  insert into public.external_user_counts (tenant_id, embed_tenant_id, slot, users)
  select r.tenant_id, coalesce(r.embed_tenant_id, 0), 16, -count(*)
  from removed r join public.tenants t on t.id = r.tenant_id
  group by grouping sets ((r.tenant_id, r.embed_tenant_id), (r.tenant_id)) having grouping(r.embed_tenant_id) = 1 or r.embed_tenant_id > 0
  order by 1, 2 on conflict (tenant_id, embed_tenant_id, slot) do update set users = external_user_counts.users + excluded.users;
  return null;
end $$;
call facet_protect_function('facet_count_removed_users()', 'facet_service');

create or replace trigger external_users_discounted after delete on external_users
  referencing old table as removed for each statement execute function facet_count_removed_users();
