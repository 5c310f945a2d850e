-- The object of a file that left its upload is referred to by nothing.
create or replace function facet_unreference_upload_file() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.unreferenced_objects (tenant_id, key, due_at) values (old.tenant_id, old.object_key, now() + make_interval(hours => 1)) on conflict do nothing;
  return old;
end $$;
call facet_protect_function('facet_unreference_upload_file()', 'facet_service');

create or replace trigger unreference_upload_file after delete on upload_files for each row execute function facet_unreference_upload_file();
create or replace trigger unreference_replaced_file after update on upload_files
  for each row when (old.object_key <> new.object_key) execute function facet_unreference_upload_file();
