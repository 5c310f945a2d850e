import { EmbedError, failure, type Problem } from '../error.ts'
import { type Granted, isObject, type Why } from '../protocol/messages.ts'

export type Token = Granted & { token: string }

const retried = new Set([408, 429, 500, 502, 503, 504])

/** What an answer that is no success says went wrong. */
export const problemOf = (status: number, body: unknown): Problem => {
  const { code, message, requestId } = isObject(body) ? body : {}
  const name = typeof code === 'string' ? code : 'unexpected_response'
  return {
    code: name,
    message: typeof message === 'string' ? message : `The service answered ${status}.`,
    // The host is asked for another session when one has ended. A used or unknown id is the host's mistake, which it would repeat.
    retryable: retried.has(status) || name === 'session_expired' || name === 'embed_token_expired',
    ...(typeof requestId === 'string' ? { requestId } : {}),
  }
}

/** Makes a new session the next token of this frame. While the old one lives the service checks that both are of one user. */
export const renewToken = async (fetch: typeof globalThis.fetch, token: string, session: string, why: Why): Promise<Token> => {
  const isLive = why === 'renew'
  const response = await fetch(`/api/v1/embed/session/${isLive ? 'renew' : 'token'}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(isLive ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ sessionId: session }),
    credentials: 'omit',
  }).catch(() => {
    throw failure('offline', 'The service could not be reached.', true)
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok && isObject(body) && typeof body['token'] === 'string' && typeof body['expires_in'] === 'number')
    return { token: body['token'], expires_in: body['expires_in'] }
  throw new EmbedError(problemOf(response.status, body))
}
