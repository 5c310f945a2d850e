import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { bootstrap } from './board.ts'
import { type Asked, linesFor, statuses } from './rows.ts'

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html; charset=utf-8' }

const staticRows = 50

/** A table that no script has a part in, in a box as high as that of the dashboard, on a page as long. */
const staticTable = (): string => {
  const cells = (row: number): string =>
    [`all ${row + 1}`, statuses[row % statuses.length], 'Jan 1, 2025', '$123.45'].map((cell) => `<td>${cell}</td>`).join('')
  const rows = Array.from({ length: staticRows }, (_, row) => `<tr>${cells(row)}</tr>`).join('')
  return `<!doctype html><title>Static</title><style>body{margin:0;font:14px/1.5 sans-serif;block-size:6000px}div{block-size:420px;margin:110px 16px;overflow:auto}table{inline-size:100%;table-layout:fixed}td{block-size:32px;border-bottom:1px solid #ccc}</style><div role="group" tabindex="0"><table>${rows}</table></div>`
}

export type Site = { dashboard: string; still: string; setRows: (count: number) => void; close: () => void }

/** The page as it was built, the endpoints that it asks, and beside them the static table. */
export const openSite = async (pageFolder: string, firstRowCount: number): Promise<Site> => {
  const html = readFileSync(join(pageFolder, 'index.html'))
  const begin = bootstrap()
  let rowCount = firstRowCount

  const answer = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const sent = await text(request)
    const json = (value: unknown): void => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (path.endsWith('/bootstrap')) return json(await begin)
    if (path.endsWith('/choices')) return json({ items: statuses.map((value) => ({ value, label: value })), hasMore: false })
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    if (!path.endsWith('/data')) return void response.write('{"type":"alive","expiresInSeconds":3600}\n')
    for (const line of linesFor(JSON.parse(sent) as Asked, rowCount)) response.write(`${JSON.stringify(line)}\n`)
    response.end()
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://here')
    if (pathname.startsWith('/api/')) return void answer(request, response, pathname)
    if (pathname === '/static') return void response.writeHead(200, { 'content-type': types['.html'] }).end(staticTable())
    const file = pathname.startsWith('/embed/assets/') ? join(pageFolder, pathname.slice('/embed/'.length)) : ''
    if (file === '') return void response.writeHead(200, { 'content-type': types['.html'] }).end(html)
    if (!existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[extname(file)] }).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    dashboard: `${origin}/embed/dashboard/large?session=one`,
    still: `${origin}/static`,
    setRows: (count) => {
      rowCount = count
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
