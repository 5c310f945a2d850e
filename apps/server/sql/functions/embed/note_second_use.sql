-- A second use is noted where the first was; the token of the first ends only where the tenant asks for it.
create or replace function facet_note_second_use(p_tenant_id bigint, p_bucket int, p_id bigint, p_is_revoking boolean) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  with noted as (
    update public.embed_sessions s set second_use_at = coalesce(s.second_use_at, clock_timestamp())
    where s.tenant_id = p_tenant_id and s.bucket = p_bucket and s.id = p_id returning s.tenant_id, s.id, s.created_at
  )
  insert into public.embed_watermarks (tenant_id, kind, subject_id, revoked_before)
  select n.tenant_id, 'session', n.id, greatest(clock_timestamp(), n.created_at) from noted n where p_is_revoking on conflict do nothing
$$;
call facet_protect_function('facet_note_second_use(bigint, int, bigint, boolean)', 'facet_service');
