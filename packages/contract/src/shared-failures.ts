import type { FailureDefinitions } from './failure-kinds.ts'

/** The codes that belong to no area: what the service answers for every one of them. */
export const sharedFailures = {
  invalid_request: {
    kind: 'invalid',
    meaning: 'The path, query or body does not fit the schema; `errors` points at each problem.',
    cure: 'Read `errors`: each entry points at a field and says what it must be. Correct the request; repeating it changes nothing.',
    example: 'The request is not valid: /body/deploymentId must be integer.',
  },
  invalid_cursor: { kind: 'invalid', meaning: 'The `after` cursor was not made by this list.' },
  mixed_paging: { kind: 'invalid', meaning: 'Cursor paging (`first`, `after`) and the deprecated `offset`, `limit` were sent together.' },
  unauthenticated: {
    kind: 'unauthenticated',
    meaning: 'No credential, or one that is malformed, unknown, deleted or expired.',
    cure: 'Send `Authorization: Bearer <API key>`. With an embed token: mint a new session and exchange it. Check that the host name is that of the tenant the credential belongs to.',
    example: 'No credential was sent. Send the header `Authorization: Bearer <API key>`.',
  },
  forbidden: {
    kind: 'forbidden',
    meaning: 'The credential is valid, but its kind, its session or its role does not allow this.',
    cure: 'Use a credential whose owner holds the role. Minting needs a key of an administrator or of a service account with the role Admin; an embed token never mints.',
    example: 'generateSession does not take an embed token.',
  },
  outside_key_scope: {
    kind: 'forbidden',
    meaning: 'The API key is scoped and this deployment, operation or origin lies outside its scope.',
    cure: 'Use a key whose scope includes what you ask for, or have an administrator make one. Scopes never grow: a key is replaced, not widened.',
    example: 'This API key is scoped to other embed tenants than "globex".',
  },
  https_required: {
    kind: 'forbidden',
    meaning: 'The request came over plain HTTP.',
    cure: 'Call the same address with `https://`. Behind a proxy, have it send `X-Forwarded-Proto` and name it in `FACET_TRUSTED_PROXIES`.',
    example: 'Only HTTPS is accepted. Call the same address with https://.',
  },
  route_not_found: { kind: 'not_found', meaning: 'No operation has this method and path.' },
  not_in_this_version: {
    kind: 'not_implemented',
    meaning: 'The reference has this operation and this version of Facet does not: it says nothing about what the path names.',
  },
  unknown_host: {
    kind: 'misdirected',
    meaning: 'No tenant is served under this host name.',
    cure: 'Call the host name the tenant was created with. Behind a proxy, pass the original host on.',
    example: 'No tenant is served under the host name "facet.internal".',
  },
  request_too_slow: {
    kind: 'too_slow',
    meaning: 'The request did not arrive in time.',
    cure: 'Send it again; look at the network and at proxies between you and the service.',
  },
  headers_too_large: {
    kind: 'headers_too_large',
    meaning: 'Address and headers together are over the limit.',
    cure: 'Send fewer or shorter headers; cookies are never needed.',
  },
  body_too_large: {
    kind: 'too_large',
    meaning: 'The request body is over the limit.',
    cure: 'Send less: identifiers instead of data. The operator sets the limit with `FACET_BODY_LIMIT_BYTES`.',
    example: 'The request body is larger than this service accepts (FACET_BODY_LIMIT_BYTES).',
  },
  unsupported_media_type: {
    kind: 'unsupported',
    meaning: 'The body is of a type the operation does not read; JSON is.',
    cure: 'Send `Content-Type: application/json` and a JSON body.',
    example: 'The body is read as JSON only. Send Content-Type: application/json.',
  },
  upload_order: { kind: 'invalid', meaning: 'The text fields of an upload come before its file.' },
  idempotency_key_reused: { kind: 'unprocessable', meaning: 'The Idempotency-Key was used before with another request.' },
  idempotency_in_progress: { kind: 'conflict', meaning: 'The first request of this Idempotency-Key is still running.' },
  rate_limited: {
    kind: 'rate_limited',
    meaning: 'Too many requests; `Retry-After` says when to come back.',
    cure: 'Wait as many seconds as `Retry-After` says, then repeat. If it lasts, ask the operator for a higher limit.',
  },
  long_work_unavailable: {
    kind: 'unavailable',
    meaning: 'The request needs work that outlives it, and this installation has no Temporal or cannot reach it.',
    cure: 'Wait as many seconds as `Retry-After` says, then repeat. If it stays, the operator looks at `facet doctor`, line "long work".',
  },
  page_not_built: {
    kind: 'unavailable',
    meaning: 'The service runs from a checkout in which the embedded page was not built.',
    cure: 'Run `pnpm build:web` in the checkout and start the service again. An installed package has the page in it.',
  },
  internal_error: {
    kind: 'bug',
    meaning: 'A defect of the service; the request id finds it in the log.',
    cure: 'Repeat once. If it stays, give the operator the `requestId`.',
  },
  service_unavailable: {
    kind: 'unavailable',
    meaning: 'A part the service needs is away; the request can be repeated.',
    cure: 'Repeat after `Retry-After` seconds, with growing waits.',
  },
} as const satisfies FailureDefinitions
