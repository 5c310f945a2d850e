import { EmbedError, problemOf } from '@facet/embed/page'

const unreachable = (cause: unknown): EmbedError =>
  new EmbedError({ code: 'offline', message: 'The service could not be reached.', retryable: true }, cause)

export type Request = { path: string; token: string; body?: unknown; signal: AbortSignal }

/** Asks with the token of the frame. An answer that is no success is thrown as the problem that it tells. */
export const ask = async ({ path, token, body, signal }: Request): Promise<Response> => {
  const response = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
    credentials: 'omit',
    cache: 'no-store',
    signal,
  }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw unreachable(error)
  })
  if (response.ok) return response
  throw new EmbedError(problemOf(response.status, await response.json().catch(() => undefined)))
}

/** What went wrong, where it is one of ours; a stream that broke off is a connection that was lost. */
export const asProblem = (error: unknown): EmbedError =>
  error instanceof EmbedError
    ? error
    : new EmbedError({ code: 'connection_lost', message: 'The connection broke before all had come.', retryable: true }, error)
