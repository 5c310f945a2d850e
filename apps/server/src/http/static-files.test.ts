import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer, type StaticMount } from '#http'
import { handlers } from '#process/generated/handlers'
import { type RunningServer, send, type Sending, startServer } from '#test'

const script = 'console.log("a page of ours")\n'.repeat(20)
const csp = "default-src 'self'; frame-ancestors https://acme.example.com"
const host = 'pages.test'

let folder: string
let server: RunningServer
let app: FastifyInstance
let address: string

const put = (path: string, content: string | Buffer): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}
const mountOf = (more: Partial<StaticMount> = {}): StaticMount => ({
  prefix: '/page/',
  folder: join(folder, 'built'),
  hashedFolder: 'assets/',
  headers: { 'content-security-policy': csp, 'x-page': 'yes' },
  ...more,
})
const serve = (mount: StaticMount): FastifyInstance =>
  createServer(server.services, { handlers, observer: { record: () => undefined }, staticMounts: [mount] })
const ask = (path: string, { headers = {}, ...more }: Sending = {}) => send(`${address}${path}`, { ...more, headers: { host, ...headers } })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-pages-'))
  put('built/index.html', '<!doctype html><title>Page</title>')
  put('built/assets/page-8c1f03aa.js', script)
  put('built/assets/page-8c1f03aa.js.br', brotliCompressSync(script))
  put('built/assets/page-8c1f03aa.js.gz', gzipSync(script))
  put('built/robots.txt', 'User-agent: *\n')
  put('built/model.bin', 'x')
  put('built/.env', 'SECRET=1')
  put('built/.git/config', 'secret')
  put('outside.txt', 'secret')
  symlinkSync(join(folder, 'outside.txt'), join(folder, 'built/link.txt'))
  put('elsewhere/hidden.txt', 'secret')
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'built/elsewhere'))
  symlinkSync(join(folder, 'built'), join(folder, 'built/assets/around'))
  server = await startServer()
  // With one alone, every host would be its.
  for (const each of [host, 'other.test']) await server.addTenant(each)
  app = serve(mountOf())
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await server.stop()
  await server.database.drop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a folder of built pages', () => {
  it('is served with the headers of its mount, and what they do not say is as strict as ever', async () => {
    const { status, headers, text } = await ask('/page/')

    expect([status, text]).toEqual([200, '<!doctype html><title>Page</title>'])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': csp,
      'x-page': 'yes',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.any(String),
    })
  })

  it('leaves the answers of the API as they are', async () => {
    for (const path of ['/api/v1/users/me', '/page/none.js']) {
      const { headers } = await ask(path)

      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      })
      expect(headers).not.toHaveProperty('x-page')
    }
  })

  it.each([
    ['/page/', 'no-store'],
    ['/page/index.html', 'no-store'],
    ['/page/assets/page-8c1f03aa.js', 'public, max-age=31536000, immutable'],
    ['/page/robots.txt', 'no-cache'],
  ])('says of %s how long it keeps', async (path, cacheControl) => {
    const { status, headers } = await ask(path)

    expect([status, headers['cache-control']]).toEqual([200, cacheControl])
  })

  it.each([
    ['/page/assets/page-8c1f03aa.js', 'text/javascript; charset=utf-8'],
    ['/page/robots.txt', 'text/plain; charset=utf-8'],
    ['/page/model.bin', 'application/octet-stream'],
  ])('says of %s what it is', async (path, type) => {
    expect((await ask(path)).headers['content-type']).toBe(type)
  })

  it('is found without the slash too, and keeps the query', async () => {
    const { status, headers } = await ask('/page?session=1&next=2')

    expect([status, headers.location]).toEqual([308, '/page/?session=1&next=2'])
  })

  it('is answered to HEAD without a body', async () => {
    const { status, headers, text } = await ask('/page/robots.txt', { method: 'HEAD' })

    expect([status, headers['content-length'], text]).toEqual([200, '14', ''])
  })

  it('is for reading only', async () => {
    expect(await ask('/page/robots.txt', { method: 'PUT', body: 'x' })).toMatchObject({ status: 404, body: { code: 'route_not_found' } })
  })

  it('is served under the hosts of tenants, and under no other', async () => {
    expect(await ask('/page/', { headers: { host: 'unknown.test' } })).toMatchObject({ status: 421, body: { code: 'unknown_host' } })
  })
})

it.each([
  '/page/none.js',
  '/page/assets',
  '/page/assets/',
  '/page/.env',
  '/page/.git/config',
  '/page/link.txt',
  '/page/elsewhere/hidden.txt',
  '/page/assets/around/robots.txt',
  '/page/../outside.txt',
  '/page/..%2foutside.txt',
  '/page/%2e%2e/outside.txt',
  '/page/..%5coutside.txt',
  '/page/assets/..%2findex.html',
  '/page//etc/passwd',
  '/page/%2fetc%2fpasswd',
  '/page/index.html%00.js',
  '/page/constructor',
  '/page/assets/page-8c1f03aa.js.br',
])('what is not a file of the folder is not found: %s', async (path) => {
  const { status, text } = await ask(path)

  expect(status).toBe(404)
  expect(text).not.toContain('secret')
})

describe('a file that was compressed beforehand', () => {
  const path = '/page/assets/page-8c1f03aa.js'
  const asks = (accepted: string) => ask(path, { headers: { 'accept-encoding': accepted } })

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['*', 'br'],
    ['BR', 'br'],
    ['identity', undefined],
    ['br;q=0, gzip;q=0.0', undefined],
    ['', undefined],
  ])('is sent as "%s" accepts it', async (accepted, coding) => {
    const { headers } = await asks(accepted)

    expect([headers['content-encoding'], headers['vary']]).toEqual([coding, 'accept-encoding'])
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
  })

  it('is known by the tag of its form, and the answer still says what it varies by', async () => {
    const { etag = '' } = (await asks('br')).headers
    const { status, headers } = await ask(path, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } })

    expect([status, headers.etag, headers['vary'], headers['content-encoding']]).toEqual([304, etag, 'accept-encoding', undefined])
  })

  it('holds what the file holds', async () => {
    const response = await fetch(`${address}${path}`, { headers: { 'x-forwarded-host': host, 'accept-encoding': 'br' } })

    expect(await response.text()).toBe(script)
  })

  it('has a tag of its own in each form', async () => {
    const tags = await Promise.all(['br', 'gzip', 'identity'].map(async (accepted) => (await asks(accepted)).headers.etag))

    expect(new Set(tags).size).toBe(3)
  })
})

describe('a caller who has the file already', () => {
  const path = '/page/robots.txt'

  it.each([
    ['its tag', (etag: string) => etag],
    ['a weak form of it', (etag: string) => `W/${etag}`],
    ['several', (etag: string) => `"other", ${etag}`],
    ['any', () => '*'],
  ])('is told so: by %s', async (_, match) => {
    const { etag = '' } = (await ask(path)).headers
    const { status, headers, text } = await ask(path, { headers: { 'if-none-match': match(etag) } })

    expect([status, text, headers.etag, headers['cache-control']]).toEqual([304, '', etag, 'no-cache'])
    expect(headers['content-security-policy']).toBe(csp)
  })

  it('is sent it when it is another', async () => {
    expect(await ask(path, { headers: { 'if-none-match': '"other"' } })).toMatchObject({ status: 200 })
  })
})

describe('a mount that cannot be right', () => {
  it.each(['page', '/', '/page', '/p*ge/', '/:page/'])('is refused at the start: %s', (prefix) => {
    expect(() => serve(mountOf({ prefix }))).toThrow(`not under "${prefix}"`)
  })

  it('is refused at the start: a folder that is not there', () => {
    expect(() => serve(mountOf({ folder: join(folder, 'none') }))).toThrow('ENOENT')
  })
})
