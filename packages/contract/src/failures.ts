import { schema, type Static, Type } from './schema.ts'

/** The closed list of kinds and the status each one answers with. */
export const failureStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  too_slow: 408,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported: 415,
  misdirected: 421,
  unprocessable: 422,
  rate_limited: 429,
  headers_too_large: 431,
  bug: 500,
  not_implemented: 501,
  unavailable: 503,
} as const

export type FailureKind = keyof typeof failureStatus

/** Every stable code, with its kind and what it means to someone who meets it in a log. */
export const failureCodes = {
  invalid_request: { kind: 'invalid', meaning: 'The path, query or body does not fit the schema; `errors` points at each problem.' },
  invalid_cursor: { kind: 'invalid', meaning: 'The `after` cursor was not made by this list.' },
  mixed_paging: { kind: 'invalid', meaning: 'Cursor paging (`first`, `after`) and the deprecated `offset`, `limit` were sent together.' },
  unauthenticated: { kind: 'unauthenticated', meaning: 'No credential, or one that is malformed, unknown, deleted or expired.' },
  forbidden: { kind: 'forbidden', meaning: 'The credential is valid, but its kind, its session or its role does not allow this.' },
  outside_key_scope: {
    kind: 'forbidden',
    meaning: 'The API key is scoped and this deployment, operation or origin lies outside its scope.',
  },
  https_required: { kind: 'forbidden', meaning: 'The request came over plain HTTP.' },
  route_not_found: { kind: 'not_found', meaning: 'No operation has this method and path.' },
  not_in_this_version: {
    kind: 'not_implemented',
    meaning: 'The reference has this operation and this version of Facet does not: it says nothing about what the path names.',
  },
  unknown_host: { kind: 'misdirected', meaning: 'No tenant is served under this host name.' },
  request_too_slow: { kind: 'too_slow', meaning: 'The request did not arrive in time.' },
  headers_too_large: { kind: 'headers_too_large', meaning: 'Address and headers together are over the limit.' },
  body_too_large: { kind: 'too_large', meaning: 'The request body is over the limit.' },
  unsupported_media_type: { kind: 'unsupported', meaning: 'The body is of a type the operation does not read; JSON is.' },
  idempotency_key_reused: { kind: 'unprocessable', meaning: 'The Idempotency-Key was used before with another request.' },
  idempotency_in_progress: { kind: 'conflict', meaning: 'The first request of this Idempotency-Key is still running.' },
  rate_limited: { kind: 'rate_limited', meaning: 'Too many requests; `Retry-After` says when to come back.' },
  internal_error: { kind: 'bug', meaning: 'A defect of the service; the request id finds it in the log.' },
  service_unavailable: { kind: 'unavailable', meaning: 'A part the service needs is away; the request can be repeated.' },

  deployment_not_found: { kind: 'not_found', meaning: 'No such deployment, or none that this caller may see.' },
  deployment_name_taken: { kind: 'conflict', meaning: 'Deployment names are unique in a tenant.' },
  region_not_found: { kind: 'invalid', meaning: 'The region is not one of those the regions list names.' },
  version_not_listed: { kind: 'invalid', meaning: 'The version is not one the versions list names for the channel.' },
  custom_domain_taken: {
    kind: 'conflict',
    meaning: 'The domain is in use by another deployment or tenant, or lies below the host of another tenant.',
  },
  env_variable_name_invalid: { kind: 'invalid', meaning: 'A new variable name is not a POSIX identifier.' },
  env_variable_name_reserved: { kind: 'invalid', meaning: 'The name steers the runtime or is set by the platform.' },
  env_variable_value_masked: { kind: 'invalid', meaning: 'The value is the mask that reading returns, not a value.' },
  env_variable_limit: { kind: 'invalid', meaning: 'The deployment has as many variables as it may have.' },
  env_variable_not_found: { kind: 'not_found', meaning: 'The deployment has no variable of this name.' },
  api_key_not_found: { kind: 'not_found', meaning: 'No such API key, or none that this caller may see.' },
  api_key_limit: {
    kind: 'forbidden',
    meaning: 'The person or service account has as many API keys as the installation allows; deleting one makes room.',
  },
  key_exceeds_creator: { kind: 'forbidden', meaning: 'A key can not be made with more than its maker holds.' },
  owner_not_found: { kind: 'not_found', meaning: 'The user or service account that should own the key does not exist.' },
  service_account_not_found: { kind: 'not_found', meaning: 'No such service account.' },
  service_account_name_taken: { kind: 'conflict', meaning: 'Service account names are unique in a tenant.' },
  role_not_found: { kind: 'invalid', meaning: 'No role of this name exists in the tenant.' },

  user_not_found: { kind: 'not_found', meaning: 'No such user in this tenant.' },
  user_taken: { kind: 'conflict', meaning: 'The email or the username belongs to another user of the tenant.' },
  last_admin: { kind: 'forbidden', meaning: 'At least one active administrator must remain.' },
  own_account: { kind: 'invalid', meaning: 'Nobody deletes the account they are using.' },
  own_deactivation: { kind: 'forbidden', meaning: 'Nobody deactivates the account they are using.' },
  group_not_found: { kind: 'not_found', meaning: 'No such group, or not in this embed tenant.' },
  group_name_taken: { kind: 'invalid', meaning: 'A group of this name exists in the same catalog.' },
  group_name_reserved: { kind: 'invalid', meaning: "Names starting with `system:` or `group:` are the platform's own." },
  group_has_members: { kind: 'invalid', meaning: 'An embed group is deleted only when nobody is in it.' },
  user_attribute_not_found: { kind: 'not_found', meaning: 'No such attribute definition.' },
  user_attribute_name_taken: { kind: 'conflict', meaning: 'A definition of this name exists in the same catalog.' },
  user_attribute_value_mismatch: { kind: 'invalid', meaning: 'A value, or a default, does not fit the type of its definition.' },
  user_attribute_limit: { kind: 'invalid', meaning: 'The catalog has as many definitions as it may have.' },
  embed_tenant_not_found: { kind: 'not_found', meaning: 'No embed tenant of this name exists; the first session that names one makes it.' },
  embed_tenant_name_invalid: { kind: 'invalid', meaning: 'An embed tenant is deleted by its exact name, which is lowercase.' },
  external_user_limit: {
    kind: 'forbidden',
    meaning: 'The tenant has as many external users as its limit allows; existing ones go on working.',
  },
  embedding_disabled: {
    kind: 'forbidden',
    meaning: 'Embedding is turned off in the settings of the tenant; nothing is minted or exchanged and no embed token is taken.',
  },
  minting_frozen: {
    kind: 'unavailable',
    meaning: 'The operator has frozen embedding for this tenant; nothing is minted or exchanged meanwhile.',
  },
  unknown_field: {
    kind: 'invalid',
    meaning: 'A session request has a field that does not exist; the nearest known name is in the message.',
  },
  roles_not_allowed: {
    kind: 'invalid',
    meaning: 'A session request names `roles`; what a session may do follows from groups and attributes.',
  },
  user_identifier: { kind: 'invalid', meaning: 'A session is for exactly one of `externalId` and `internalId`.' },
  external_id_invalid: { kind: 'invalid', meaning: '`externalId` is not lowercase and trimmed.' },
  not_with_internal_id: { kind: 'invalid', meaning: 'The field describes an external user and was sent with `internalId`.' },
  internal_user_not_found: { kind: 'not_found', meaning: 'No active internal user has the username sent as `internalId`.' },
  embed_tenant_name_malformed: {
    kind: 'invalid',
    meaning: '`embedTenantName` is not 5 to 36 of a-z, 0-9 and -, from a letter to a letter or digit.',
  },
  picture_invalid: { kind: 'invalid', meaning: '`userProfile.picture` is not an absolute http or https address.' },
  creator_mode_required: { kind: 'invalid', meaning: 'The field needs `creatorMode: true`.' },
  embed_tenant_required: { kind: 'invalid', meaning: 'The field needs an `embedTenantName`.' },
  creator_mode_disabled: { kind: 'forbidden', meaning: 'The tenant setting `useCreatorMode` is off.' },
  duplicate_name: { kind: 'invalid', meaning: 'A list names the same thing twice.' },
  attribute_type_conflict: { kind: 'invalid', meaning: 'An attribute of this name exists with another type; types never change.' },
  user_attributes_not_found: { kind: 'invalid', meaning: 'An attribute name is not in the catalog that applies.' },
  groups_not_found: { kind: 'invalid', meaning: 'A group name is not in the catalog that applies.' },
  embed_token_expired: { kind: 'unauthenticated', meaning: 'The embed token has reached its end; `expires_in` told when.' },
  embed_token_revoked: {
    kind: 'unauthenticated',
    meaning: 'The session behind the embed token was revoked, or what it stands on is gone.',
  },
  session_unknown: { kind: 'unauthenticated', meaning: 'No session has this id.' },
  session_expired: { kind: 'unauthenticated', meaning: 'The session was not exchanged within five minutes.' },
  session_used: { kind: 'unauthenticated', meaning: 'The session was exchanged before; each works once.' },
  session_revoked: { kind: 'unauthenticated', meaning: 'The session was revoked, or what it stands on is gone.' },
  session_mismatch: { kind: 'invalid', meaning: 'The new session is for another user, embed tenant or deployment than the token.' },
  session_not_found: { kind: 'not_found', meaning: 'No such session in the registry.' },
  origin_not_allowed: { kind: 'forbidden', meaning: 'A browser called from an origin that `embedOrigins` of the tenant does not name.' },
  security_context_reserved: { kind: 'invalid', meaning: 'The security context holds a key that only the platform may set.' },
  security_context_too_large: { kind: 'invalid', meaning: 'The security context is over its limit of bytes or depth.' },
  branch_not_found: { kind: 'not_found', meaning: 'The deployment has no branch of this name or id.' },
  branch_name_taken: { kind: 'conflict', meaning: 'A branch of this name exists in the deployment.' },
  branch_name_invalid: { kind: 'invalid', meaning: 'The name is not one git takes for a branch, or is kept for personal branches.' },
  branch_required: { kind: 'invalid', meaning: 'The call names no branch and the credential is not in dev mode.' },
  upload_limit: { kind: 'invalid', meaning: 'The deployment has as many open uploads as it may have.' },
  branch_limit: { kind: 'invalid', meaning: 'The deployment has as many branches as it may have.' },
  branch_expired: { kind: 'not_found', meaning: 'The time to live of the branch is over.' },
  not_dev_branch: { kind: 'invalid', meaning: 'Files are written on personal dev-mode branches only.' },
  not_own_branch: { kind: 'forbidden', meaning: 'The dev-mode branch belongs to somebody else.' },
  not_shared_branch: { kind: 'invalid', meaning: 'Only a shared branch has a staging environment.' },
  deploy_branch_kept: { kind: 'invalid', meaning: 'The deploy branch can not be removed.' },
  deploy_branch_read_only: { kind: 'forbidden', meaning: 'The setting `deployBranchReadOnly` lets only merges change the deploy branch.' },
  deploy_branch_merge_off: { kind: 'forbidden', meaning: 'The setting `deployBranchMergeAllowed` is off.' },
  parent_branch_missing: { kind: 'invalid', meaning: 'The branch has no parent to merge into.' },
  merge_into_itself: { kind: 'invalid', meaning: 'The branch to merge is the deploy branch itself.' },
  file_not_found: { kind: 'not_found', meaning: 'The branch has no file of this path.' },
  file_path_invalid: { kind: 'invalid', meaning: 'The path could not be kept safely in a repository and on disks.' },
  file_path_taken: { kind: 'conflict', meaning: 'Another file or folder stands at the path, or one that differs only in case.' },
  file_too_large: { kind: 'too_large', meaning: 'A file of the data model is at most 10 MB.' },
  model_too_large: {
    kind: 'too_large',
    meaning: 'The files of the data model, or a version of it in its history, are more than one call looks at.',
  },
  resource_limit_exceeded: {
    kind: 'unprocessable',
    meaning: 'The work on the data model went over the memory, time or output that one call is given; the message says which.',
  },
  file_limit: { kind: 'invalid', meaning: 'A data model has at most 10,000 files.' },
  code_edits_restricted: {
    kind: 'forbidden',
    meaning: 'The setting `modelCodeEdits` keeps files with code for those who may manage secrets.',
  },
  merge_conflict: { kind: 'conflict', meaning: 'Both sides changed the same files; `conflicts` holds each with both sides.' },
  parent_moved: { kind: 'conflict', meaning: 'The parent branch has changed since the conflict that this call resolves.' },
  widening_unacknowledged: {
    kind: 'conflict',
    meaning: 'The change lets somebody see more, and the setting `wideningMerges` wants that acknowledged.',
  },
  upload_not_found: { kind: 'not_found', meaning: 'No such upload is open: it is finished, has expired, or was never started.' },
  upload_incomplete: { kind: 'invalid', meaning: 'A file of the manifest is neither uploaded nor on the branch with this hash.' },
  upload_order: { kind: 'invalid', meaning: 'The text fields of an upload come before its file.' },
  remote_not_connected: { kind: 'not_found', meaning: 'The deployment is connected to no git remote.' },
  webhook_token_invalid: { kind: 'forbidden', meaning: 'The token of the push notice is not that of the remote.' },
  webhook_cooldown: { kind: 'rate_limited', meaning: 'The branch was pulled a moment ago; the notice can be sent again.' },
  embed_user_not_found: { kind: 'not_found', meaning: 'No such external user in this embed tenant.' },

  remote_url_invalid: { kind: 'invalid', meaning: 'The address of a remote is not a git URL over HTTPS or SSH.' },
  remote_host_private: {
    kind: 'invalid',
    meaning: 'The host of a remote is not on the public internet and the operator has not named it in `FACET_ALLOW_PRIVATE_HOSTS`.',
  },
  remote_unreachable: { kind: 'unprocessable', meaning: 'The host of a remote has no address, does not answer, or breaks off.' },
  remote_auth_failed: { kind: 'unprocessable', meaning: 'The remote does not take the token or the key.' },
  remote_repository_not_found: { kind: 'unprocessable', meaning: 'The host of the remote has no such repository, or does not show it.' },
  remote_branch_not_found: { kind: 'unprocessable', meaning: 'The repository of the remote has no branch of this name.' },
  remote_host_key_mismatch: { kind: 'unprocessable', meaning: 'The SSH host shows another key than the one that was trusted.' },
  remote_content_refused: { kind: 'unprocessable', meaning: 'What the remote sent is damaged, or could harm whoever checks it out.' },
  remote_too_large: { kind: 'too_large', meaning: 'The remote sent more than is taken in one fetch.' },
  remote_moved: { kind: 'conflict', meaning: 'The branch of the remote is not where it was expected; nothing was overwritten.' },
  remote_push_refused: { kind: 'conflict', meaning: 'The remote has a rule against the push, such as a protected branch.' },
} as const satisfies Record<string, { kind: FailureKind; meaning: string }>

export type FailureCode = keyof typeof failureCodes

export const statusOf = (code: FailureCode): number => failureStatus[failureCodes[code].kind]

/** What any operation may answer, whatever it does; an operation lists only its own. */
export const commonFailures = {
  always: [
    'invalid_request',
    'https_required',
    'unknown_host',
    'request_too_slow',
    'headers_too_large',
    'rate_limited',
    'internal_error',
    'service_unavailable',
  ],
  authenticated: ['unauthenticated', 'embed_token_expired', 'embed_token_revoked', 'embedding_disabled', 'forbidden', 'outside_key_scope'],
  fromPages: ['origin_not_allowed'],
  mayHaveBody: ['body_too_large', 'unsupported_media_type'],
  onRepository: ['model_too_large', 'resource_limit_exceeded'],
  idempotent: ['idempotency_key_reused', 'idempotency_in_progress'],
} as const satisfies Record<string, readonly FailureCode[]>

export const FailureDetail = schema('FailureDetail', {
  pointer: Type.String({ description: 'JSON pointer into the request: /body/name, /query/first.' }),
  message: Type.String(),
})

const conflictSide = (whose: string) =>
  Type.Optional(Type.String({ description: `The file as ${whose} has it; absent where it has none, cut at 64 kB.` }))

export const FileConflict = schema('FileConflict', {
  path: Type.String(),
  base: conflictSide('the common ancestor'),
  ours: conflictSide('the branch merged into'),
  theirs: conflictSide('the branch being merged'),
})
export type FileConflict = Static<typeof FileConflict>

export const FailureBody = schema('Failure', {
  code: Type.String({ description: 'Stable; branch on this.' }),
  message: Type.String({ description: 'A sentence for people: what was sent and what to do.' }),
  error: Type.String({ description: 'The same sentence, for clients that read `error`.' }),
  requestId: Type.String({ description: 'Also in the x-request-id header and in the log.' }),
  errors: Type.Optional(Type.Array(FailureDetail)),
  conflicts: Type.Optional(
    Type.Array(FileConflict, { description: 'With `merge_conflict` and `parent_moved`: the files both sides changed, 100 at most.' }),
  ),
  parentHash: Type.Optional(
    Type.String({
      description:
        'With `merge_conflict` and `parent_moved`: the commit of the other branch. Send it back as `parentHash` to resolve exactly this conflict.',
    }),
  ),
})
export type FailureBody = Static<typeof FailureBody>
