-- The packs of a repository that goes are referred to by nothing.
create or replace function facet_unreference_packs() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.unreferenced_objects (tenant_id, key, due_at)
  select old.tenant_id, k.value, now() + public.facet_restore_period()
  from jsonb_array_elements(old.packs) p, lateral (values (p ->> 'key'), (p ->> 'indexKey')) k(value)
  where k.value is not null
  on conflict do nothing;
  return old;
end $$;
call facet_protect_function('facet_unreference_packs()', 'facet_service');

create or replace trigger unreference_packs after delete on repositories for each row execute function facet_unreference_packs();
