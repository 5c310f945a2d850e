-- The operator's switch that ends every session of one tenant or of all (null), with the trail of it in each of them.
create or replace function facet_revoke_all_embedding(p_tenant_id bigint) returns bigint language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  with ended as (
    insert into public.embed_watermarks (tenant_id, kind, subject_id)
    select t.id, 'tenant', 0 from public.tenants t where p_tenant_id is null or t.id = p_tenant_id order by t.id
    on conflict (tenant_id, kind, subject_id) do update set revoked_before = clock_timestamp() returning tenant_id),
  recorded as (
    insert into public.audit_entries (tenant_id, operation, outcome, actor_kind, actor_name, targets)
    select ended.tenant_id, 'facet embed revoke-all', 'done', 'operator', 'operator',
      jsonb_build_array(jsonb_build_object('kind', 'tenant', 'id', ended.tenant_id::text, 'did', 'sessions_ended'))
    from ended)
  select count(*) from ended
$$;
call facet_protect_function('facet_revoke_all_embedding(bigint)', 'facet_service');
