import { describe, expect, it, vi } from 'vitest'
import { renewToken } from '../src/page/renew-token.ts'

const answering = (status: number, body: unknown) =>
  vi.fn<typeof fetch>(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
const granted = { token: 'new', expires_in: 3600 }

const refusalOf = (fetch: typeof globalThis.fetch): Promise<unknown> =>
  renewToken(fetch, 'old', 'es_1', 'renew').then(
    () => 'renewed',
    (error: unknown) => error,
  )

describe('a new session', () => {
  it.each([
    ['renew', '/api/v1/embed/session/renew', 'Bearer old'],
    // The service refuses a token that has ended, so the session opens the frame anew.
    ['expired', '/api/v1/embed/session/token', undefined],
    ['start', '/api/v1/embed/session/token', undefined],
  ] as const)('becomes the next token (%s)', async (why, url, authorization) => {
    const fetch = answering(200, { ...granted, more: 'is dropped' })

    expect(await renewToken(fetch, 'old', 'es_1', why)).toEqual(granted)
    expect(fetch).toHaveBeenCalledExactlyOnceWith(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
      body: '{"sessionId":"es_1"}',
      credentials: 'omit',
    })
  })

  it('may be tried again where the service could not be reached', async () => {
    const error = await refusalOf(() => Promise.reject(new TypeError('Failed to fetch')))

    expect(error).toMatchObject({ name: 'EmbedError', code: 'offline', retryable: true })
  })

  it.each([408, 429, 500, 502, 503, 504])('may be tried again where the service is away for the moment (%i)', async (status) => {
    const error = await refusalOf(answering(status, '<html>Bad gateway'))

    expect(error).toMatchObject({ code: 'unexpected_response', message: `The service answered ${status}.`, retryable: true })
    expect(error).not.toHaveProperty('requestId')
  })

  it.each(['session_expired', 'embed_token_expired'])('is retried with the next one when it came too late (%s)', async (code) => {
    const error = await refusalOf(answering(401, { code, message: 'Too late.', requestId: 'r-1' }))

    expect(error).toMatchObject({ code, message: 'Too late.', requestId: 'r-1', retryable: true })
  })

  it.each([
    [401, 'session_used'],
    [401, 'session_unknown'],
    [403, 'session_mismatch'],
    [401, 'session_revoked'],
    [401, 'embed_token_revoked'],
    [400, 'invalid_request'],
  ])('is refused for good otherwise (%i %s)', async (status, code) => {
    const error = await refusalOf(answering(status, { code, message: 'No.', requestId: 'r-2' }))

    expect(error).toMatchObject({ code, message: 'No.', requestId: 'r-2', retryable: false })
  })

  it.each([
    [{ token: 'new' }],
    [{ expires_in: 3600 }],
    [{ token: 5, expires_in: 3600 }],
    [{ token: 'new', expires_in: '3600' }],
    ['not JSON'],
    [null],
  ])('is not taken for one by an answer that says something else (%j)', async (body) => {
    const error = await refusalOf(answering(200, body))

    expect(error).toMatchObject({ code: 'unexpected_response', message: 'The service answered 200.', retryable: false })
  })

  it('is refused with words of our own where code, message or request id are not texts', async () => {
    const error = await refusalOf(answering(418, { code: 1, message: { a: 1 }, requestId: 7 }))

    expect(error).toMatchObject({ code: 'unexpected_response', message: 'The service answered 418.', retryable: false })
    expect(error).not.toHaveProperty('requestId')
  })
})
