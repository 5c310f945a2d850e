import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Frame, Page } from '@facet/testkit/chromium'
import { expect, vi } from 'vitest'
import { builtFolder, connectBrowser } from '../../../packages/embed/browser/shared.ts'
import type * as sdk from '../../../packages/embed/src/index.ts'
import { type FakeService, openFakeService } from './fake-service.ts'

/** A host's site and a browser; each test has a service of its own. */
export type Sites = { browser: Browser; host: string; pageFolder: string; close: () => Promise<void> }

export const openSites = async (): Promise<Sites> => {
  const [browser, pageFolder, sdkFolder] = await Promise.all([connectBrowser(), builtFolder('page'), builtFolder('sdk')])
  const bytes = readFileSync(join(sdkFolder, 'facet-embed.js'))
  const server = createServer(({ url }, response) => {
    if (url === '/facet-embed.js') return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(bytes)
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        '<!doctype html><html lang="en"><title>Host</title><style>:root{color-scheme:light dark}body{margin:0}</style><script src="/facet-embed.js"></script><div id="place"></div><button>After</button></html>',
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    browser,
    pageFolder,
    host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      await browser.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

export const expectSoon = (read: () => unknown, value: unknown): Promise<void> =>
  vi.waitFor(async () => expect(await read()).toEqual(value), { timeout: 20_000, interval: 50 })

export type HostWindow = Window & {
  events: { type: string; payload: Record<string, unknown> }[]
  asked: string[]
  FacetEmbed: typeof sdk
  embed: sdk.Embed
}

export type Opened = { service: FakeService; page: Page; frame: Frame; context: BrowserContext; problems: string[] }

/** What the browser complained of: refusals of the policy are among it. */
const collectProblems = (page: Page): string[] => {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  return problems
}

type Wish = {
  width?: number
  /** Of the frame. */
  height?: number
  reducedMotion?: 'reduce' | 'no-preference'
  /** Before anything is asked. */
  prepare?: (service: FakeService) => void
  /** What stands at addresses of other origins. */
  elsewhere?: Readonly<Record<string, { contentType: string; body: Buffer }>>
}
export type PlainWish = Wish & {
  query?: string
  /** Below the origin of the service. */
  path?: string
  /** The browser does not tell the page who frames it. */
  isUnnamed?: boolean
}
export type SdkWish = Wish & { options?: object }

const openHost = async ({ browser, host, pageFolder }: Sites, { width = 1280, height = 760, prepare, elsewhere = {}, ...more }: Wish) => {
  const service = await openFakeService(pageFolder)
  prepare?.(service)
  const context = await browser.newContext({ viewport: { width, height: height + 40 }, ...more })
  for (const [address, file] of Object.entries(elsewhere))
    await context.route(address, (route) => route.fulfill({ ...file, headers: { 'access-control-allow-origin': '*' } }))
  const page = await context.newPage()
  const problems = collectProblems(page)
  await page.goto(host)
  return { service, context, page, problems }
}

/** As in a browser that has no such list: together with the policy for referrers of the frame, nothing names its host. */
const hideAncestors = async (page: Page): Promise<void> => {
  await page.route('**/embed/assets/*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('ancestorOrigins', 'noSuchOrigins') })
  })
}

/** A plain iframe, whose host keeps the events of the wire. */
export const openPlain = async (sites: Sites, wish: PlainWish = {}): Promise<Opened> => {
  const { query = '?session=one', path = '/embed/dashboard/sales', isUnnamed = false, ...more } = wish
  const opened = await openHost(sites, more)
  if (isUnnamed) await hideAncestors(opened.page)
  await opened.page.evaluate(
    ({ src, height, referrerPolicy }) => {
      const view = window as unknown as HostWindow
      view.events = []
      window.addEventListener('message', ({ data }: MessageEvent<{ type: string; payload: Record<string, unknown> }>) => {
        view.events.push({ type: data.type.replace('cube:event:', ''), payload: data.payload })
      })
      const frame = document.createElement('iframe')
      frame.referrerPolicy = referrerPolicy
      frame.src = src
      frame.title = 'Sales'
      frame.style.cssText = `display:block;width:100%;height:${height}px;border:0`
      document.querySelector('#place')?.append(frame)
    },
    {
      src: `${opened.service.origin}${path}${query}`,
      height: wish.height ?? 760,
      referrerPolicy: isUnnamed ? ('no-referrer' as const) : ('' as const),
    },
  )
  return { ...opened, frame: await frameOf(opened.page) }
}

/** A frame of the SDK. Its sessions are `s1`, `s2` and so on. */
export const openSdk = async (sites: Sites, { options = {}, ...wish }: SdkWish = {}): Promise<Opened> => {
  const opened = await openHost(sites, wish)
  await opened.page.evaluate(
    ({ url, more }) => {
      const view = window as unknown as HostWindow
      view.events = []
      view.asked = []
      view.embed = view.FacetEmbed.mount('#place', {
        url,
        publicId: 'sales',
        title: 'Sales',
        session: async (why) => `s${view.asked.push(why)}`,
        ...more,
      })
      view.embed.on('*', ({ type, payload }) => view.events.push({ type, payload: payload as Record<string, unknown> }))
    },
    { url: opened.service.origin, more: options },
  )
  return { ...opened, frame: await frameOf(opened.page) }
}

const frameOf = async (page: Page): Promise<Frame> => {
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (!frame) throw new Error('The host has no frame.')
  return frame
}

export const eventsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as HostWindow).events.map(({ type }) => type))

/** What a person reads in the frame. */
export const textOf = (frame: Frame): Promise<string> => frame.evaluate(() => document.body.innerText)

export const close = async ({ context, service }: Opened): Promise<void> => {
  await context.close()
  service.close()
}
