import { describe, expect, it } from 'vitest'
import { type Wait, wait } from '../src/retry.ts'
import { deployment, failing, json, newDeployment, offline, scripted, type Step } from './scripted-fetch.ts'

const params = { deploymentId: 1042 }
const done: Step = () => json(deployment)
const limited: Step = () => failing(429, 'rate_limited')
const away: Step = () => failing(503, 'service_unavailable')

describe('a call that can be repeated', () => {
  it.each([
    ['too many requests', limited],
    ['an unavailable service', away],
    ['a proxy that says unavailable in HTML', () => new Response('<h1>Unavailable</h1>', { status: 503 })],
    ['a network error', offline],
  ])('is sent again after %s', async (_, step) => {
    const { api, requests, waits } = scripted([step, step, done])

    await expect(api.getDeployment({ params })).resolves.toEqual(deployment)

    expect(requests).toHaveLength(3)
    expect(waits).toHaveLength(2)
  })

  it.each([
    ['a change', 'updateDeployment' as const],
    ['a deletion', 'deleteDeployment' as const],
  ])('may be %s', async (_, id) => {
    const { api, requests } = scripted([away, done])

    await api[id]({ params, body: {} })

    expect(requests).toHaveLength(2)
  })

  it('fails with the last failure after three attempts', async () => {
    const { api, requests } = scripted([offline, offline, limited], { retries: { attempts: undefined } })

    await expect(api.getDeployment({ params })).rejects.toMatchObject({ status: 429, code: 'rate_limited' })

    expect(requests).toHaveLength(3)
  })

  it('is sent as often as the client was told', async () => {
    const { api, requests } = scripted([away], { retries: { attempts: 1 } })

    await expect(api.getDeployment({ params })).rejects.toMatchObject({ status: 503 })

    expect(requests).toHaveLength(1)
  })

  it.each([400, 401, 404, 409, 500, 502])('is not sent again after %i', async (status) => {
    const { api, requests } = scripted([() => failing(status, 'some_code')])

    await expect(api.getDeployment({ params })).rejects.toMatchObject({ status })

    expect(requests).toHaveLength(1)
  })

  it('asks for the key before each attempt', async () => {
    const keys = ['sk-old', 'sk-new']
    const { api, requests } = scripted([away, done], { key: () => keys.shift() })

    await api.getDeployment({ params })

    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer sk-old', 'Bearer sk-new'])
  })
})

describe('the wait between attempts', () => {
  it('is what Retry-After says', async () => {
    const { api, waits } = scripted([() => failing(429, 'rate_limited', { 'retry-after': '9' }), done])

    await api.getDeployment({ params })

    expect(waits).toEqual([9000])
  })

  it('is not begun when Retry-After is beyond all patience', async () => {
    const { api, waits } = scripted([() => failing(429, 'rate_limited', { 'retry-after': '3600' })])

    await expect(api.getDeployment({ params })).rejects.toMatchObject({ status: 429, retryAfterMs: 3_600_000 })

    expect(waits).toEqual([])
  })

  it('is drawn below a bound that doubles up to the largest', async () => {
    const { api, waits } = scripted([away, away, away, away, done], { retries: { attempts: 5, baseMs: 100, maxMs: 300 } })

    await api.getDeployment({ params })

    const bounds = [100, 200, 300, 300]
    expect(waits).toHaveLength(bounds.length)
    for (const [at, ms] of waits.entries()) {
      expect(ms).toBeGreaterThanOrEqual(0)
      expect(ms).toBeLessThan(bounds[at] ?? 0)
    }
  })

  it('ends with the signal of the caller', async () => {
    const stop = new AbortController()
    const leaving: Wait = (ms, signal) => {
      queueMicrotask(() => stop.abort(new Error('The user left.')))
      return wait(ms, signal)
    }
    const { api, requests } = scripted([() => failing(503, 'service_unavailable', { 'retry-after': '60' })], { wait: leaving })

    await expect(api.getDeployment({ params }, { signal: stop.signal })).rejects.toThrow('The user left.')

    expect(requests).toHaveLength(1)
  })

  it('ends at once when its signal ends or has ended', async () => {
    const stop = new AbortController()
    const waiting = wait(60_000, stop.signal)
    stop.abort(new Error('The user left.'))

    await expect(waiting).rejects.toThrow('The user left.')
    await expect(wait(60_000, stop.signal)).rejects.toThrow('The user left.')
  })

  it('passes when no one ends it', async () => {
    await expect(wait(0)).resolves.toBeUndefined()
    await expect(wait(0, new AbortController().signal)).resolves.toBeUndefined()
  })
})

describe('a creation', () => {
  it('that honours idempotency keys is sent again with the same key', async () => {
    const { api, requests } = scripted([offline, () => failing(409, 'idempotency_in_progress'), done])

    await api.createDeployment({ body: newDeployment })

    const keys = requests.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('gets a new key for each call', async () => {
    const { api, requests } = scripted([done, done])

    await api.createDeployment({ body: newDeployment })
    await api.createDeployment({ body: newDeployment })

    expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
  })

  it('keeps the key the caller gives', async () => {
    const { api, requests } = scripted([done])

    await api.createDeployment({ body: newDeployment, idempotencyKey: 'order-17' })

    expect(requests[0]?.headers.get('idempotency-key')).toBe('order-17')
  })

  it('whose key was used for something else is not sent again', async () => {
    const { api, requests } = scripted([() => failing(422, 'idempotency_key_reused')])

    await expect(api.createDeployment({ body: newDeployment })).rejects.toMatchObject({ code: 'idempotency_key_reused' })

    expect(requests).toHaveLength(1)
  })
})

describe('a POST that honours no idempotency key', () => {
  it.each([
    ['too many requests', limited],
    ['an unavailable service', away],
    ['a network error', offline],
  ])('is not sent again after %s', async (_, step) => {
    const { api, requests } = scripted([step])

    await expect(api.advanceCreationStep({ params, body: { creationStep: 'ready' } })).rejects.toThrow()

    expect(requests).toHaveLength(1)
    expect(requests[0]?.headers.get('idempotency-key')).toBeNull()
  })
})
