-- Who is in a group decides what a cached credential may do where the group has a policy on a deployment, and nowhere else.
-- facet: after access/raise_revocation_epoch
create or replace function facet_raise_revocation_epoch_of_group() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  raised bigint;
  member public.user_group_members := coalesce(new, old);
begin
  if not exists (select from public.deployment_grants d where d.tenant_id = member.tenant_id and d.grantee_id = member.group_id) then
    return null;
  end if;
  update public.revocation_epoch set epoch = epoch + 1 returning epoch into raised;
  perform pg_notify('facet_revocation', jsonb_build_object('epoch', raised, 'tenantId', member.tenant_id)::text);
  return null;
end $$;
call facet_protect_function('facet_raise_revocation_epoch_of_group()', 'facet_service');
