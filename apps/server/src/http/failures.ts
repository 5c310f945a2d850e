import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { FailureBody } from '@facet/contract'
import { asFailure } from '#db'
import { Failure } from '#kernel/failure'

export const bodyTooLarge = (cause?: unknown): Failure =>
  new Failure('body_too_large', 'The request body is larger than this service accepts (FACET_BODY_LIMIT_BYTES).', { cause })

export const jsonOnly = (cause?: unknown): Failure =>
  new Failure('unsupported_media_type', 'The body is read as JSON only. Send Content-Type: application/json.', { cause })

const fromFastify = (error: FastifyError): Failure | undefined => {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLarge(error)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_CONTENT_TYPE':
      return jsonOnly(error)
    default:
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? new Failure('invalid_request', 'The request could not be read: it is not well-formed HTTP with a JSON body.', { cause: error })
        : undefined
  }
}

/** Whatever was thrown, as a failure: one of ours, a request Fastify could not read, an outage of the database, or a bug. */
export const failureOf = (error: unknown): Failure => {
  if (error instanceof Failure) return error
  // Asked before the database is suspected: a caller that hangs up leaves the same code as a lost connection.
  const unread = error instanceof Error && 'statusCode' in error ? fromFastify(error as FastifyError) : undefined
  if (unread) return unread
  const known = asFailure(error)
  if (known instanceof Failure) return known
  return new Failure('internal_error', 'Something went wrong on our side. Find it in the log by the request id.', { cause: error })
}

export const failureBody = (failure: Failure, requestId: string): FailureBody => ({
  code: failure.code,
  message: failure.message,
  error: failure.message,
  requestId,
  ...(failure.errors ? { errors: failure.errors } : {}),
  ...failure.conflict,
})

export const sendFailure = (request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply => {
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds)
  if (failure.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .status(failure.status)
    .type('application/json')
    .send(JSON.stringify(failureBody(failure, request.id)))
}
