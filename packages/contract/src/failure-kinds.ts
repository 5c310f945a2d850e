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

/**
 * A stable code: its kind, what it means to someone who meets it in a log, what to do about it, and a message as it really
 * reads, which a test provokes. Codes that a session endpoint answers all have a cure: the page of their errors does not
 * generate without.
 */
export type FailureDefinition = { kind: FailureKind; meaning: string; cure?: string; example?: string }

export type FailureDefinitions = Record<string, FailureDefinition>
