import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildSdk } from './planted.ts'

/** The site of a host, and by another name the site of somebody who has no business there. */
export type HostSite = { host: string; evil: string; close: () => void }

const html = (body: string): string => `<!doctype html><meta charset="utf-8"><title>Host</title>${body}`

export const openHostSite = async (): Promise<HostSite> => {
  const scripts = { '/real.js': await buildSdk(false), '/planted.js': await buildSdk(true) }
  const server = createServer(({ url = '/' }, response) => {
    const script = Object.entries(scripts).find(([path]) => path === url)?.[1]
    if (script) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    const sdk = url.startsWith('/planted') ? '/planted.js' : '/real.js'
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(html(`<script src="${sdk}"></script><div id="place"></div>`))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: `http://host.localhost:${port}`,
    evil: `http://evil.localhost:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
