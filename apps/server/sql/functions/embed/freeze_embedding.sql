-- The operator's switch that stops minting and exchanging, over one tenant or all (null). What it does and the trail of it are one
-- statement, in each tenant it touches.
create or replace function facet_freeze_embedding(p_tenant_id bigint, p_is_frozen boolean) returns bigint language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  with changed as (
    update public.tenants t set embed_frozen_at = case when p_is_frozen then clock_timestamp() end
    where (p_tenant_id is null or t.id = p_tenant_id) and (t.embed_frozen_at is not null) <> p_is_frozen returning t.id),
  recorded as (
    insert into public.audit_entries (tenant_id, operation, outcome, actor_kind, actor_name, targets)
    select named.id, case when p_is_frozen then 'facet embed freeze' else 'facet embed thaw' end, 'done', 'operator', 'operator',
      jsonb_build_array(jsonb_build_object('kind', 'tenant', 'id', named.id::text, 'did', case when changed.id is null then 'unchanged' else 'updated' end))
    from (select id from changed union select p_tenant_id where p_tenant_id is not null) as named left join changed on changed.id = named.id)
  select count(*) from changed
$$;
call facet_protect_function('facet_freeze_embedding(bigint, boolean)', 'facet_service');
