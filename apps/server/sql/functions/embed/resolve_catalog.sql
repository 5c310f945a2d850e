-- Names to ids, with the epochs they hold at. The lock lets whoever takes something from a catalog finish first, so what is read is
-- whole. Without p_is_waiting there is no answer while somebody does, and nobody behind this call waits for it.
create or replace function facet_resolve_catalog(
  p_tenant_id bigint, p_embed_tenant_name text, p_is_embed_scope boolean, p_groups text[], p_tenant_groups text[], p_attributes text[], p_is_waiting boolean)
returns table (epoch bigint, embed_tenant_id bigint, embed_display_name text, embed_epoch bigint, groups jsonb, attributes jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  embed bigint;
  scope bigint;
begin
  if p_is_waiting then
    perform public.facet_use_catalog(p_tenant_id, 0);
  elsif not (pg_try_advisory_xact_lock_shared(hashint8extended(0, 0)) and pg_try_advisory_xact_lock_shared(hashint8extended(p_tenant_id, 0))) then
    return;
  end if;
  select e.id into embed from public.embed_tenants e where e.tenant_id = p_tenant_id and e.name = p_embed_tenant_name and e.removed_at is null;
  if embed is not null then
    if p_is_waiting then
      perform public.facet_use_catalog(p_tenant_id, embed);
    elsif not pg_try_advisory_xact_lock_shared(hashint8extended(p_tenant_id, embed)) then
      return;
    end if;
    -- It may have been removed while this waited.
    select e.id into embed from public.embed_tenants e where e.tenant_id = p_tenant_id and e.id = embed and e.removed_at is null;
  end if;
  scope := case when p_is_embed_scope then coalesce(embed, -1) end;
  return query
    select
      (select c.epoch from public.catalog_epochs c where c.tenant_id = p_tenant_id and c.scope = 0),
      e.id, e.display_name,
      coalesce((select c.epoch from public.catalog_epochs c where c.tenant_id = p_tenant_id and c.scope = e.id), 0),
      coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'namespace', g.namespace, 'name', g.name, 'description', g.description))
        from public.groups g where g.tenant_id = p_tenant_id and (
          (g.namespace = 'groups' and g.embed_tenant_id is not distinct from scope and g.name = any (p_groups))
          or (g.namespace = 'tenantGroups' and g.embed_tenant_id = embed and g.name = any (p_tenant_groups)))), '[]'),
      coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'type', a.type, 'displayName', a.display_name,
          'description', a.description, 'defaultValue', a.default_value, 'trusted', a.is_trusted))
        from public.user_attributes a
        where a.tenant_id = p_tenant_id and a.embed_tenant_id is not distinct from scope and a.name = any (p_attributes)), '[]')
    from (select 1) one left join public.embed_tenants e on e.tenant_id = p_tenant_id and e.id = embed;
end $$;
call facet_protect_function('facet_resolve_catalog(bigint, text, boolean, text[], text[], text[], boolean)', 'facet_service');
