import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { launchChromium, type Page } from '@facet/testkit/chromium'
import { build } from 'esbuild'
import { aliases } from '../build/aliases.ts'
import { htmlFrameDocument } from '../build/html-frame.ts'
import type { Shown } from './gallery.tsx'
import { framePolicy, pagePolicy } from './policies.ts'

const compile = async (): Promise<ReadonlyMap<string, Uint8Array>> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'gallery.tsx')],
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    outdir: '/',
    write: false,
    alias: aliases,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return new Map(outputFiles.map(({ path, contents }) => [path, contents]))
}

export type Gallery = {
  asked: string[]
  open: (options?: { show?: string; scheme?: 'light' | 'dark'; locale?: string; width?: number; height?: number }) => Promise<Page>
  close: () => Promise<void>
}

/** Serves widgets under the policies of the service, and a browser that looks at them. `shows` has lists of widgets by name. */
export const openGallery = async (shows: Readonly<Record<string, readonly Shown[]>>): Promise<Gallery> => {
  const [files, frame] = await Promise.all([compile(), htmlFrameDocument()])
  const asked: string[] = []
  const html =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>t</title><link rel="stylesheet" href="/gallery.css"><div id="page"></div><script type="module" src="/gallery.js"></script>'
  const server = createServer(({ url = '/' }, response) => {
    asked.push(url)
    const { pathname, search } = new URL(url, 'http://here')
    const send = (type: string, body: string | Uint8Array, headers = {}) =>
      response.writeHead(200, { 'content-type': type, ...headers }).end(body)
    const file = files.get(pathname)
    if (file) return send(pathname.endsWith('.css') ? 'text/css' : 'text/javascript', file)
    if (pathname === '/widgets.json') return send('application/json', JSON.stringify(shows[search.slice(1)] ?? []))
    if (pathname === '/embed/html-frame') return send('text/html', frame, { 'content-security-policy': framePolicy(frame) })
    return pathname === '/' ? send('text/html', html, { 'content-security-policy': pagePolicy(html) }) : response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await launchChromium()

  return {
    asked,
    open: async ({ show = '', scheme = 'light', locale = 'en-US', width = 1280, height = 900 } = {}) => {
      // A zone far from UTC: times that were read in it would be seen to be wrong.
      const context = await browser.newContext({
        viewport: { width, height },
        timezoneId: 'Pacific/Auckland',
        colorScheme: scheme,
        acceptDownloads: true,
      })
      const page = await context.newPage()
      await page.goto(
        `http://127.0.0.1:${(server.address() as AddressInfo).port}/?${new URLSearchParams({ show, scheme, locale }).toString()}`,
      )
      await page.waitForSelector('.gallery')
      return page
    },
    close: async () => {
      await browser.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
