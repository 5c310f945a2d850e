import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { createClient } from '@facet/client'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createServer } from '#http'
import { handlers } from '#process/generated/handlers'
import { type RunningServer, send, type Sending, startServer } from '#test'

// Its hash was made by: printf 'start()' | openssl dgst -sha256 -binary | base64
const html =
  '<!doctype html><html><head><script>start()</script><script type="module" src="/embed/assets/main-8c1f03aa.js"></script></head></html>'
const startHash = "'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00='"
const script = 'console.log("a page of ours")\n'.repeat(20)
const frameHtml = '<!doctype html><html><body><script>start()</script></body></html>'
const host = 'framed.test'
const page = '/embed/dashboard/pub1'

let folder: string
let server: RunningServer
let app: FastifyInstance
let address: string
let admin: ReturnType<typeof createClient>

const put = (path: string, content: string | Buffer): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}
const serve = (embedPageFolder: string): FastifyInstance =>
  createServer(server.services, {
    handlers,
    observer: { record: () => undefined },
    embedPageFolder,
  })
const ask = (path: string, { headers = {}, ...more }: Sending = {}) => send(`${address}${path}`, { ...more, headers: { host, ...headers } })
const policy = async (path = page, at = host): Promise<Map<string, string>> => {
  const { headers } = await ask(path, { headers: { host: at } })
  const directives = String(headers['content-security-policy']).split('; ')
  return new Map(directives.map((text) => [text.split(' ', 1)[0] ?? '', text.slice(text.indexOf(' ') + 1)]))
}
const frameAncestors = async (at = host): Promise<string | undefined> => (await policy(page, at)).get('frame-ancestors')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-embed-page-'))
  put('built/index.html', html)
  put('built/index.html.br', brotliCompressSync(html))
  put('built/index.html.gz', gzipSync(html))
  put('built/assets/main-8c1f03aa.js', script)
  put('built/assets/main-8c1f03aa.js.br', brotliCompressSync(script))
  put('built/assets/main-8c1f03aa.js.gz', gzipSync(script))
  put('built/doctor.html', html)
  put('built/html-frame.html', frameHtml)
  put('built/chart-frame.html', frameHtml)
  put('built/.digest', 'secret')
  put('outside.js', 'secret')
  server = await startServer()
  const { key } = await server.addTenant(host)
  await server.addTenant('other.test')
  app = serve(join(folder, 'built'))
  address = await app.listen({ host: '127.0.0.1', port: 0 })
  admin = createClient({ baseUrl: address, key, headers: { 'x-forwarded-host': host } })
})
afterAll(async () => {
  await app.close()
  await server.stop()
  await server.database.drop()
  rmSync(folder, { recursive: true, force: true })
})

describe('the document of the embedded page', () => {
  it.each([page, `${page}/`, '/embed/d/1042/dashboard/pub1', `${page}?session=es_1_1_x&locale=de-DE`])(
    'is the same at %s',
    async (path) => {
      const { status, headers, text } = await ask(path)

      expect([status, text]).toEqual([200, html])
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
        'reporting-endpoints': 'csp="/embed/policy-reports"',
      })
      for (const name of ['set-cookie', 'x-frame-options', 'access-control-allow-origin']) expect(headers).not.toHaveProperty(name)
    },
  )

  it('has a policy that lets it load what is ours, and run the one script in it', async () => {
    expect(Object.fromEntries(await policy())).toEqual({
      'default-src': "'none'",
      'script-src': `'self' ${startHash}`,
      'style-src': "'self'",
      'img-src': "'self' data: blob: https:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'frame-src': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'object-src': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'facet dompurify',
      'report-to': 'csp',
    })
  })

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('is sent as "%s" accepts it', async (accepted, coding) => {
    expect((await ask(page, { headers: { 'accept-encoding': accepted } })).headers['content-encoding']).toBe(coding)
  })

  it('is answered to HEAD without a body', async () => {
    const { status, headers, text } = await ask(page, { method: 'HEAD' })

    expect([status, headers['content-length'], text]).toEqual([200, String(html.length), ''])
  })

  it('is for reading only, and nothing beside it is served', async () => {
    expect(await ask(page, { method: 'POST', body: '{}' })).toMatchObject({ status: 404, body: { code: 'route_not_found' } })
    for (const path of [
      '/embed',
      '/embed/',
      '/embed/index.html',
      '/embed/dashboard',
      '/embed/dashboard/',
      '/embed/dashboard/a/b',
      '/embed/d/1/dashboard',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 404])
  })

  it('is served under the hosts of tenants, and under no other', async () => {
    expect(await ask(page, { headers: { host: 'unknown.test' } })).toMatchObject({ status: 421, body: { code: 'unknown_host' } })
  })
})

describe('fonts of the theme', () => {
  const scheme = { accentColor: '', backgroundColor: '', foregroundColor: '', contrast: 45, logoUrl: '' }
  const fontOf = (id: string, url: string) => ({ id, url, format: 'woff2' })
  const themed = (...fonts: ReturnType<typeof fontOf>[]) =>
    admin.updateAppConfig({
      body: {
        appTheme: {
          light: scheme,
          dark: scheme,
          typography: { fonts, body: { fontRef: 'body', fontWeight: 400 }, heading: { fontRef: 'heading', fontWeight: 700 } },
        },
      },
    })
  const fontSource = async (at = host): Promise<string | undefined> => (await policy(page, at)).get('font-src')

  it('may be loaded from where those come that are used, by pages of this tenant alone', async () => {
    await themed(
      fontOf('body', 'https://fonts.example/a/Body.woff2?v=1'),
      fontOf('heading', 'https://Other.example:8443/h.woff2'),
      fontOf('unused', 'https://unused.example/u.woff2'),
    )

    await expect.poll(() => fontSource()).toBe("'self' https://fonts.example https://other.example:8443")
    expect(await fontSource('other.test')).toBe("'self'")
    expect((await policy('/embed/chart-frame')).get('font-src')).toBe('data:')

    await admin.updateAppConfig({ body: { appTheme: null } })
    await expect.poll(() => fontSource()).toBe("'self'")
  })

  it('add no other rule to the policy', async () => {
    await themed(fontOf('body', 'https://a;script-src/x.woff2'), fontOf('heading', 'https://fine.example/h.woff2'))

    await expect.poll(() => fontSource()).toBe("'self' https://fine.example")
    expect((await policy()).get('script-src')).toBe(`'self' ${startHash}`)
    await admin.updateAppConfig({ body: { appTheme: null } })
  })
})

it('frame-ancestors lists the origins of the tenant, none by default', async () => {
  expect(await frameAncestors()).toBe("'none'")

  await admin.updateTenantSettings({ body: { embedOrigins: ['https://shop.example', 'http://localhost:3000'] } })
  await expect.poll(() => frameAncestors(), { timeout: 10_000 }).toBe('https://shop.example http://localhost:3000')
  expect(await frameAncestors('other.test')).toBe("'none'")

  await admin.updateTenantSettings({ body: { embedOrigins: [] } })
  await expect.poll(() => frameAncestors(), { timeout: 10_000 }).toBe("'none'")
})

describe('a frame of a host page', () => {
  const framed = (referer: string, headers: Record<string, string> = {}, path = page) =>
    ask(path, { headers: { 'sec-fetch-dest': 'iframe', referer, ...headers } })

  beforeAll(async () => {
    await admin.updateTenantSettings({ body: { embedOrigins: ['https://Shop.example', 'http://localhost:3000'] } })
    const areListed = async (): Promise<void> => {
      if (!(await frameAncestors())?.includes('localhost')) throw new Error('The origins are not served yet.')
    }
    await vi.waitFor(areListed, { timeout: 10_000 })
  })
  afterAll(() => admin.updateTenantSettings({ body: { embedOrigins: [] } }))

  it.each(['/embed/dashboard/pub1', '/embed/d/1042/dashboard/pub1', '/embed/doctor'])(
    'has the reason for it and for the SDK around when embedOrigins does not name its origin: %s',
    async (path) => {
      const { status, headers, text } = await framed('https://evil.example/?a="><script>', { 'x-request-id': 'r-7' }, path)

      expect(status).toBe(403)
      expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      expect(String(headers['content-security-policy'])).toMatch(
        /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data:; frame-ancestors \*; base-uri 'none'; form-action 'none'$/,
      )
      expect(text).toContain('<p>https://evil.example is not in embedOrigins. An administrator adds it in the tenant settings.</p>')
      expect(text).toContain('data-target="https://evil.example"')
      expect(text).toContain('&#34;code&#34;:&#34;origin_not_allowed&#34;')
      expect(text).toContain('&#34;requestId&#34;:&#34;r-7&#34;')
    },
  )

  it.each([
    ['its origin is named', 'https://shop.example/'],
    ['its origin is named with http, as browsers allow https too', 'https://localhost:3000/'],
    ['its address has no origin', 'about:srcdoc'],
    ['its address cannot be read', 'nowhere'],
  ])('has the page when %s', async (_, referer) => {
    expect(await framed(referer)).toMatchObject({ status: 200, text: html })
  })

  it.each([
    ['another scheme', 'http://shop.example/'],
    ['another port', 'http://localhost:3001/'],
    ['a longer name', 'https://shop.example.evil.example/'],
  ])('is refused with %s', async (_, referer) => {
    expect((await framed(referer)).status).toBe(403)
  })

  it('has the page when it is no frame but a link was followed, or when it is inside of the page', async () => {
    expect((await framed('https://evil.example/', { 'sec-fetch-dest': 'document' })).status).toBe(200)
    expect((await framed('https://evil.example/', {}, '/embed/chart-frame')).status).toBe(200)
  })
})

describe.each([
  ['HTML reports, which are compiled there', '/embed/html-frame', " 'unsafe-eval'"],
  ['charts of creators', '/embed/chart-frame', ''],
])('the frame of %s', (_, frame, more) => {
  it('has no origin, loads nothing and runs its own script', async () => {
    const { status, headers, text } = await ask(frame)

    expect([status, text]).toEqual([200, frameHtml])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
    })
    expect(Object.fromEntries(await policy(frame))).toEqual({
      'default-src': "'none'",
      'script-src': `${startHash}${more}`,
      'style-src': "'unsafe-inline'",
      'img-src': 'data:',
      'font-src': 'data:',
      'connect-src': "'none'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
      sandbox: 'allow-scripts',
    })
  })

  it('is not sent again to whoever has it, and its policy is', async () => {
    const { headers } = await ask(frame)

    const again = await ask(frame, { headers: { 'if-none-match': String(headers['etag']) } })

    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy'])
  })

  it('is framed by the page within the origins of the tenant', async () => {
    await admin.updateTenantSettings({ body: { embedOrigins: ['https://shop.example'] } })
    await expect.poll(async () => (await policy(frame)).get('frame-ancestors'), { timeout: 10_000 }).toBe("'self' https://shop.example")
    await admin.updateTenantSettings({ body: { embedOrigins: [] } })
  })
})

describe('the files of the embedded page', () => {
  const path = '/embed/assets/main-8c1f03aa.js'

  it('never change under their names, and nothing in them is framed', async () => {
    const { status, headers, text } = await ask(path)

    expect([status, text]).toEqual([200, script])
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect((await ask(path, { headers: { 'accept-encoding': 'gzip, br' } })).headers['content-encoding']).toBe('br')
  })

  it.each([
    '/embed/assets/none.js',
    '/embed/assets/',
    '/embed/assets/../index.html',
    '/embed/assets/..%2f..%2foutside.js',
    '/embed/assets/%2e%2e/.digest',
    '/embed/.digest',
    '/embed/assets/main-8c1f03aa.js.br',
  ])('are those of the build and no others: %s', async (other) => {
    const { status, text } = await ask(other)

    expect(status).toBe(404)
    expect(text).not.toContain('secret')
  })
})

it('writes no session into the log, whatever is asked for', async () => {
  const session = 'es_1_1_telltale'
  for (const path of [page, '/embed/none', '/embed/assets/none.js', '/embed/dashboard/%zz', '/embed/assets'])
    for (const method of ['GET', 'HEAD', 'POST']) await ask(`${path}?session=${session}`, { method })

  expect(server.logs.filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThan(10)
  expect(server.logs.filter((line) => line.includes('telltale'))).toEqual([])
})

it('says what to do where the page was not built', async () => {
  const bare = serve(join(folder, 'none'))
  try {
    const answer = await bare.inject({ url: page, headers: { host } })

    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'page_not_built'])
    expect(answer.json<{ message: string }>().message).toContain('pnpm build:web')
    expect((await bare.inject({ url: '/embed/html-frame', headers: { host } })).statusCode).toBe(503)
    expect((await bare.inject({ url: '/embed/assets/main-8c1f03aa.js', headers: { host } })).statusCode).toBe(404)
  } finally {
    await bare.close()
  }
})
