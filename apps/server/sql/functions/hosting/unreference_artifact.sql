-- The artifact of a build that goes is referred to by nothing, unless another build has the same; one that a build has is not on that list.
create or replace function facet_unreference_artifact() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'DELETE' then
    insert into public.unreferenced_objects (tenant_id, key, due_at)
    select old.tenant_id, old.artifact_key, now() + public.facet_restore_period()
    where not exists (select from public.builds b where b.tenant_id = old.tenant_id and b.artifact_key = old.artifact_key)
    on conflict do nothing;
  else
    delete from public.unreferenced_objects o where o.tenant_id = new.tenant_id and o.key = new.artifact_key;
  end if;
  return null;
end $$;
call facet_protect_function('facet_unreference_artifact()', 'facet_service');

create or replace trigger unreference_artifact after delete on builds for each row when (old.artifact_key is not null) execute function facet_unreference_artifact();
create or replace trigger reference_artifact after insert or update of artifact_key on builds for each row
  when (new.artifact_key is not null) execute function facet_unreference_artifact();
