import { type FailureCode, failureCodes, type FileConflict, statusOf } from '@facet/contract'

export type FailureDetails = { pointer: string; message: string }[]
export type FailureConflict = { conflicts: FileConflict[]; parentHash: string }

type FailureOptions = { cause?: unknown; errors?: FailureDetails; conflict?: FailureConflict; retryAfterSeconds?: number }

/**
 * The one way an operation says no. The code decides kind and status, so the two cannot disagree. `message` is for the
 * caller; SQL, hosts and secrets belong in `cause`, which only the log sees.
 */
export class Failure extends Error {
  readonly code: FailureCode
  readonly status: number
  readonly errors: FailureDetails | undefined
  readonly conflict: FailureConflict | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: FailureCode, message: string, options: FailureOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Failure'
    this.code = code
    this.status = statusOf(code)
    this.errors = options.errors
    this.conflict = options.conflict
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get kind() {
    return failureCodes[this.code].kind
  }
}
