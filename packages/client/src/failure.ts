import type { FailureCode, FailureDetail, FileConflict } from './generated/failures.ts'

/** What goes wrong before the API could answer in its own terms. */
export type ClientFailureCode = 'network_error' | 'unexpected_response' | 'wait_timed_out'

export type AnyFailureCode = FailureCode | ClientFailureCode | (string & {})

export type FailureFields = {
  readonly operation: string
  readonly status: number
  readonly code: AnyFailureCode
  readonly requestId?: string | undefined
  readonly errors?: readonly FailureDetail[] | undefined
  readonly conflicts?: readonly FileConflict[] | undefined
  readonly parentHash?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/** A call that did not succeed. Branch on `code`; the message is a sentence for people. */
export class FacetFailure extends Error {
  override readonly name = 'FacetFailure'
  /** Id of the operation that was called. */
  readonly operation: string
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number
  readonly code: AnyFailureCode
  /** Finds the request in the log of the service. */
  readonly requestId: string | undefined
  /** What is wrong with the request, each with a JSON pointer into it. */
  readonly errors: readonly FailureDetail[]
  /** With `merge_conflict` and `parent_moved`: the files both branches changed, as each has them. */
  readonly conflicts: readonly FileConflict[]
  /** With the same: send it back as `parentHash` to resolve exactly this conflict. */
  readonly parentHash: string | undefined
  /** How long the service asked to wait before another attempt. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, fields: FailureFields) {
    super(message, fields.cause === undefined ? {} : { cause: fields.cause })
    this.operation = fields.operation
    this.status = fields.status
    this.code = fields.code
    this.requestId = fields.requestId
    this.errors = fields.errors ?? []
    this.conflicts = fields.conflicts ?? []
    this.parentHash = fields.parentHash
    this.retryAfterMs = fields.retryAfterMs
  }
}

export const networkFailure = (operation: string, problem: string, cause?: unknown): FacetFailure =>
  new FacetFailure(`${operation} got no answer: ${problem}.`, { operation, status: 0, code: 'network_error', cause })
