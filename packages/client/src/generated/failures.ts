// Generated from packages/contract by pnpm generate. Do not edit.

export type Failure = {
  /** Stable; branch on this. */
  code: string
  /** A sentence for people: what was sent and what to do. */
  message: string
  /** The same sentence, for clients that read `error`. */
  error: string
  /** Also in the x-request-id header and in the log. */
  requestId: string
  errors?: FailureDetail[]
  /** With `merge_conflict` and `parent_moved`: the files both sides changed, 100 at most. */
  conflicts?: FileConflict[]
  /**
   * With `merge_conflict` and `parent_moved`: the commit of the other branch. Send it back as `parentHash` to resolve
   * exactly this conflict.
   */
  parentHash?: string
}

export type FailureDetail = {
  /** JSON pointer into the request: /body/name, /query/first. */
  pointer: string
  message: string
}

export type FileConflict = {
  path: string
  /** The file as the common ancestor has it; absent where it has none, cut at 64 kB. */
  base?: string
  /** The file as the branch merged into has it; absent where it has none, cut at 64 kB. */
  ours?: string
  /** The file as the branch being merged has it; absent where it has none, cut at 64 kB. */
  theirs?: string
}

/** The stable codes the API answers with. */
export type FailureCode =
  | 'invalid_request'
  | 'invalid_cursor'
  | 'mixed_paging'
  | 'unauthenticated'
  | 'forbidden'
  | 'outside_key_scope'
  | 'https_required'
  | 'route_not_found'
  | 'not_in_this_version'
  | 'unknown_host'
  | 'request_too_slow'
  | 'headers_too_large'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'upload_order'
  | 'idempotency_key_reused'
  | 'idempotency_in_progress'
  | 'rate_limited'
  | 'long_work_unavailable'
  | 'internal_error'
  | 'service_unavailable'
  | 'dbt_not_configured'
  | 'dbt_not_over_ssh'
  | 'dbt_setting_invalid'
  | 'dbt_version_unsupported'
  | 'dbt_warehouse_unsupported'
  | 'dbt_variable_not_selectable'
  | 'dbt_sync_not_found'
  | 'dbt_sync_no_result'
  | 'dbt_sync_limit'
  | 'dbt_ref_invalid'
  | 'dbt_manifest_not_found'
  | 'dbt_manifest_id_invalid'
  | 'dbt_manifest_too_large'
  | 'dbt_manifest_invalid'
  | 'dbt_manifest_limit'
  | 'dbt_push_notice_refused'
  | 'dbt_push_notice_invalid'
  | 'dbt_target_refused'
  | 'group_has_members'
  | 'embed_tenant_not_found'
  | 'embed_tenant_name_invalid'
  | 'external_user_limit'
  | 'embedding_disabled'
  | 'minting_frozen'
  | 'unknown_field'
  | 'roles_not_allowed'
  | 'user_identifier'
  | 'external_id_invalid'
  | 'not_with_internal_id'
  | 'internal_user_not_found'
  | 'embed_tenant_name_malformed'
  | 'picture_invalid'
  | 'creator_mode_required'
  | 'embed_tenant_required'
  | 'creator_mode_disabled'
  | 'duplicate_name'
  | 'attribute_type_conflict'
  | 'user_attributes_not_found'
  | 'groups_not_found'
  | 'embed_token_expired'
  | 'embed_token_revoked'
  | 'session_unknown'
  | 'session_expired'
  | 'session_used'
  | 'session_revoked'
  | 'session_mismatch'
  | 'session_not_found'
  | 'origin_not_allowed'
  | 'security_context_reserved'
  | 'security_context_too_large'
  | 'embed_user_not_found'
  | 'deployment_not_found'
  | 'deployment_name_taken'
  | 'region_not_found'
  | 'version_not_listed'
  | 'custom_domain_taken'
  | 'env_variable_name_invalid'
  | 'env_variable_name_reserved'
  | 'env_variable_value_masked'
  | 'env_variable_limit'
  | 'environment_not_found'
  | 'data_scope_invalid'
  | 'data_token_expired'
  | 'data_token_revoked'
  | 'driver_not_installed'
  | 'env_variable_not_found'
  | 'no_build'
  | 'engine_starting'
  | 'engine_failed'
  | 'data_source_unknown'
  | 'deployment_required'
  | 'metadata_failed'
  | 'engine_unavailable'
  | 'api_key_not_found'
  | 'api_key_limit'
  | 'key_exceeds_creator'
  | 'owner_not_found'
  | 'service_account_not_found'
  | 'service_account_name_taken'
  | 'role_not_found'
  | 'user_not_found'
  | 'user_taken'
  | 'last_admin'
  | 'own_account'
  | 'own_deactivation'
  | 'group_not_found'
  | 'group_name_taken'
  | 'group_name_reserved'
  | 'user_attribute_not_found'
  | 'user_attribute_name_taken'
  | 'user_attribute_value_mismatch'
  | 'user_attribute_limit'
  | 'branch_not_found'
  | 'branch_name_taken'
  | 'branch_name_invalid'
  | 'branch_required'
  | 'upload_limit'
  | 'branch_limit'
  | 'branch_expired'
  | 'not_dev_branch'
  | 'not_own_branch'
  | 'not_shared_branch'
  | 'deploy_branch_kept'
  | 'deploy_branch_read_only'
  | 'deploy_branch_merge_off'
  | 'parent_branch_missing'
  | 'merge_into_itself'
  | 'file_not_found'
  | 'file_path_invalid'
  | 'file_path_taken'
  | 'file_too_large'
  | 'model_too_large'
  | 'resource_limit_exceeded'
  | 'file_limit'
  | 'code_edits_restricted'
  | 'merge_conflict'
  | 'parent_moved'
  | 'widening_unacknowledged'
  | 'upload_not_found'
  | 'upload_incomplete'
  | 'remote_not_connected'
  | 'webhook_token_invalid'
  | 'webhook_cooldown'
  | 'remote_url_invalid'
  | 'remote_host_private'
  | 'remote_unreachable'
  | 'remote_auth_failed'
  | 'remote_repository_not_found'
  | 'remote_branch_not_found'
  | 'remote_host_key_mismatch'
  | 'remote_content_refused'
  | 'remote_too_large'
  | 'remote_moved'
  | 'remote_push_refused'
