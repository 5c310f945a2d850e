import { asFailure } from '#db'
import { Failure } from '#kernel/failure'

/** What the data API says no with: the reference's text in `error`, our code beside it, and what to do in `message`. */
export class DataRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly error: string
  readonly headers: Record<string, string>

  constructor(status: number, code: string, error: string, message = error, headers: Record<string, string> = {}) {
    super(message)
    this.name = 'DataRefusal'
    this.status = status
    this.code = code
    this.error = error
    this.headers = headers
  }
}

const invalidToken = (code: string, message: string) => (): DataRefusal => new DataRefusal(403, code, 'Invalid token', message)

export const tokenRefusals = {
  missing: () =>
    new DataRefusal(403, 'authorization_missing', "Authorization header isn't set", 'Send the header `Authorization: <token>`, once.'),
  malformed: invalidToken('token_malformed', 'The Authorization header holds no signed token of a kind that the data API takes.'),
  unknown: invalidToken('token_invalid', 'The token was not issued for this deployment, or its signature is wrong.'),
  expired: invalidToken('token_expired', 'The token has expired. Make a new one.'),
  early: invalidToken('token_not_yet_valid', 'The token is not valid yet: see its claim nbf.'),
  otherEnvironment: invalidToken(
    'token_of_another_environment',
    'The token is good for another environment than the one of this address. Make one for this environment.',
  ),
  elsewhere: invalidToken('token_of_another_deployment', 'The token is good for another deployment than the one of this address.'),
  reserved: invalidToken(
    'token_context_reserved',
    'The token holds a claim that would change how claims are read: `u`, or a name of prototypes.',
  ),
}

export const scopeMissing = (scope: string): DataRefusal =>
  new DataRefusal(
    403,
    'scope_missing',
    `API scope is missing: ${scope}`,
    `The token does not reach this: its scopes do not include ${scope}.`,
  )

export const routeRefusals = {
  unknown: () =>
    new DataRefusal(
      404,
      'route_not_found',
      'Not found',
      'The data API has no such address. It is case-sensitive and takes no encoded slashes.',
    ),
  deployment: () => new DataRefusal(404, 'deployment_not_found', 'Not found', 'No deployment is served under this address.'),
  host: () => new DataRefusal(421, 'unknown_host', 'Unknown host', 'Nothing is served under this host name.'),
  devMode: () =>
    new DataRefusal(
      501,
      'dev_mode_not_served',
      'Not implemented',
      'Environments of branches are not in this version. The production environment is at the same address without dev-mode/.',
    ),
  method: (methods: readonly string[]) =>
    new DataRefusal(405, 'method_not_allowed', 'Method not allowed', `This address takes ${methods.join(' and ')}.`, {
      allow: [...methods, 'OPTIONS'].join(', '),
    }),
  addon: () =>
    new DataRefusal(
      501,
      'cubesql_needs_addon',
      'Not implemented',
      'This engine runs without its native addon, which SQL queries need. Use /v1/load.',
    ),
}

export const bodyRefusals = {
  unexpected: () =>
    new DataRefusal(400, 'body_not_allowed', 'Invalid request', 'A GET has no body. Send the query in the address, or use POST.'),
  tooLarge: (maxBytes: number) =>
    new DataRefusal(
      413,
      'body_too_large',
      'Request entity too large',
      `The body exceeds ${maxBytes / 1_048_576} MB, the limit for this token. Send fewer or shorter filter values.`,
    ),
  tooComplex: (problem: string) =>
    new DataRefusal(400, 'query_too_complex', 'Invalid query format', `The query has ${problem}. Split it into several requests.`),
  incomplete: () => new DataRefusal(400, 'body_incomplete', 'Invalid request', 'The body ended early. Repeat the request.'),
  type: () =>
    new DataRefusal(
      415,
      'unsupported_media_type',
      'Unsupported media type',
      'The body is read as JSON only. Send Content-Type: application/json.',
    ),
  twice: (name: string) => new DataRefusal(400, 'header_repeated', 'Invalid request', `The header ${name} is there more than once.`),
}

export const originRefused = (origin: string): DataRefusal =>
  new DataRefusal(
    403,
    'origin_not_allowed',
    'Origin not allowed',
    `A page of ${origin.slice(0, 200)} may not call this. An administrator adds its origin to embedOrigins in the tenant settings.`,
  )

export const engineGone = (): DataRefusal =>
  new DataRefusal(503, 'engine_unavailable', 'Engine unavailable', 'The engine ended before it answered. Repeat the request.', {
    'retry-after': '1',
  })

const internalError = (): DataRefusal =>
  new DataRefusal(500, 'internal_error', 'Internal error', 'Something went wrong on our side. Find it in the log by the request id.')

/** A failure of the parts below, in the words of the data API: who may not is 403 here, as its clients expect. */
const ofFailure = (failure: Failure): DataRefusal => {
  const headers: Record<string, string> =
    failure.retryAfterSeconds === undefined ? {} : { 'retry-after': String(failure.retryAfterSeconds) }
  if (failure.kind === 'bug') return internalError()
  if (failure.kind === 'unauthenticated') return new DataRefusal(403, failure.code, 'Invalid token', failure.message)
  // Nothing was built yet is for the caller like an engine that is not there yet.
  const status = failure.kind === 'conflict' ? 503 : failure.status
  return new DataRefusal(status, failure.code, failure.message, failure.message, headers)
}

/** Whatever was thrown. `isBug`: only the log may know what it was. */
export const refusalOf = (error: unknown): { refusal: DataRefusal; isBug: boolean } => {
  if (error instanceof DataRefusal) return { refusal: error, isBug: false }
  const failure = asFailure(error)
  if (failure instanceof Failure) return { refusal: ofFailure(failure), isBug: failure.kind === 'bug' }
  return { refusal: internalError(), isBug: true }
}
