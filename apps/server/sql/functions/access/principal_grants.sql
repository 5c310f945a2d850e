-- What a user or service account may do: by roles, over the tenant or some deployments, and by policies on deployments, their own, of their
-- groups and of the whole organization.
create or replace function facet_principal_grants(p_tenant_id bigint, p_principal_id bigint) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object('role', a.role, 'actions', to_jsonb(a.actions), 'deploymentIds', to_jsonb(a.deployment_ids)) order by a.id), '[]'::jsonb)
  from (
    select g.id, r.name as role, r.actions, g.deployment_ids
    from public.role_grants g
    join public.roles r on r.tenant_id = g.tenant_id and r.id = g.role_id
    where g.tenant_id = p_tenant_id and g.principal_id = p_principal_id
    union all
    select d.id, 'policy', d.actions, array[d.deployment_id]
    from public.deployment_grants d
    where d.tenant_id = p_tenant_id and d.grantee_id = any(array[0, p_principal_id] ||
      array(select m.group_id from public.user_group_members m where m.tenant_id = p_tenant_id and m.user_id = p_principal_id))
  ) a
$$;
call facet_protect_function('facet_principal_grants(bigint, bigint)', 'facet_service');
