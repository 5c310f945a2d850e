import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { send, useRunningServer } from '#test'

const server = useRunningServer({ FACET_DEMO_URL: 'http://localhost:4100' })

it('serves a page at / that says what this is, links to demo, doctor and status, and loads nothing', async () => {
  // Also before there is a tenant, and so under any host name.
  const { status, headers, text } = await send(`${server.address}/`, { headers: { host: 'nobody.example' } })

  expect(status).toBe(200)
  const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? ''
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
      'img-src data:',
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; '),
  })
  expect([...text.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['http://localhost:4100/', '/embed/doctor', '/readyz'])
  expect(text).not.toMatch(/<script|<img|@import|url\(/)
  expect(text).toContain('name="viewport"')
})

it('answers HEAD without a body and refuses other methods', async () => {
  await server.addTenant('only.test')
  expect(await send(`${server.address}/`, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
  expect(await send(`${server.address}/`, { method: 'POST', body: '{}' })).toMatchObject({ status: 404, body: { code: 'route_not_found' } })
})
