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
}

export type FailureDetail = {
  /** JSON pointer into the request: /body/name, /query/first. */
  pointer: string
  message: string
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
  | 'unknown_host'
  | 'request_too_slow'
  | 'headers_too_large'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'idempotency_key_reused'
  | 'idempotency_in_progress'
  | 'rate_limited'
  | 'internal_error'
  | 'service_unavailable'
  | 'deployment_not_found'
  | 'deployment_name_taken'
  | 'region_not_found'
  | 'version_not_listed'
  | 'custom_domain_taken'
  | 'env_variable_name_invalid'
  | 'env_variable_name_reserved'
  | 'env_variable_value_masked'
  | 'env_variable_limit'
  | 'env_variable_not_found'
  | 'api_key_not_found'
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
  | 'group_has_members'
  | 'user_attribute_not_found'
  | 'user_attribute_name_taken'
  | 'user_attribute_value_mismatch'
  | 'user_attribute_limit'
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
