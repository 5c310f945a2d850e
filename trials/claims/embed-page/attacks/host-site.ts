import { resolve } from 'node:path'
import { build } from 'esbuild'
import { serveHttp } from '../../../harness/serve-http.ts'

/** The site of a host page. `evil` is the same server under a name that the tenant does not allow. */
export type HostSite = { host: string; evil: string; close: () => void }

/** The SDK as hosts load it. */
const buildSdk = async (): Promise<Uint8Array> => {
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, '../../../../packages/embed/src/script.ts')],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}

const html = '<!doctype html><meta charset="utf-8"><title>Host</title><script src="/sdk.js"></script><div id="place"></div>'

export const openHostSite = async (): Promise<HostSite> => {
  const sdk = await buildSdk()
  const { port, close } = await serveHttp(({ url }, response) => {
    if (url === '/sdk.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(sdk)
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  return { host: `http://host.localhost:${port}`, evil: `http://evil.localhost:${port}`, close }
}
