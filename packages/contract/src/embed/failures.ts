import type { FailureDefinitions } from '../failure-kinds.ts'

/** The codes that operations of this area answer with. */
export const failures = {
  group_has_members: { kind: 'invalid', meaning: 'An embed group is deleted only when nobody is in it.' },
  embed_tenant_not_found: {
    kind: 'not_found',
    meaning: 'No embed tenant of this name exists; the first session that names it creates it.',
  },
  embed_tenant_name_invalid: { kind: 'invalid', meaning: 'An embed tenant is deleted by its exact name, which is lowercase.' },
  external_user_limit: {
    kind: 'forbidden',
    meaning: 'The tenant has as many external users as its limit allows; existing ones go on working.',
    cure: 'An administrator raises `externalUserLimit` in the tenant settings. Users that exist go on working.',
  },
  embedding_disabled: {
    kind: 'forbidden',
    meaning: 'Embedding is turned off in the settings of the tenant; nothing is minted or exchanged and no embed token is taken.',
    cure: 'An administrator sets `embeddingEnabled` in the tenant settings.',
    example: 'Embedding is off for this tenant. An administrator turns it on with the tenant setting embeddingEnabled.',
  },
  minting_frozen: {
    kind: 'unavailable',
    meaning: 'The operator has frozen embedding for this tenant; nothing is minted or exchanged meanwhile.',
    cure: 'Show your users that the view is away for the moment and repeat after `Retry-After` seconds. The operator ends the freeze.',
    example: 'The operator has frozen embedding for this tenant. Try again later.',
  },
  unknown_field: {
    kind: 'invalid',
    meaning: 'A session request has a field that does not exist; the nearest known name is in the message.',
    cure: 'Correct the name, or take the field out. Unknown fields are never ignored, so that a typo never widens access.',
    example: 'There is no field "embedTenant" in a session request. Did you mean embedTenantName?',
  },
  roles_not_allowed: {
    kind: 'invalid',
    meaning: 'A session request names `roles`; what a session may do follows from groups and attributes.',
    cure: 'Leave `roles` out. Put the user into `groups`, or give them `userAttributes`.',
    example: 'A session takes no roles: what its user may see follows from groups and attributes. Leave the field out.',
  },
  user_identifier: {
    kind: 'invalid',
    meaning: 'A session is for exactly one of `externalId` and `internalId`.',
    cure: 'Send `externalId` for a user of your product, or `internalId` for a person of this tenant; not both.',
    example: 'A session is for exactly one of externalId and internalId; neither was sent.',
  },
  external_id_invalid: {
    kind: 'invalid',
    meaning: '`externalId` is not lowercase and trimmed.',
    cure: 'Send it trimmed and in lowercase. An opaque id of your database serves best: e-mail addresses change and come in several spellings.',
    example: 'externalId must be lowercase and trimmed already: send "ada".',
  },
  not_with_internal_id: {
    kind: 'invalid',
    meaning: 'The field describes an external user and was sent with `internalId`.',
    cure: 'Leave the field out: an internal user has it stored. To send it, use `externalId`.',
    example: 'groups describes an external user and is not allowed with internalId, which uses what that user holds already.',
  },
  internal_user_not_found: {
    kind: 'not_found',
    meaning: 'No active internal user has the username sent as `internalId`.',
    cure: 'Send the username of an active user of this tenant. For the users of your product use `externalId`.',
    example: 'There is no active user "nobody" in this tenant. internalId is a username.',
  },
  embed_tenant_name_malformed: {
    kind: 'invalid',
    meaning: '`embedTenantName` is not 5 to 36 of a-z, 0-9 and -, from a letter to a letter or digit.',
    cure: 'Map each customer to a name of that form once and keep it: `acme-corp`, or `c-` and your id of the customer.',
    example: 'embedTenantName "Acme" must have 5 to 36 characters of a-z, 0-9 and -, start with a letter and end with a letter or digit.',
  },
  picture_invalid: {
    kind: 'invalid',
    meaning: '`userProfile.picture` is not an absolute http or https address.',
    cure: 'Send a whole address such as `https://app.example/ada.png`, or leave the picture out.',
    example: 'userProfile.picture must be an absolute http:// or https:// address.',
  },
  creator_mode_required: {
    kind: 'invalid',
    meaning: 'The field needs `creatorMode: true`.',
    cure: 'Send `creatorMode: true` with it, or leave the field out and use the groups and attributes of the tenant.',
    example: 'tenantGroups needs creatorMode: true.',
  },
  embed_tenant_required: {
    kind: 'invalid',
    meaning: 'The field needs an `embedTenantName`.',
    cure: 'Send the `embedTenantName` of the customer the user belongs to.',
    example: 'embedTenantProfile needs an embedTenantName.',
  },
  creator_mode_disabled: {
    kind: 'forbidden',
    meaning: 'The tenant setting `useCreatorMode` is off.',
    cure: 'An administrator sets `useCreatorMode` in the tenant settings, or you leave `creatorMode` out.',
    example: 'Creator mode is off for this tenant. An administrator turns it on with the tenant setting useCreatorMode.',
  },
  duplicate_name: {
    kind: 'invalid',
    meaning: 'A list names the same thing twice.',
    cure: 'Send each name once.',
    example: 'userAttributes names "region" twice. Send each name once.',
  },
  attribute_type_conflict: {
    kind: 'invalid',
    meaning: 'An attribute of this name exists with another type; types never change.',
    cure: 'Send the type the attribute has, use another name, or delete the attribute first.',
    example: 'User attribute "plan" cannot change type: it is string and was sent as number. Delete it first, or use another name.',
  },
  user_attributes_not_found: {
    kind: 'invalid',
    meaning: 'An attribute name is not in the catalog that applies.',
    cure: 'Have an administrator create the attribute once, or, in creator mode, send it in `userAttributeDefinitions`. `errors` points at each one.',
    example: 'User attributes not found',
  },
  groups_not_found: {
    kind: 'invalid',
    meaning: 'A group name is not in the catalog that applies.',
    cure: 'Have an administrator create the group once, or, in creator mode, send it in `groupDefinitions` or `tenantGroupDefinitions`.',
    example: 'Groups with names gold not found',
  },
  embed_token_expired: {
    kind: 'unauthenticated',
    meaning: 'The embed token has reached its end; `expires_in` told when.',
    cure: 'Renew a little before `expires_in` is over: mint a new session and send it to /api/v1/embed/session/renew with the token that still lives. After the end, exchange the new session.',
    example: 'The embed token has expired. Mint a new session and exchange it, or renew before `expires_in` is over.',
  },
  embed_token_revoked: {
    kind: 'unauthenticated',
    meaning: 'The session behind the embed token was revoked, or something it depends on was deleted.',
    cure: 'Mint a new session if the user should still see the view. The registry of sessions shows when this one was revoked.',
    example:
      'The session behind this embed token was revoked, or something it depends on was deleted. Mint a new one if the user may continue.',
  },
  too_many_streams: {
    kind: 'rate_limited',
    meaning: 'As many streams are open as the user, the tenant or the node may have at once; other requests are not touched by it.',
    cure: 'Close streams that nobody reads and keep one for each frame; without one a frame learns of the end of its session from its next request. The operator sets the limits with `FACET_EMBED_STREAMS_PER_USER`, `FACET_EMBED_STREAMS_PER_TENANT` and `FACET_EMBED_STREAMS`.',
    example: 'This user has 32 streams open at this node, which is the limit. Close those that nobody reads, or open this one later.',
  },
  session_unknown: {
    kind: 'unauthenticated',
    meaning: 'No session has this id.',
    cure: 'Hand the `sessionId` to the browser unchanged, and exchange it at the host of the tenant it was minted in.',
    example: 'No session has this id. Send the sessionId exactly as generate-session answered it.',
  },
  session_expired: {
    kind: 'unauthenticated',
    meaning: 'The session was not exchanged within five minutes.',
    cure: 'Mint when the page asks for it, not ahead of time; ask your backend for a new session.',
    example:
      'The session has expired: it must be exchanged within five minutes of being minted, while the key that minted it is valid. Mint a new one for each page view.',
  },
  session_used: {
    kind: 'unauthenticated',
    meaning: 'The session was exchanged before; each works once.',
    cure: 'Ask your backend for a new session. If no code of yours sent it twice, somebody else has the id: look at the session in the registry and revoke it.',
    example: 'The session was exchanged before; each works once. Mint a new one for each page view.',
  },
  session_revoked: {
    kind: 'unauthenticated',
    meaning: 'The session was revoked, or something it depends on was deleted.',
    cure: 'Ask your backend for a new session, which it gives only if the user may still look. Do not retry by yourself.',
    example: 'The session was revoked, or what it was minted for was deleted. Mint a new one.',
  },
  session_mismatch: {
    kind: 'invalid',
    meaning: 'The new session is for another user, embed tenant or deployment than the token.',
    cure: 'Mint the new session for the same user, customer and deployment. When the signed-in user has changed, reload the frame.',
    example: 'The new session is for another user than this token. Mint it for the same user, or reload the frame.',
  },
  session_not_found: { kind: 'not_found', meaning: 'No such session in the registry.' },
  origin_not_allowed: {
    kind: 'forbidden',
    meaning: 'A page of an origin that `embedOrigins` of the tenant does not name called from a browser, or put a dashboard into a frame.',
    cure: 'An administrator adds the origin of the page to `embedOrigins` in the tenant settings: scheme, host and port as the browser sends them. The session was not used up.',
    example: 'A page of https://evil.example may not call this. An administrator adds its origin to embedOrigins in the tenant settings.',
  },
  security_context_reserved: {
    kind: 'invalid',
    meaning: 'The security context holds a key that only the platform may set.',
    cure: 'Rename the key. What the platform says of the user is under `cubeCloud` and cannot be sent.',
    example: '/body/securityContext/cubeCloud is a name only the platform may set in a security context.',
  },
  security_context_too_large: {
    kind: 'invalid',
    meaning: 'The security context is over its limit of bytes or depth.',
    cure: 'Send identifiers and let the data model look up the rest; the limits are 16,384 bytes as JSON and 10 levels.',
    example: '/body/securityContext has 20010 bytes as JSON; the limit is 16384. Send identifiers and let the data model look up the rest.',
  },
  embed_user_not_found: { kind: 'not_found', meaning: 'No such external user in this embed tenant.' },
} as const satisfies FailureDefinitions
