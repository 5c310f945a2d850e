import { beforeAll, describe, expect, it } from 'vitest'
import { send, startServer, useRunningServer } from '#test'

const token = 'an admin token of length'

const server = useRunningServer({ FACET_ADMIN_LISTEN: '127.0.0.1:0', FACET_ADMIN_TOKEN: token })
let key: string

beforeAll(async () => {
  key = (await server.addTenant('only.test')).key
})

const metrics = (headers: Record<string, string> = {}, path = '/metrics') => send(`${server.adminAddress}${path}`, { headers })
const allowed = { authorization: `Bearer ${token}` }

describe('the admin listener', () => {
  it('counts requests by operation and status, for who has its token', async () => {
    await send(`${server.address}/api/v1/users/me`, { headers: { authorization: `Bearer ${key}` } })
    await send(`${server.address}/api/v1/users/me`)

    const { status, text, headers } = await metrics(allowed)

    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/plain')
    expect(text).toMatch(/^facet_http_requests_total\{operation="getCurrentUser",status="200"\} 1$/m)
    expect(text).toMatch(/^facet_http_requests_total\{operation="getCurrentUser",status="401"\} 1$/m)
    expect(text).toMatch(/^facet_http_request_duration_seconds_count\{operation="getCurrentUser"\} 2$/m)
    expect(text).toMatch(/^facet_live_nodes 1$/m)
    expect(text).toMatch(/^facet_pool_waiting 0$/m)
    expect(text).toMatch(/^facet_pushes_pending 0$/m)
    expect(text).toMatch(/^facet_pushes_failed 0$/m)
    expect(text).toMatch(/^facet_events_waiting 0$/m)
    expect(text).toMatch(/^facet_events_dead 0$/m)
    expect(text).not.toContain('only.test')
  })

  it.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer another token of length' }],
    ['the token without its scheme', { authorization: token }],
    ['the beginning of the token', { authorization: `Bearer ${token.slice(0, -1)}` }],
    ['a key of the API', { authorization: 'Bearer sk-x' }],
  ])('answers 401 to %s, on any path', async (_, headers: Record<string, string>) => {
    for (const path of ['/metrics', '/', '/nothing']) {
      const answer = await metrics(headers, path)
      expect([answer.status, answer.headers['www-authenticate']], path).toEqual([401, 'Bearer'])
      expect(answer.text).not.toContain('facet_http')
    }
  })

  it('is a place of its own: neither serves what the other does', async () => {
    expect((await send(`${server.address}/metrics`, { headers: allowed })).status).toBe(404)
    expect((await metrics(allowed, '/api/v1/users/me')).status).toBe(404)
  })
})

it('starts no admin listener without an address', async () => {
  const plain = await startServer()

  expect(plain.adminAddress).toBeNull()
  await plain.stop()
  await plain.database.drop()
})
