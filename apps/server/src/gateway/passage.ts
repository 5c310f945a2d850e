import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DataRefusal } from './refusals.ts'
import { resetAnswer } from './reset.ts'

/** One request and what is known of it so far. */
export type Passage = {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  traceparent: string
  startedMs: number
  /** Of the revocations, when it came. */
  epoch: number
  operation: string
  tenantId: number | undefined
  deploymentId: number | undefined
  /** What it is counted as when its answer does not come to its end. */
  unfinishedAs: number
  /** The engine has the request and has not answered. */
  isWithEngine: boolean
  /** What every answer carries from now on. */
  headers: Record<string, string>
}

/** On every answer: it is not stored, not guessed at, and nothing in it runs or is framed. */
const safeHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
const yearSeconds = 31_536_000

export const firstHeaders = (requestId: string): Record<string, string> => ({ ...safeHeaders, 'x-request-id': requestId })

/** For answers over HTTPS only: a development host must not be bound to it. */
export const bindToHttps = ({ headers }: Passage): void => {
  headers['strict-transport-security'] = `max-age=${yearSeconds}`
}

type Said = Pick<DataRefusal, 'status' | 'code' | 'error' | 'headers'> & { message?: string }

/** Says no, unless something was said already: then the answer is cut short, so that nobody takes it for whole. */
export const refuse = ({ response, requestId, headers }: Passage, said: Said): void => {
  if (response.headersSent || response.destroyed) {
    resetAnswer(response)
    return
  }
  const body = JSON.stringify({
    error: said.error,
    code: said.code,
    ...(said.message === undefined ? {} : { message: said.message }),
    requestId,
  })
  response.writeHead(said.status, {
    ...headers,
    ...said.headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

export const answerEmpty = ({ response, headers }: Passage, more: Record<string, string>): void => {
  response.writeHead(204, { ...headers, ...more })
  response.end()
}

export const answerJson = ({ response, headers }: Passage, body: string): void => {
  response.writeHead(200, { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}
