-- The one rule of validity, asked of a session that waits and of the grant of one that was exchanged alike, by everyone who asks:
-- exchange, look-up and registry. A session holds while all it stands on does: the restore epoch, the deployment, the key and its
-- owner, the user, the embed tenant; and while no watermark has passed it. What has ended stays ended, so an end that can be taken back,
-- as a deactivation can, leaves a watermark too. It has expired with its own time or that of the key, whichever comes first. The
-- tenant's switch refuses what would hold until it is on again; the operator's freeze keeps sessions from being exchanged and leaves
-- tokens alone.
-- A function that gives rows, with names bound when it is made: such a one PostgreSQL writes out where it is used. Any other it would
-- plan and run anew for every row.
create or replace function facet_judge_embedding(
  p_is_exchanged boolean, p_tenant_id bigint, p_session_id bigint, p_deployment_id bigint, p_user_id bigint, p_is_internal boolean,
  p_embed_tenant_id bigint, p_api_key_id bigint, p_group_ids bigint[], p_minted_at timestamptz, p_expires_at timestamptz, p_restore_epoch int)
returns table (state text, revoked_at timestamptz, key_expires_at timestamptz) language sql stable
begin atomic
  select case
      when ended.at is not null or coalesce(o.is_deactivated, true)
        or not exists (select from public.installation i where i.is_only and i.restore_epoch = p_restore_epoch)
        or not exists (select from public.deployments d where d.tenant_id = p_tenant_id and d.id = p_deployment_id)
        or (p_embed_tenant_id > 0 and not exists (select from public.embed_tenants e
          where e.tenant_id = p_tenant_id and e.id = p_embed_tenant_id and e.removed_at is null))
        or not case
          when p_is_internal then exists (select from public.principals u where u.tenant_id = p_tenant_id and u.id = p_user_id and not u.is_deactivated)
          else exists (select from public.external_users u where u.tenant_id = p_tenant_id and u.id = p_user_id) end
        then 'revoked'
      when least(p_expires_at, k.expires_at) <= clock_timestamp() then 'expired'
      when exists (select from public.tenant_settings s where s.tenant_id = p_tenant_id and not s.embedding_enabled) then 'disabled'
      when not p_is_exchanged and exists (select from public.tenants t where t.id = p_tenant_id and t.embed_frozen_at is not null) then 'frozen'
      else 'valid' end,
    ended.at, k.expires_at
  from (select p_api_key_id as api_key_id) minted_by
  left join public.api_keys k on k.tenant_id = p_tenant_id and k.id = minted_by.api_key_id
  left join public.principals o on o.tenant_id = p_tenant_id and o.id = k.principal_id
  cross join lateral (
    select min(w.revoked_before) as at
    from unnest(
      array['tenant', 'session', 'user', 'embed_tenant', 'deployment', 'key', 'owner'] || array_fill('group'::text, array[cardinality(p_group_ids)]),
      array[0, p_session_id, p_user_id, p_embed_tenant_id, p_deployment_id, p_api_key_id, k.principal_id] || p_group_ids) as stands(kind, id)
    join public.embed_watermarks w on w.tenant_id = p_tenant_id and w.kind = stands.kind and w.subject_id = stands.id and w.revoked_before >= p_minted_at
  ) ended;
end;
call facet_protect_function('facet_judge_embedding(boolean, bigint, bigint, bigint, bigint, boolean, bigint, bigint, bigint[], timestamptz, timestamptz, int)', 'facet_service', 'facet_function');
