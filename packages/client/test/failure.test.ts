import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { FacetFailure } from '../src/index.ts'
import { failing, json, offline, scripted, type Step } from './scripted-fetch.ts'

const failureAfter = async (...steps: Step[]): Promise<FacetFailure> => {
  const { api } = scripted(steps, { retries: { attempts: 1 } })
  const failure = await api.getDeployment({ params: { deploymentId: 1 } }).catch((error: unknown) => error)
  if (!(failure instanceof FacetFailure)) throw new Error('The call did not fail as a FacetFailure.', { cause: failure })
  return failure
}

const html =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    new Response('<h1>Bad Gateway</h1>', { status, headers: { 'content-type': 'text/html', ...headers } })

describe('a failure', () => {
  it('tells what the API said', async () => {
    const errors = [{ pointer: '/params/deploymentId', message: 'must be >= 1' }]
    const body = { code: 'invalid_request', message: 'The path does not fit.', error: 'The path does not fit.', requestId: '01K1', errors }

    const failure = await failureAfter(() => json(body, { status: 400 }))

    expect(failure).toMatchObject({
      name: 'FacetFailure',
      message: 'The path does not fit.',
      status: 400,
      code: 'invalid_request',
      requestId: '01K1',
      errors,
      operation: 'getDeployment',
    })
    expect(failure.retryAfterMs).toBeUndefined()
  })

  it('hands over the files in conflict and what to answer with', async () => {
    const conflicts = [{ path: 'model/orders.yml', ours: 'a', theirs: 'b' }]
    const body = {
      code: 'merge_conflict',
      message: 'They disagree.',
      error: 'They disagree.',
      requestId: '01K1',
      conflicts,
      parentHash: '0f4c',
    }

    expect(await failureAfter(() => json(body, { status: 409 }))).toMatchObject({ conflicts, parentHash: '0f4c' })
    expect(await failureAfter(html(502))).toMatchObject({ conflicts: [], parentHash: undefined })
  })

  it('tells how long the service asked to wait, from seconds or from a date', async () => {
    const soon = new Date(Date.now() + 20_000).toUTCString()

    const bySeconds = await failureAfter(() => failing(429, 'rate_limited', { 'retry-after': '7' }))
    const byDate = await failureAfter(() => failing(429, 'rate_limited', { 'retry-after': soon }))
    const byPastDate = await failureAfter(() => failing(429, 'rate_limited', { 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' }))
    const byNonsense = await failureAfter(() => failing(429, 'rate_limited', { 'retry-after': 'later' }))

    expect(bySeconds.retryAfterMs).toBe(7000)
    expect(byDate.retryAfterMs).toBeGreaterThan(10_000)
    expect(byDate.retryAfterMs).toBeLessThanOrEqual(20_000)
    expect(byPastDate.retryAfterMs).toBe(0)
    expect(byNonsense.retryAfterMs).toBeUndefined()
  })

  it('says which proxy answer it got instead of JSON', async () => {
    const failure = await failureAfter(html(502, { 'x-request-id': 'edge-9' }))

    expect(failure).toMatchObject({ status: 502, code: 'unexpected_response', requestId: 'edge-9' })
    expect(failure.message).toBe('getDeployment answered 502 with a body that is not JSON (text/html), request id edge-9.')
  })

  it('does not take HTML of a success for a value', async () => {
    expect(await failureAfter(html(200))).toMatchObject({ status: 200, code: 'unexpected_response', requestId: undefined })
  })

  it('does not take text that happens to parse for a value', async () => {
    expect(await failureAfter(() => new Response('1', { headers: { 'content-type': 'text/plain' } }))).toMatchObject({
      code: 'unexpected_response',
    })
  })

  it('does not take cut JSON of a success for a value', async () => {
    const cut = () => new Response('{"id": 1', { headers: { 'content-type': 'application/json' } })

    expect(await failureAfter(cut)).toMatchObject({ status: 200, code: 'unexpected_response' })
  })

  it('does not take JSON without a code for a failure of the API', async () => {
    const failure = await failureAfter(() => json({ message: 'no Route matched' }, { status: 404 }))

    expect(failure).toMatchObject({ status: 404, code: 'unexpected_response' })
    expect(failure.message).toContain('JSON of another shape')
  })

  it('of an empty answer names the status', async () => {
    const failure = await failureAfter(() => new Response(null, { status: 500 }))

    expect(failure).toMatchObject({ status: 500, code: 'unexpected_response' })
    expect(failure.message).toContain('500 with an empty body')
  })

  it('of the network keeps its cause', async () => {
    const failure = await failureAfter(offline)

    expect(failure).toMatchObject({ status: 0, code: 'network_error', requestId: undefined, errors: [] })
    expect(failure.cause).toBeInstanceOf(TypeError)
  })

  it('of a body that breaks off is one of the network', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) })

    expect(await failureAfter(() => new Response(broken))).toMatchObject({ status: 0, code: 'network_error' })
  })

  it('never holds the key', async () => {
    const failures = await Promise.all([
      failureAfter(offline),
      failureAfter(html(502)),
      failureAfter(() => failing(401, 'unauthenticated')),
    ])

    for (const failure of failures) expect(inspect(failure, { depth: null, showHidden: true })).not.toContain('sk-secret')
  })
})
