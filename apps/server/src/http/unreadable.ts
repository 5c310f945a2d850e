import { STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#kernel/failure'
import { failureBody, failureOf, sendFailure } from './failures.ts'
import { newRequestId } from './request-id.ts'
import { safeHeaders } from './safe-headers.ts'

const unreadable = (error: { code?: string }): Failure => {
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return new Failure('headers_too_large', 'The address and headers of the request are larger than this service accepts.')
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Failure('request_too_slow', 'The request did not arrive in time. Send it again.')
  return new Failure('invalid_request', 'The request could not be read: it is not well-formed HTTP.')
}

/** Bytes that never became a request are refused in the one shape too; there is only a socket to write it to. */
export const answerUnreadableBytes = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const failure = unreadable(error)
  const requestId = newRequestId()
  const body = JSON.stringify(failureBody(failure, requestId))
  const headers = {
    ...safeHeaders,
    'x-request-id': requestId,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (socket.writable) socket.write([`HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`, ...lines, '', body].join('\r\n'))
  socket.destroy(error)
}

/** An address that is none, met by the router before any hook of ours runs. */
export const answerUnreadablePath = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  reply.headers(safeHeaders).header('x-request-id', request.id)
  sendFailure(request, reply, failureOf(error))
}

/** An expectation we do not know is left unmet and unmentioned, as HTTP allows; Node would refuse it without a body. */
export const ignoreExpectations = (server: Server): void => {
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))
}
