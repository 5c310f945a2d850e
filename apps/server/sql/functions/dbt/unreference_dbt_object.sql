-- The object of a manifest, a catalog or a run that goes is referred to by nothing, unless another row has the same: a run of an unchanged project uses what
-- an earlier one generated. One that a row has is not on the list of such objects.
create or replace function facet_unreference_dbt_object() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'DELETE' then
    insert into public.unreferenced_objects (tenant_id, key, due_at)
    select old.tenant_id, old.object_key, now() + public.facet_restore_period()
    where not exists (select from public.dbt_sync_objects o where o.tenant_id = old.tenant_id and o.object_key = old.object_key)
      and not exists (select from public.dbt_manifests m where m.tenant_id = old.tenant_id and m.object_key = old.object_key)
      and not exists (select from public.dbt_catalogs c where c.tenant_id = old.tenant_id and c.object_key = old.object_key)
    on conflict do nothing;
  else
    delete from public.unreferenced_objects o where o.tenant_id = new.tenant_id and o.key = new.object_key;
  end if;
  return null;
end $$;
call facet_protect_function('facet_unreference_dbt_object()', 'facet_service');

create or replace trigger unreference_dbt_object after insert or delete on dbt_sync_objects for each row execute function facet_unreference_dbt_object();
create or replace trigger unreference_dbt_object after insert or delete on dbt_manifests for each row execute function facet_unreference_dbt_object();
create or replace trigger unreference_dbt_object after insert or delete on dbt_catalogs for each row execute function facet_unreference_dbt_object();
