-- What a tenant has set about embedding and which fonts its pages are written in, with the epoch of the same snapshot for the cache.
create or replace function facet_find_embed_settings(p_tenant_id bigint)
returns table (settings jsonb, is_frozen boolean, epoch bigint) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(s.settings, '{}') || jsonb_build_object('typography', a.config #> '{appTheme,typography}'), t.embed_frozen_at is not null, r.epoch
  from public.revocation_epoch r join public.tenants t on t.id = p_tenant_id
    left join public.tenant_settings s on s.tenant_id = t.id left join public.app_config a on a.tenant_id = t.id
$$;
call facet_protect_function('facet_find_embed_settings(bigint)', 'facet_service');
