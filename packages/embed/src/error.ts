/** What went wrong, as it travels between the page in the frame and the host. */
export type Problem = { code: string; message: string; retryable: boolean; requestId?: string }

/** Codes that this package gives by itself. The page passes on those of the API as they are: `session_revoked`, `session_used`, … */
export type EmbedErrorCode =
  | 'invalid_options'
  | 'same_origin'
  | 'origin_not_allowed'
  | 'blocked_by_csp'
  | 'offline'
  | 'timeout'
  | 'session_callback_failed'
  | 'session_expired'
  | 'session_used'
  | 'session_revoked'
  | 'height_loop'
  | 'destroyed'
  | (string & Record<never, never>)

export class EmbedError extends Error implements Problem {
  override readonly name = 'EmbedError'
  declare readonly code: EmbedErrorCode
  /** Whether the same may work a moment later; the embed then tries it again by itself. */
  declare readonly retryable: boolean
  /** Finds the line in the service's log. */
  declare readonly requestId?: string

  constructor({ code, message, retryable, requestId }: Problem, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.retryable = retryable
    if (requestId) this.requestId = requestId
  }

  /** With the message, which JSON.stringify leaves out of an Error. */
  toJSON(): object {
    const { name, code, message, retryable, requestId } = this
    return { name, code, message, retryable, requestId }
  }
}

export const failure = (code: EmbedErrorCode, message: string, retryable = false, cause?: unknown): EmbedError =>
  new EmbedError({ code, message, retryable }, cause)
