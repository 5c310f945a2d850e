import { beforeAll, describe, expect, it } from 'vitest'
import { send, useRunningServer } from '#test'

const server = useRunningServer()
let key: string

beforeAll(async () => {
  key = (await server.addTenant('only.test')).key
})

const paths = ['/api/v1/users/me', '/api/v1/nothing', '/livez', '/api/v1/deployments/%E0%A4%A', '/api/v1/audit-logs/export']

describe('every answer', () => {
  it.each(paths)('of %s is not stored, not guessed at and not framed', async (path) => {
    const { headers } = await send(`${server.address}${path}`, { headers: { authorization: `Bearer ${key}` } })

    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  })

  it('tells browsers to stay with HTTPS when it came over HTTPS, and says nothing of it over plain HTTP', async () => {
    const ask = (more: Record<string, string>) =>
      send(`${server.address}/api/v1/users/me`, { headers: { authorization: `Bearer ${key}`, ...more } })

    expect((await ask({ 'x-forwarded-proto': 'https' })).headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await ask({})).headers).not.toHaveProperty('strict-transport-security')
  })

  it('asks for a credential in the way of the standard when one is missing', async () => {
    const { status, headers } = await send(`${server.address}/api/v1/users/me`)

    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer'])
  })
})
