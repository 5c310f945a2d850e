import { Failure } from '#kernel/failure'

/** Why a query has no answer, in words that a viewer may read. */
export class QueryFailed extends Error {
  readonly code: string
  readonly isRetryable: boolean
  /** Whether it is what the query asks that is wrong, and not how much, who asks or when. */
  readonly isOfQuery: boolean

  constructor(
    code: string,
    message: string,
    { isRetryable = false, isOfQuery = false, cause }: { isRetryable?: boolean; isOfQuery?: boolean; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'QueryFailed'
    this.code = code
    this.isRetryable = isRetryable
    this.isOfQuery = isOfQuery
  }
}

const retryable: ReadonlySet<string> = new Set(['unavailable', 'rate_limited'])

/** What failed, as a viewer is told; null for what is our own fault. */
export const toldOf = (error: unknown): { code: string; message: string; isRetryable: boolean } | null => {
  if (error instanceof QueryFailed) return { code: error.code, message: error.message, isRetryable: error.isRetryable }
  if (error instanceof Failure) return { code: error.code, message: error.message, isRetryable: retryable.has(error.kind) }
  return null
}
