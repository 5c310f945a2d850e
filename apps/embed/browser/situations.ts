import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, type BrowserContext, type Frame, launchChromium, type Page } from '@facet/testkit/chromium'
import { expect, vi } from 'vitest'
import { buildScript } from '../../../packages/embed/bin/build-script.ts'
import type * as sdk from '../../../packages/embed/src/index.ts'
import { builtPage } from './built-page.ts'
import { type FakeService, openFakeService } from './fake-service.ts'

/** A host's site and a browser; each test has a service of its own. */
export type Sites = { browser: Browser; host: string; pageFolder: string; close: () => Promise<void> }

export const openSites = async (): Promise<Sites> => {
  const pageFolder = await builtPage()
  const { bytes } = await buildScript()
  const server = createServer(({ url }, response) => {
    if (url === '/facet-embed.js') return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(bytes)
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end('<!doctype html><title>Host</title><script src="/facet-embed.js"></script><div id="place"></div>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await launchChromium()
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

type Prepare = (service: FakeService) => void

const openHost = async ({ browser, host, pageFolder }: Sites, width: number, prepare: Prepare) => {
  const service = await openFakeService(pageFolder)
  prepare(service)
  const context = await browser.newContext({ viewport: { width, height: 800 } })
  const page = await context.newPage()
  const problems = collectProblems(page)
  await page.goto(host)
  return { service, context, page, problems }
}

/** A plain iframe, whose host keeps the events of the wire. */
export const openPlain = async (
  sites: Sites,
  query = '?session=one',
  width = 1280,
  prepare: Prepare = () => undefined,
): Promise<Opened> => {
  const opened = await openHost(sites, width, prepare)
  await opened.page.evaluate((src) => {
    const view = window as unknown as HostWindow
    view.events = []
    window.addEventListener('message', ({ data }: MessageEvent<{ type: string; payload: Record<string, unknown> }>) => {
      view.events.push({ type: data.type.replace('cube:event:', ''), payload: data.payload })
    })
    const frame = document.createElement('iframe')
    frame.src = src
    frame.style.cssText = 'width:100%;height:760px;border:0'
    document.querySelector('#place')?.append(frame)
  }, `${opened.service.origin}/embed/dashboard/sales${query}`)
  return { ...opened, frame: await frameOf(opened.page) }
}

/** A frame of the SDK. Its sessions are `s1`, `s2` and so on. */
export const openSdk = async (sites: Sites, options: object = {}, prepare: Prepare = () => undefined): Promise<Opened> => {
  const opened = await openHost(sites, 1280, prepare)
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
