import type { FailureCode } from './failures.ts'

/** What to do about a failure, and a message as it really reads; a test provokes the messages. */
export type FailureCure = { cure: string; example?: string }

const ofEveryCall = {
  invalid_request: {
    cure: 'Read `errors`: each entry points at a field and says what it must be. Correct the request; repeating it changes nothing.',
    example: 'The request does not fit: /body/deploymentId must be integer.',
  },
  unauthenticated: {
    cure: 'Send `Authorization: Bearer <API key>`. With an embed token: mint a new session and exchange it. Check that the host name is that of the tenant the credential belongs to.',
    example: 'No credential was sent. Send the header `Authorization: Bearer <API key>`.',
  },
  embed_token_expired: {
    cure: 'Renew a little before `expires_in` is over: mint a new session and send it to /api/v1/embed/session/renew with the token that still lives. After the end, exchange the new session.',
    example: 'The embed token has ended. Mint a new session and exchange it, or renew before `expires_in` is over.',
  },
  embed_token_revoked: {
    cure: 'Mint a new session if the user should still see the view. The registry of sessions shows when this one was revoked.',
    example: 'The session behind this embed token was revoked, or what it stands on is gone. Mint a new one if the user may go on.',
  },
  forbidden: {
    cure: 'Use a credential whose owner holds the role. Minting needs a key of an administrator or of a service account with the role Admin; an embed token never mints.',
    example: 'generateSession does not take an embed token.',
  },
  outside_key_scope: {
    cure: 'Use a key whose scope includes what you ask for, or have an administrator make one. Scopes never grow: a key is replaced, not widened.',
    example: 'This API key is scoped to other embed tenants than "globex".',
  },
  https_required: {
    cure: 'Call the same address with `https://`. Behind a proxy, have it send `X-Forwarded-Proto` and name it in `FACET_TRUSTED_PROXIES`.',
    example: 'Only HTTPS is accepted. Call the same address with https://.',
  },
  unknown_host: {
    cure: 'Call the host name the tenant was created with. Behind a proxy, pass the original host on.',
    example: 'No tenant is served under the host name "facet.internal".',
  },
  request_too_slow: { cure: 'Send it again; look at the network and at proxies between you and the service.' },
  headers_too_large: { cure: 'Send fewer or shorter headers; cookies are never needed.' },
  body_too_large: {
    cure: 'Send less: identifiers instead of data. The operator sets the limit with `FACET_BODY_LIMIT_BYTES`.',
    example: 'The request body is larger than this service accepts (FACET_BODY_LIMIT_BYTES).',
  },
  unsupported_media_type: {
    cure: 'Send `Content-Type: application/json` and a JSON body.',
    example: 'The body is read as JSON only. Send Content-Type: application/json.',
  },
  rate_limited: { cure: 'Wait as many seconds as `Retry-After` says, then repeat. If it lasts, ask the operator for a higher limit.' },
  internal_error: { cure: 'Repeat once. If it stays, give the operator the `requestId`.' },
  service_unavailable: { cure: 'Repeat after `Retry-After` seconds, with growing waits.' },
} as const satisfies Partial<Record<FailureCode, FailureCure>>

const ofMinting = {
  deployment_not_found: {
    cure: 'Take the id from the deployments list, with a key of the same tenant.',
    example: 'Deployment 999999 was not found. The deployments list shows the ones you can use.',
  },
  embedding_disabled: {
    cure: 'An administrator sets `embeddingEnabled` in the tenant settings.',
    example: 'Embedding is off for this tenant. An administrator turns it on with the tenant setting embeddingEnabled.',
  },
  minting_frozen: {
    cure: 'Show your users that the view is away for the moment and repeat after `Retry-After` seconds. The operator ends the freeze.',
    example: 'The operator has frozen embedding for this tenant. Try again later.',
  },
  unknown_field: {
    cure: 'Correct the name, or take the field out. Nothing that is not known is passed over, so that a typing error never widens access.',
    example: 'There is no field "embedTenant" in a session request. Did you mean embedTenantName?',
  },
  roles_not_allowed: {
    cure: 'Leave `roles` out. Put the user into `groups`, or give them `userAttributes`.',
    example: 'A session takes no roles: what its user may see follows from groups and attributes. Leave the field out.',
  },
  user_identifier: {
    cure: 'Send `externalId` for a user of your product, or `internalId` for a person of this tenant; not both.',
    example: 'A session is for exactly one of externalId and internalId; neither was sent.',
  },
  external_id_invalid: {
    cure: 'Send it trimmed and in lowercase. An opaque id of your database serves best: e-mail addresses change and come in several spellings.',
    example: 'externalId must be lowercase and trimmed already: send "ada".',
  },
  not_with_internal_id: {
    cure: 'Leave the field out: an internal user has it stored. To send it, use `externalId`.',
    example: 'groups describes an external user and is not allowed with internalId, which uses what that user holds already.',
  },
  internal_user_not_found: {
    cure: 'Send the username of an active user of this tenant. For the users of your product use `externalId`.',
    example: 'There is no active user "nobody" in this tenant. internalId is a username.',
  },
  embed_tenant_name_malformed: {
    cure: 'Map each customer to a name of that form once and keep it: `acme-corp`, or `c-` and your id of the customer.',
    example: 'embedTenantName "Acme" must have 5 to 36 characters of a-z, 0-9 and -, start with a letter and end with a letter or digit.',
  },
  picture_invalid: {
    cure: 'Send a whole address such as `https://app.example/ada.png`, or leave the picture out.',
    example: 'userProfile.picture must be an absolute http:// or https:// address.',
  },
  creator_mode_required: {
    cure: 'Send `creatorMode: true` with it, or leave the field out and use the groups and attributes of the tenant.',
    example: 'tenantGroups needs creatorMode: true.',
  },
  embed_tenant_required: {
    cure: 'Send the `embedTenantName` of the customer the user belongs to.',
    example: 'embedTenantProfile needs an embedTenantName.',
  },
  creator_mode_disabled: {
    cure: 'An administrator sets `useCreatorMode` in the tenant settings, or you leave `creatorMode` out.',
    example: 'Creator mode is off for this tenant. An administrator turns it on with the tenant setting useCreatorMode.',
  },
  duplicate_name: { cure: 'Send each name once.', example: 'userAttributes names "region" twice. Send each name once.' },
  group_name_reserved: {
    cure: 'Choose a name that does not start with `system:` or `group:`, without spaces around it.',
    example:
      '"system:root" reads as a name of the platform\'s own: group names may not start with system: or group:, nor begin or end with a space.',
  },
  attribute_type_conflict: {
    cure: 'Send the type the attribute has, use another name, or delete the attribute first.',
    example: 'User attribute "plan" cannot change type: it is string and was sent as number. Delete it first, or use another name.',
  },
  user_attributes_not_found: {
    cure: 'Have an administrator create the attribute once, or, in creator mode, send it in `userAttributeDefinitions`. `errors` points at each one.',
    example: 'User attributes not found',
  },
  groups_not_found: {
    cure: 'Have an administrator create the group once, or, in creator mode, send it in `groupDefinitions` or `tenantGroupDefinitions`.',
    example: 'Groups with names gold not found',
  },
  user_attribute_value_mismatch: {
    cure: 'Send a value of the type the attribute was defined with: a number as a JSON number, not as text.',
    example: 'The value of user attribute "region" must be a string.',
  },
  user_attribute_limit: {
    cure: 'Delete definitions that nothing uses. Something that differs by user belongs into the value, not into the name.',
  },
  external_user_limit: { cure: 'An administrator raises `externalUserLimit` in the tenant settings. Users that exist go on working.' },
  security_context_reserved: {
    cure: 'Rename the key. What the platform says of the user is under `cubeCloud` and can not be sent.',
    example: '/body/securityContext/cubeCloud is a name only the platform may set in a security context.',
  },
  security_context_too_large: {
    cure: 'Send identifiers and let the data model look up the rest; the limits are 16,384 bytes as JSON and 10 levels.',
    example: '/body/securityContext has 20010 bytes as JSON; the limit is 16384. Send identifiers and let the data model look up the rest.',
  },
} as const satisfies Partial<Record<FailureCode, FailureCure>>

const ofTheFrame = {
  session_unknown: {
    cure: 'Hand the `sessionId` to the browser unchanged, and exchange it at the host of the tenant it was minted in.',
    example: 'No session has this id. Send the sessionId exactly as generate-session answered it.',
  },
  session_expired: {
    cure: 'Mint when the page asks for it, not ahead of time; ask your backend for a new session.',
    example:
      'The session has ended: it is exchanged within five minutes of being minted, while the key that minted it lasts. Mint a new one for each page view.',
  },
  session_used: {
    cure: 'Ask your backend for a new session. If no code of yours sent it twice, somebody else has the id: look at the session in the registry and revoke it.',
    example: 'The session was exchanged before; each works once. Mint a new one for each page view.',
  },
  session_revoked: {
    cure: 'Ask your backend for a new session, which it gives only if the user may still look. Do not retry by yourself.',
    example: 'The session was revoked, or what it was minted for is gone. Mint a new one.',
  },
  session_mismatch: {
    cure: 'Mint the new session for the same user, customer and deployment. When the signed-in user has changed, load the frame anew.',
    example: 'The new session is for another user than this token. Mint it for the same user, or load the frame anew.',
  },
  origin_not_allowed: {
    cure: 'An administrator adds the origin of the page to `embedOrigins` in the tenant settings: scheme, host and port as the browser sends them. The session was not used up.',
    example: 'A page of https://evil.example may not call this. An administrator adds its origin to embedOrigins in the tenant settings.',
  },
} as const satisfies Partial<Record<FailureCode, FailureCure>>

/** By code. Those the session endpoints can answer are all here: the page of their errors does not generate without. */
export const failureCures: Partial<Record<FailureCode, FailureCure>> = { ...ofEveryCall, ...ofMinting, ...ofTheFrame }
