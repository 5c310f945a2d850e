import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@facet/testkit/chromium'
import type { FrameKind } from '../build/opaque-frames.ts'
import type { GalleryFiles } from './gallery-files.ts'
import type { Shown } from './gallery.tsx'
import { fontFile } from './own-fonts.ts'
import { framePolicy, pagePolicy } from './policies.ts'

export type Opening = {
  show?: string
  scheme?: 'light' | 'dark'
  locale?: string
  width?: number
  height?: number
  zone?: string
  fonts?: 'own' | 'system'
}

export type Gallery = {
  asked: string[]
  open: (options?: Opening) => Promise<Page>
  close: () => void
}

/** Lists of widgets by name. */
export type Shows = Readonly<Record<string, readonly Shown[]>>

/** Serves widgets under the content security policies of the service, and opens pages with them in a browser. */
export const openGallery = async (shows: Shows, { files, browser }: { files: GalleryFiles; browser: Browser }): Promise<Gallery> => {
  const asked: string[] = []
  const home =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>t</title><link rel="stylesheet" href="/gallery.css"><div id="page"></div><script type="module" src="/gallery.js"></script>'
  const server = createServer(({ url = '/' }, response) => {
    asked.push(url)
    const { pathname, search } = new URL(url, 'http://here')
    const send = (type: string, body: string | Uint8Array, headers = {}) =>
      response.writeHead(200, { 'content-type': type, ...headers }).end(body)
    const file = files.get(pathname)
    if (file) return send(pathname.endsWith('.css') ? 'text/css' : 'text/javascript', file)
    const font = fontFile(pathname)
    if (font) return send('font/woff2', font)
    if (pathname === '/widgets.json') return send('application/json', JSON.stringify(shows[search.slice(1)] ?? []))
    const kind = /^\/embed\/(html|chart)-frame$/.exec(pathname)?.[1] as FrameKind | undefined
    const frame = kind && files.get(`/${kind}-frame.html`)
    if (frame) return send('text/html', frame, { 'content-security-policy': framePolicy(Buffer.from(frame).toString(), kind) })
    return pathname === '/' ? send('text/html', home, { 'content-security-policy': pagePolicy(home) }) : response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    asked,
    // A zone far from UTC: times that were read in it would be seen to be wrong.
    open: async ({
      show = '',
      scheme = 'light',
      locale = 'en-US',
      width = 1280,
      height = 900,
      zone = 'Pacific/Auckland',
      fonts: chosen = 'system',
    } = {}) => {
      const context = await browser.newContext({
        viewport: { width, height },
        timezoneId: zone,
        reducedMotion: 'reduce',
        colorScheme: scheme,
        acceptDownloads: true,
      })
      const page = await context.newPage()
      await page.goto(
        `http://127.0.0.1:${(server.address() as AddressInfo).port}/?${new URLSearchParams({ show, scheme, locale, fonts: chosen }).toString()}`,
      )
      await page.waitForSelector('.gallery')
      return page
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
