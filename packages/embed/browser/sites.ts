import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from '@facet/testkit/chromium'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { builtFolder, connectBrowser } from './shared.ts'

type Answer = { status?: number; type: string; body: string | Uint8Array; headers?: Record<string, string> }

const listen = async (answer: (path: string) => Answer): Promise<{ origin: string; server: Server; asked: string[] }> => {
  const asked: string[] = []
  const server = createServer(({ url = '/', method }, response) => {
    asked.push(url)
    const { status = 200, type, body, headers } = answer(`${method === 'POST' ? 'POST ' : ''}${new URL(url, 'http://here').pathname}`)
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, asked }
}

export type Sites = {
  browser: Browser
  host: string
  facet: string
  other: string
  /** Paths requested from the site of the frames, and from that of the host. */
  asked: string[]
  askedOfHost: string[]
  open: (path?: string) => Promise<Page>
  close: () => Promise<void>
}

const openSites = async (): Promise<Sites> => {
  const [browser, sdk] = await Promise.all([connectBrowser(), builtFolder('sdk')])
  const read = (name: string): Buffer => readFileSync(join(sdk, name))
  const [bytes, react, fake] = [read('facet-embed.js'), read('react.js'), read('page.js')]
  const integrity = read('integrity').toString()
  const html = (body: string): Answer => ({
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><meta charset="utf-8"><title>t</title>${body}`,
  })
  const script = (body: string | Uint8Array): Answer => ({ type: 'text/javascript', body })
  const tag = `<script src="/facet-embed.js" integrity="${integrity}" crossorigin="anonymous"></script>`

  const pageOf = (path: string): Answer =>
    path === '/page.js'
      ? script(fake)
      : html('<style>body{margin:0}</style><div id="content"></div><script type="module" src="/page.js"></script>')
  let minted = 0
  const hostOf = (path: string): Answer => {
    if (path === '/facet-embed.js') return script(bytes)
    if (path === '/react.js') return script(react)
    if (path === '/react') return html('<div id="root"></div><script type="module" src="/react.js"></script>')
    if (path === '/far') return html(`${tag}<div style="height: 5000px"></div><div id="a"></div>`)
    if (path === 'POST /sessions') return { type: 'application/json', body: JSON.stringify({ sessionId: `minted-${++minted}` }) }
    if (path === 'POST /refused') return { status: 403, type: 'application/json', body: '{}' }
    const closed = path === '/closed' ? { 'content-security-policy': "frame-src 'none'" } : {}
    return { ...html(`${tag}<div id="a"></div><div id="b"></div><div id="c"></div>`), headers: closed }
  }
  const facet = await listen(pageOf)
  const [host, other] = [await listen(hostOf), await listen(pageOf)]

  return {
    browser,
    host: host.origin,
    facet: facet.origin,
    other: other.origin,
    asked: facet.asked,
    askedOfHost: host.asked,
    open: async (path = '/') => {
      const context = await browser.newContext()
      onTestFinished(() => context.close())
      const page = await context.newPage()
      await page.goto(host.origin + path)
      return page
    },
    close: async () => {
      await browser.close()
      for (const { server } of [facet, host, other]) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

/** A browser and three sites for the tests of a file: the host, the one its frames come from, and an unrelated one. */
export const givenSites = (): (() => Sites) => {
  let sites: Sites
  beforeAll(async () => {
    sites = await openSites()
  })
  afterAll(() => sites.close())
  return () => sites
}
