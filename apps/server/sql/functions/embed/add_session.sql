-- The record of one mint; a batch of them is written by the statement that finds their users (mint_sessions).
create or replace function facet_add_session(
  p_tenant_id bigint, p_bucket int, p_secret_hash bytea, p_deployment_id bigint, p_user_id bigint, p_is_internal boolean, p_embed_tenant_id bigint,
  p_api_key_id bigint, p_is_creator_mode boolean, p_group_ids bigint[], p_attribute_values jsonb, p_document jsonb, p_minted_at timestamptz,
  p_restore_epoch int)
returns bigint language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  added bigint;
begin
  insert into public.embed_sessions (tenant_id, bucket, id, secret_hash, deployment_id, user_id, is_internal, embed_tenant_id, api_key_id,
    is_creator_mode, group_ids, attribute_values, document, created_at, expires_at, restore_epoch)
  values (p_tenant_id, p_bucket, nextval('public.facet_ids'), p_secret_hash, p_deployment_id, p_user_id, p_is_internal, p_embed_tenant_id,
    p_api_key_id, p_is_creator_mode, p_group_ids, p_attribute_values, p_document, p_minted_at, p_minted_at + public.facet_session_lifetime(),
    p_restore_epoch)
  returning id into added;
  return added;
end $$;
call facet_protect_function(
  'facet_add_session(bigint, int, bytea, bigint, bigint, boolean, bigint, bigint, boolean, bigint[], jsonb, jsonb, timestamptz, int)',
  'facet_function');
